/**
 * The product on a real Citus: `CITUS_URL=postgres://… npm test -- test/distributed`, with the coordinator of one for tests, whose user makes
 * databases on all nodes. Last run with Citus 13.2.2 on PostgreSQL 15.18, a coordinator and two nodes. Takes a minute.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#db/client.ts'
import { migrateAll } from '#db/setup/connect.ts'
import { planFor } from '#db/setup/distribute.ts'
import { planDistribution } from '#db/distribution/plan.ts'
import { readSchema } from '#db/distribution/read_schema.ts'
import { estimateRowsOfEach } from '#db/estimate.ts'
import { dumpSchema } from '#db/dump.ts'
import { migrate, migrateIn } from '#db/setup/migrate.ts'
import { overDriver } from '#db/over_driver.ts'
import { TENANT_TABLES } from '#db/tables.ts'
import { ROOT } from '#lib/root.ts'
import { makeClient } from '../client.ts'
import { runCommand } from '../command.ts'
import { listFixedStatements } from '../fixed_statements.ts'
import { collapseBlanks } from '../statement_rules/definition.ts'
import { EXCEPTIONS } from '../statement_rules/exceptions.ts'
import { CITUS_URL, type ClusterDatabase, makeClusterDatabase, SKIPPED } from './cluster.ts'
import { explainStatement, type Explained } from './explain.ts'
import { countRows, mendReference } from './stub.ts'

const SCHEMA = readFileSync(join(ROOT, 'migrations/schema.sql'), 'utf8')
/** 0057 changes rows in a way that Citus refuses; no database can be distributed before 0068. */
const UNTIL = '0057_text_forms.sql'

