/**
 * The real application on a real PostgreSQL, for tests. The files of a process share one application; each has its own instance in it. A file
 * that needs its own environment, or the whole database, has an application of its own. Each test creates its own records (make.ts).
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { addBootstrapToken, createAccount, dropAccount } from '#accounts/create.ts'
import { ACCOUNTS_TOPIC } from '#accounts/directory.ts'
import { useFastHashForTests, hashPassword } from '#auth/passwords.ts'
import { type Config, readConfig } from '#config/config.ts'
import { ensureDefined } from '#lib/defined.ts'
import { type Running, startProcess } from '#process/process.ts'
import { defineStatement } from '#db/builder.ts'
import { checkAnswer } from './answers.ts'
import { areDeferred, atEnd } from './at_end.ts'
import { type Client, makeClient } from './client.ts'
import { type TestDatabase, testDatabase } from './database.ts'

/** An instance of a running application, with its administrator. */
export interface TestApp {
  /** The address of the instance. */
  readonly base_url: string
  readonly account_id: number
  readonly running: Running
  readonly database: TestDatabase
  readonly config: Config
  /** The environment it was started with. */
  readonly env: Readonly<Record<string, string>>
  readonly admin: { readonly email: string; readonly password: string; readonly token: string; readonly id: number }
  /** Calls the API as the administrator, by token. */
  readonly api: Client
  /** Calls the API as the administrator in person, by password: for what is refused to tokens. */
  readonly inPerson: Client
  /** Calls the API with other credentials, or none: `{}`. */
  as(credentials: Credentials): Client
  /** Starts another server process on the same database. @throws Error if the application is shared with other files */
  another(env?: Readonly<Record<string, string>>): Promise<{ readonly base_url: string; readonly running: Running }>
  stop(): Promise<void>
}

/** What a client signs in with. */
export type Credentials =
  | { email: string; token: string }
  | { email: string; password: string }
  | { bearer: string }
  | Record<string, never>

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery', token: 'test-token-0123456789abcdef' }

const defaultAccount = defineStatement<{ id: number }>('select id from accounts where is_default')
const withoutTriggers = defineStatement<unknown>('update triggers set active = false where account_id = $1')
const withoutAutomations = defineStatement<unknown>('update automations set active = false where account_id = $1')

// the cost of a hash in the product is tested in server/auth/passwords.test.ts
useFastHashForTests()

/** What a test application has besides its environment. */
export interface TestAppOptions {
  /** No other file uses the application: for what looks at its process or at the whole database. One with an environment always is. */
  readonly own?: boolean
  /** The triggers of a fresh account are active; otherwise they are switched off, since they mail people about every ticket. */
  readonly shippedTriggers?: boolean
  /** The automations of a fresh account are active; otherwise they are switched off, since they close old tickets after half a minute. */
  readonly shippedAutomations?: boolean
  /** The database has a server of its own on the disk, for one that memory has no room for. */
  readonly onDisk?: boolean
}

