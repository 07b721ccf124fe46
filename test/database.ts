/**
 * A real PostgreSQL for tests: one server for all test processes (the embedded one, or TEST_DATABASE_URL), a template database keyed by the
 * hash of the migrations, and a clone of it for each application. Not here: the application (app.ts).
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { DatabaseAddress } from '#db/address.ts'
import type { StatementCheck } from '#db/db.ts'
import { type Database, openDatabase } from '#db/client.ts'
import { migrateAll } from '#db/setup/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded/start.ts'
import { migrationNames, migrationText } from '#db/setup/migrate.ts'
import { TENANT_TABLES } from '#db/tables.ts'
import { areDeferred, atEnd } from './at_end.ts'
import { MEMORY, quickFolder } from './quick_folder.ts'
import { readCatalogue } from './statement_rules/catalogue.ts'
import { makeStatementCheck } from './statement_rules/check.ts'

const TEMPLATE_LOCK = 7_301_990
/** A test file may start several processes of the application, each with pools of its own, and several files run at once. */
const CONNECTIONS = 500

interface TestServer {
  at(database: string): DatabaseAddress
  stop(): Promise<void>
}

/** The folder in memory if the server's data is already there, so that all processes of a run find the same server. */
function clusterFolder(): string {
  const name = `deskhand-test-${userInfo().uid}`
  const inMemory = join(MEMORY, name)
  return existsSync(inMemory) ? inMemory : join(quickFolder(), name)
}

async function testServer(onDisk: boolean): Promise<TestServer> {
  const url = process.env.TEST_DATABASE_URL
  if (url !== undefined && url !== '')
    return { at: (database) => ({ url: Object.assign(new URL(url), { pathname: `/${database}` }).href }), stop: async () => {} }
  const own = onDisk ? await mkdtemp(join(tmpdir(), 'deskhand-database-')) : null
  // the server runs as another user where tests run as root
  if (own !== null) await chmod(own, 0o755)
  const server = await startEmbeddedPostgres({ data_dir: own ?? clusterFolder(), connections: CONNECTIONS, log: () => {} })
  return {
    at: (database) => ({
      host: server.host,
      port: server.port,
      username: server.username,
      database,
      ...(server.password === undefined ? {} : { password: server.password }),
    }),
    async stop() {
      await server.stop()
      if (own !== null) await rm(own, { recursive: true, force: true })
    },
  }
}

/** Differs when a migration does. */
export async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of await migrationNames()) hash.update(name).update(await migrationText(name))
  return hash.digest('hex').slice(0, 12)
}

async function ensureTemplate(server: TestServer, admin: Database): Promise<string> {
  const name = `deskhand_template1_${await migrationsHash()}`
  // the pool of `admin` has one connection, so the lock and the following statements share it
  await admin.driver`select pg_advisory_lock(${TEMPLATE_LOCK})`
  try {
    const [there] = await admin.driver`select 1 from pg_database where datname = ${name}`
    if (there === undefined) {
      await admin.driver.unsafe(`drop database if exists ${name}_making`)
      await admin.driver.unsafe(`create database ${name}_making`)
      const making = openDatabase(server.at(`${name}_making`), { max: 1 })
      await migrateAll(making, server.at(`${name}_making`), () => {}).finally(() => making.close())
      await admin.driver.unsafe(`alter database ${name}_making rename to ${name}`)
    }
  } finally {
    await admin.driver`select pg_advisory_unlock(${TEMPLATE_LOCK})`
  }
  return name
}

/** A separate database, migrated and empty. `close` drops it. */
export interface TestDatabase {
  readonly database: Database
  readonly address: DatabaseAddress
  /** Refuses statements that break a rule; see docs/decisions/0049_statement_rules.md. */
  readonly check: StatementCheck
  close(): Promise<void>
}

/** The server with its template, and a connection that makes databases. */
interface Place {
  readonly server: TestServer
  readonly admin: Database
  readonly template: string
}

const places = new Map<boolean, Promise<Place>>()
let used = 0

/** Opened when a process first needs a database on such a server; see {@link leavePlaces}. */
async function openPlace(onDisk: boolean): Promise<Place> {
  const server = await testServer(onDisk)
  const admin = openDatabase(server.at('postgres'), { max: 1 })
  if (areDeferred()) atEnd(leavePlaces)
  return { server, admin, template: await ensureTemplate(server, admin) }
}

/** Left at the end of a process with several files, so that the server is neither looked for nor started anew for each of them. */
async function leavePlaces(): Promise<void> {
  const leaving = [...places.values()]
  places.clear()
  for (const { admin, server } of await Promise.all(leaving)) {
    await admin.close()
    await server.stop()
  }
}

/** The place of databases in memory where there is room, or of those on a disk. */
function placeOf(onDisk: boolean): Promise<Place> {
  const place = places.get(onDisk) ?? openPlace(onDisk)
  places.set(onDisk, place)
  return place
}

let check: Promise<StatementCheck> | undefined

/** The check of statements by the catalogue of a migrated database, the same for all databases of a process. */
async function readCheck(address: DatabaseAddress): Promise<StatementCheck> {
  const database = openDatabase(address, { max: 1 })
  try {
    return makeStatementCheck(await readCatalogue(database, TENANT_TABLES))
  } finally {
    await database.close()
  }
}

/**
 * Creates a database for one application, in some 30 ms in memory once the template exists. Statements that break a rule throw.
 * `onDisk`: on a server of its own.
 */
export async function testDatabase(onDisk = false): Promise<TestDatabase> {
  used += 1
  const { server, admin, template } = await placeOf(onDisk)
  const name = `deskhand_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await admin.driver.unsafe(`create database ${name} template ${template} strategy file_copy`)
  const checkStatement = await (check ??= readCheck(server.at(name)))
  const database = openDatabase(server.at(name), { max: 8, check: checkStatement })
  const close = async () => {
    await database.close()
    await admin.driver.unsafe(`drop database ${name} with (force)`)
    used -= 1
    if (used === 0 && !areDeferred()) await leavePlaces()
  }
  return { database, address: server.at(name), check: checkStatement, close }
}

/** Runs `work` on a migrated database that is dropped afterwards. */
export async function withScratchDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const scratch = await testDatabase()
  try {
    return await work(scratch.database)
  } finally {
    await scratch.close()
  }
}