describe('on a real Citus', { skip: SKIPPED }, () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'deskhand-citus-'))
  let cluster: ClusterDatabase
  let database: Database
  const env = () => ({
    DATABASE_URL: cluster.address.url,
    DATA_DIR: data_dir,
    DESKHAND_SECRET: 'a pepper for tests, long enough to be one',
    DESKHAND_ADMIN_PASSWORD: 'correct horse battery',
    DESKHAND_API_TOKEN: 'test-token-0123456789abcdef',
    DESKHAND_LOG_LEVEL: 'warn',
  })

  /** A server of its own for `work`, as an operator starts it. */
  async function withServer<Result>(work: (client: ReturnType<typeof makeClient>) => Promise<Result>): Promise<Result> {
    // building the server takes seconds, which a run without Citus need not wait for
    const { startServer } = await import('../crash/process.ts')
    const server = await startServer(env())
    const basic = Buffer.from(`admin@example.com/token:${env().DESKHAND_API_TOKEN}`).toString('base64')
    const result = await work(makeClient(server.base_url, { authorization: `Basic ${basic}` })).finally(() => server.end('SIGTERM'))
    assert.doesNotMatch(server.output(), /"level"/, 'nothing is logged as a warning or an error')
    return result
  }

  before(async () => {
    cluster = await makeClusterDatabase(CITUS_URL ?? '', `deskhand_test_${process.pid}`)
    database = openDatabase(cluster.address, { max: 1 })
  })
  after(async () => {
    await database.close()
    await cluster.drop()
    rmSync(data_dir, { recursive: true, force: true })
  })

  test('a database in use is distributed: no row is lost, its schema is the same, and the product goes on with it', async () => {
    const made = await withServer(async (client) => {
      const answer = await client.post('/api/v2/tickets', { ticket: { subject: 'Before', comment: { body: 'a printer burns' } } })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      const running = await runCommand(['database', 'distribute'], env())
      assert.match(running.error, /^The database has no Citus/)
      return answer.body.ticket
    })
    await cluster.addCitus()
    const rows = await countRows(database)
    const { code, out, error } = await runCommand(['database', 'distribute', '--shards', '4'], env())
    assert.deepEqual([code, error], [0, ''])
    assert.match(out, new RegExp(`\nDistributed ${TENANT_TABLES.size + 1} tables\\.`))
    assert.deepEqual(await countRows(database), rows)
    assert.equal(await dumpSchema(database), SCHEMA)
    assert.deepEqual(await planFor(database, 4), [])
    const again = await runCommand(['database', 'distribute'], env())
    assert.equal(again.out, 'All tables were distributed already.\n', again.error)

    await withServer(async (client) => {
      const running = await runCommand(['database', 'distribute'], env())
      assert.match(running.error, /^Deskhand runs on this database/)
      const { body } = await client.get(`/api/v2/tickets/${made.id}`)
      assert.deepEqual([body.ticket.subject, body.ticket.created_at], ['Before', made.created_at])
      const more = await client.post('/api/v2/tickets', { ticket: { subject: 'After', comment: { body: 'another printer' } } })
      assert.equal(more.status, 201, JSON.stringify(more.body))
      const changed = await client.put(`/api/v2/tickets/${made.id}`, { ticket: { status: 'solved', comment: { body: 'it is out' } } })
      assert.equal(changed.status, 200, JSON.stringify(changed.body))
      const found = await client.get('/api/v2/search?query=printer')
      assert.equal(found.body.count, 2, JSON.stringify(found.body))
    })
    const after = await countRows(database)
    assert.ok((after.get('request_log') ?? 0) > (rows.get('request_log') ?? 0), 'calls are logged')
  })

  test('each fixed statement is accepted, and is one task unless it is about several accounts on purpose', async () => {
    const texts = await listFixedStatements()
    assert.ok(texts.length > 800, `only ${texts.length} statements`)
    const faults: string[] = []
    for (const text of texts) {
      const { refusal, tasks } = await explain(text)
      const plain = collapseBlanks(text)
      const isIntended = EXCEPTIONS.some(({ rules, part }) => rules.includes('R1') && plain.includes(part))
      if (refusal !== undefined) faults.push(`${refusal}: ${text}`)
      else if (!isIntended && Math.max(0, ...tasks) > 1) faults.push(`${tasks.join(' + ')} tasks: ${text}`)
    }
    assert.deepEqual(faults, [])
  })

  test('what a node expects of several selects is read from its plan', async () => {
    const account = { id: 1 }
    const select = (table: string) => sql`select ${sql.ref(`${table}.id`)} from ${sql.table(table)} where account_id = ${account.id}`
    const tables = ['triggers', 'views']
    const rows = await countRows(database)
    assert.deepEqual(
      await estimateRowsOfEach(database, tables.map(select)),
      tables.map((table) => rows.get(table)),
    )
  })

  async function explain(text: string): Promise<Explained> {
    let explained: Explained | undefined
    const rolledBack = new Error('rolled back')
    const trying = database.driver.begin(async (sql) => {
      explained = await explainStatement(sql, text)
      throw rolledBack
    })
    await trying.catch((error: unknown) => {
      if (error !== rolledBack) throw new Error(`This cannot be explained: ${text}`, { cause: error })
    })
    assert.ok(explained !== undefined)
    return explained
  }

  test('the newer migrations run on a distributed database, and leave the same schema', async () => {
    const other = await makeClusterDatabase(CITUS_URL ?? '', `deskhand_test_${process.pid}_old`)
    const old = openDatabase(other.address, { max: 1 })
    try {
      await old.driver.begin((sql) => migrateIn(sql, { until: UNTIL }))
      await mendReference(old)
      await other.addCitus()
      await old.driver.begin(async (sql) => {
        for (const { statements } of planDistribution(await readSchema(overDriver(sql)), 4))
          for (const statement of statements) await sql.unsafe(statement)
      })
      await migrate(old)
      assert.equal(await dumpSchema(old), SCHEMA)
      assert.deepEqual(await planFor(old, 4), [])
      await migrateAll(old, other.address, () => {})
    } finally {
      await old.close()
      await other.drop()
    }
  })
})