/** Starts an application. Rate limits are off unless `env` says otherwise. Stopped by the caller; see {@link useApp}. */
export async function startTestApp(env: Readonly<Record<string, string>> = {}, options: TestAppOptions = {}): Promise<TestApp> {
  const database = await testDatabase(options.onDisk)
  const data_dir = await mkdtemp(join(tmpdir(), 'deskhand-app-'))
  const base: Record<string, string> = {
    PORT: '0',
    DATA_DIR: data_dir,
    DESKHAND_SECRET: 'a pepper for tests, long enough to be one',
    DESKHAND_ADMIN_EMAIL: ADMIN.email,
    DESKHAND_ADMIN_PASSWORD: ADMIN.password,
    DESKHAND_API_TOKEN: ADMIN.token,
    DESKHAND_RATE_LIMIT: 'off',
    DESKHAND_LOG_LEVEL: 'error',
    ...env,
  }
  const start = async (more: Readonly<Record<string, string>>) => {
    const config = readConfig({ ...base, ...more })
    const connected = { database: database.database, address: database.address, embedded: false, close: async () => {} }
    const running = await startProcess(config, { connected, checkAnswer, checkStatement: database.check })
    const address = running.app?.server.address() as { port: number } | undefined
    return { config, running, base_url: `http://127.0.0.1:${address?.port ?? 0}` }
  }
  const first = await start({})
  const { id } = ensureDefined(await database.database.first(defaultAccount()))
  await switchOff(database, id, options)
  const others: Running[] = []
  return {
    ...first,
    database,
    env: base,
    ...(await clientsOf(first.base_url, id, base.DESKHAND_API_TOKEN !== '')),
    async another(more = {}) {
      const other = await start(more)
      others.push(other.running)
      return other
    },
    async stop() {
      for (const running of [...others, first.running]) await running.stop()
      await database.close()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}

/** Switches off what a fresh account does by itself, unless the test wants it. */
async function switchOff({ database }: TestDatabase, accountId: number, options: TestAppOptions): Promise<void> {
  if (options.shippedTriggers !== true) await database.run(withoutTriggers(accountId))
  if (options.shippedAutomations !== true) await database.run(withoutAutomations(accountId))
}

/** The administrator of an instance with clients. `hasToken`: has the API token of {@link ADMIN}. */
async function clientsOf(
  base_url: string,
  account_id: number,
  hasToken: boolean,
): Promise<Pick<TestApp, 'account_id' | 'admin' | 'api' | 'inPerson' | 'as'>> {
  const makeClientAs = (credentials: Credentials) => makeClient(base_url, makeAuthHeaders(credentials))
  const api = makeClientAs({ email: ADMIN.email, token: ADMIN.token })
  const inPerson = makeClientAs({ email: ADMIN.email, password: ADMIN.password })
  // some applications accept no passwords
  const me = await (hasToken ? api : inPerson).get('/api/v2/users/me')
  assert.equal(me.status, 200, JSON.stringify(me.body))
  return { account_id, admin: { ...ADMIN, id: me.body.user.id }, api, inPerson, as: makeClientAs }
}

let shared: Promise<TestApp> | undefined
let numberOfLast = 0
let inUse = 0

/** The application of the process, started for the first file that borrows it. */
function sharedApp(): Promise<TestApp> {
  return (shared ??= startTestApp().then((app) => {
    if (areDeferred()) atEnd(() => app.stop())
    return app
  }))
}

/** A file that runs by itself stops the application with its last instance; see at_end.ts. */
async function leaveApp(app: TestApp): Promise<void> {
  inUse -= 1
  if (inUse > 0 || areDeferred()) return
  shared = undefined
  await app.stop()
}

/** What an instance of the shared application has. */
export type InstanceOptions = Pick<TestAppOptions, 'shippedTriggers' | 'shippedAutomations'> & {
  /** The administrator has no API token. */
  readonly withoutToken?: boolean
}

/**
 * Creates an instance in the application of the process, as the first start creates one, in some 30 ms. `stop` drops it; the application
 * goes on. Its address is `http://file1.localhost:PORT`: browsers know the name, clients of tests look it up by `test/lookup.ts`.
 */
export async function openInstance(options: InstanceOptions = {}): Promise<TestApp> {
  inUse += 1
  const app = await sharedApp()
  const { database } = app.database
  const { services } = app.running.server
  const subdomain = `file${++numberOfLast}`
  const now = new Date()
  const account = await createAccount(
    database,
    {
      subdomain,
      domain: app.config.domain,
      name: app.config.first_instance.name,
      kind: app.config.first_instance.kind,
      deployment: app.config.first_instance.deployment,
      is_default: false,
      settings: { rate_limit: { plan: 'unlimited', endpoints: false } },
      owner: { name: 'Administrator', email: ADMIN.email, password_hash: await hashPassword(ADMIN.password) },
    },
    now,
  )
  if (options.withoutToken !== true) await addBootstrapToken(database, services.pepper, account, ADMIN.token, now)
  await switchOff(app.database, account.id, options)
  const forget = () => invalidateEverywhere(app, ACCOUNTS_TOPIC)
  await forget()
  const base_url = Object.assign(new URL(app.base_url), { hostname: `${subdomain}.${app.config.domain}` }).origin
  return {
    ...app,
    base_url,
    ...(await clientsOf(base_url, account.id, options.withoutToken !== true)),
    another: () => Promise.reject(new Error('The application is shared with other files: use `useApp({}, { own: true })`')),
    async stop() {
      await dropAccount(database, services.files.remove, subdomain)
      await forget()
      await leaveApp(app)
    },
  }
}

/**
 * The application for a whole test file: `const app = await useApp()` at the top; stopped after its last test. Without an environment and
 * without `own`, an instance of the application that the files of the process share.
 */
export async function useApp(env: Readonly<Record<string, string>> = {}, options: TestAppOptions = {}): Promise<TestApp> {
  const isOwn = Object.keys(env).length > 0 || options.own === true || options.onDisk === true
  const app = isOwn ? await startTestApp(env, options) : await openInstance(options)
  after(() => app.stop())
  return app
}

function makeAuthHeaders(credentials: Credentials): Record<string, string> {
  const makeBasicAuth = (user: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
  })
  if ('token' in credentials) return makeBasicAuth(`${credentials.email}/token`, credentials.token)
  if ('password' in credentials) return makeBasicAuth(credentials.email, credentials.password)
  return 'bearer' in credentials ? { authorization: `Bearer ${credentials.bearer}` } : {}
}

/** Waits until every process of this deployment has dropped a topic of its cache. */
export async function invalidateEverywhere(app: TestApp, topic: string): Promise<void> {
  const { cache } = app.running.server.services
  await cache.invalidate(app.database.database, topic)
  await cache.settled()
}
