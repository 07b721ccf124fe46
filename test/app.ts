/** The real application on a real PostgreSQL, for tests. Each file has its own instance; each test creates its own records (make.ts). */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { hashCheaply } from '../server/auth/passwords.ts'
import { type Config, readConfig } from '../server/config.ts'
import { type Running, startProcess } from '../server/process.ts'
import { checkAnswer } from './answers.ts'
import { type Client, makeClient } from './client.ts'
import { type TestDatabase, testDatabase } from './database.ts'

/** A running application with its administrator. */
export interface TestApp {
  readonly base_url: string
  readonly running: Running
  readonly database: TestDatabase
  readonly config: Config
  readonly admin: { readonly email: string; readonly password: string; readonly token: string; readonly id: number }
  /** Calls the API as the administrator, by token. */
  readonly api: Client
  /** Calls the API as the administrator in person, by password: for what is refused to tokens. */
  readonly inPerson: Client
  /** Calls the API with other credentials, or none: `{}`. */
  as(credentials: Credentials): Client
  /** Starts another server process on the same database. */
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

// the cost of a hash in the product is tested in server/auth/passwords.test.ts
hashCheaply()

/** What a test application has besides its environment. */
export interface TestAppOptions {
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
    DESKHAND_CHECK_STATEMENTS: 'on',
    DESKHAND_LOG_LEVEL: 'error',
    ...env,
  }
  const start = async (more: Readonly<Record<string, string>>) => {
    const config = readConfig({ ...base, ...more })
    const connected = { database: database.database, address: database.address, embedded: false, close: async () => {} }
    const running = await startProcess(config, { connected, checkAnswer })
    const address = running.app?.server.address() as { port: number } | undefined
    return { config, running, base_url: `http://127.0.0.1:${address?.port ?? 0}` }
  }
  const first = await start({})
  const { driver } = database.database
  if (options.shippedTriggers !== true) await driver.unsafe('update triggers set active = false')
  if (options.shippedAutomations !== true) await driver.unsafe('update automations set active = false')
  const others: Running[] = []
  const as = (credentials: Credentials) => makeClient(first.base_url, authorization(credentials))
  const api = as({ email: ADMIN.email, token: ADMIN.token })
  const inPerson = as({ email: ADMIN.email, password: ADMIN.password })
  // some applications have no API token, some accept no passwords
  const me = await (base.DESKHAND_API_TOKEN === '' ? inPerson : api).get('/api/v2/users/me')
  assert.equal(me.status, 200, JSON.stringify(me.body))
  return {
    ...first,
    database,
    admin: { ...ADMIN, id: me.body.user.id },
    api,
    inPerson,
    as,
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

/** The application for a whole test file: `const app = await useApp()` at the top; stopped after its last test. */
export async function useApp(env: Readonly<Record<string, string>> = {}, options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp(env, options)
  after(() => app.stop())
  return app
}

function authorization(credentials: Credentials): Record<string, string> {
  const basic = (user: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` })
  if ('token' in credentials) return basic(`${credentials.email}/token`, credentials.token)
  if ('password' in credentials) return basic(credentials.email, credentials.password)
  return 'bearer' in credentials ? { authorization: `Bearer ${credentials.bearer}` } : {}
}
