/**
 * Sets up what is measured: a database, the product and the bare loop on it, and the load generator. The triggers of the instance are switched
 * off at first. What the bare loop writes is in an instance of its own, so that all tickets of the first one are whole.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccount } from '#accounts/create.ts'
import { defineStatement } from '#db/builder.ts'
import type { Database } from '#db/client.ts'
import { connect } from '#db/setup/connect.ts'
import { machineNow } from '#lib/clock.ts'
import { type Child, startChild } from './child.ts'
import { type ReadTime, subtractIdleTime } from './idle.ts'
import type { Load } from './load.ts'
import { openServerMeter } from './meter.ts'
import { TEXT } from './works.ts'

export const CONNECTIONS = 16
export const SEEDED_TICKETS = 2000
const TOKEN = 'bench-token-0123456789abcdef'
const HEADERS = {
  authorization: `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}`,
  'content-type': 'application/json',
}
const POLL_MS = 50
/** The product writes the log of a call up to a quarter of a second later. */
const LOG_MS = 300
/** As long as the interval of what a worker does most often, beside its heartbeat: looking for jobs, and for tables that have grown. */
const IDLE_MS = 5000

/** The first instance, that of the product. */
export const ACCOUNT_ID = 1

/** A server that is measured, and what each of its calls has. */
export interface Measured {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
  /** How long it goes on working after the last answer of a round. */
  readonly rest_ms: number
  readProcessorTime: ReadTime
}

/** All that a measurement needs. */
export interface Bench {
  readonly ours: Measured
  readonly bare: Measured
  readonly generator: Child
  readonly database: Database
  readonly readDatabaseTime: ReadTime
  close(): Promise<void>
}

const hasJobs = defineStatement<{ has: boolean }>('select exists (select from graphile_worker.jobs where run_at <= now()) as has')
const selectFailure = defineStatement<{ name: string; last_error: string }>(
  'select task_identifier as name, last_error from graphile_worker.jobs where last_error is not null limit 1',
)

/** Starts everything, and fills the first instance. */
export async function openBench(): Promise<Bench> {
  const data_dir = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  await chmod(data_dir, 0o755) // so that the database can be in it when this runs as root
  const { database, address, close } = await connect({ database_url: null, database_pool: 2, data_dir }, () => {})
  const children: Child[] = []
  const start = async <Ready>(file: string, env: Readonly<Record<string, string>> = {}) => {
    const child = await startChild<Ready>(file, env)
    children.push(child)
    return child
  }
  const closeAll = async () => {
    for (const child of children.toReversed()) await child.stop()
    await close()
    await rm(data_dir, { recursive: true, force: true })
  }
  try {
    const env = { DATA_DIR: data_dir, DESKHAND_API_TOKEN: TOKEN, DESKHAND_ADMIN_PASSWORD: 'bench password' }
    const ours = await startMeasured(start, 'ours.ts', env, { headers: HEADERS, rest_ms: LOG_MS })
    const accounts = JSON.stringify({ reads: ACCOUNT_ID, writes: await createBareAccount(database) })
    const bare_env = { BARE_ADDRESS: JSON.stringify(address), BARE_ACCOUNTS: accounts }
    const bare = await startMeasured(start, 'bare.ts', bare_env, { headers: {}, rest_ms: 0 })
    const generator = await start('load.ts')
    const bench = { ours, bare, generator, database, readDatabaseTime: await openServerMeter(database), close: closeAll }
    await switchTriggers(bench, false)
    await seedTickets(bench)
    return await withoutIdleTime(bench)
  } catch (error) {
    await closeAll()
    throw error
  }
}

type Start = <Ready>(file: string, env?: Readonly<Record<string, string>>) => Promise<Child<Ready>>

async function startMeasured(
  start: Start,
  file: string,
  env: Readonly<Record<string, string>>,
  given: Pick<Measured, 'headers' | 'rest_ms'>,
): Promise<Measured> {
  const { ready, ask } = await start<{ port: number }>(file, env)
  return { ...given, port: ready.port, readProcessorTime: () => ask<number>('processor time') }
}

/** The same, once nothing is left to do and what everything uses all the same is known. */
async function withoutIdleTime(bench: Bench): Promise<Bench> {
  await settleDatabase(bench)
  const { ours, bare, readDatabaseTime } = bench
  const readers = await subtractIdleTime([ours.readProcessorTime, bare.readProcessorTime, readDatabaseTime], IDLE_MS)
  const [readOurs, readBare, readDatabase] = readers as [ReadTime, ReadTime, ReadTime]
  return {
    ...bench,
    ours: { ...ours, readProcessorTime: readOurs },
    bare: { ...bare, readProcessorTime: readBare },
    readDatabaseTime: readDatabase,
  }
}

async function createBareAccount(database: Database): Promise<number> {
  const owner = { name: 'Bare', email: 'bare@example.com', password_hash: null }
  const given = { subdomain: 'bare', name: 'Bare', kind: 'development', deployment: 'commercial', is_default: false } as const
  return (await createAccount(database, { ...given, settings: {}, owner }, machineNow())).id
}

async function callApi<Answer>(bench: Bench, method: string, path: string, body?: object): Promise<Answer> {
  const { port } = bench.ours
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(`http://127.0.0.1:${port}/api/v2/${path}`, { method, headers: HEADERS, ...sent })
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function seedTickets(bench: Bench): Promise<void> {
  const ticket = { subject: 'Printer', comment: { body: TEXT }, tags: ['hardware', 'printer'] }
  const load: Load = {
    port: bench.ours.port,
    connections: CONNECTIONS,
    method: 'POST',
    path: '/api/v2/tickets.json',
    headers: HEADERS,
    body: JSON.stringify({ ticket }),
    first_id: 1,
    last_id: 1,
    most: { calls: SEEDED_TICKETS },
  }
  await bench.generator.ask(load)
}

/** Switches the triggers on that a fresh account has active, or all of them off. */
export async function switchTriggers(bench: Bench, active: boolean): Promise<void> {
  type Trigger = { readonly id: number; readonly title: string }
  const { triggers } = await callApi<{ triggers: Trigger[] }>(bench, 'GET', `triggers.json?active=${String(!active)}`)
  for (const { id } of triggers) await callApi(bench, 'PUT', `triggers/${id}.json`, { trigger: { active } })
}

/** Creates the customer whose tickets are mailed about. @returns their id */
export async function createCustomer(bench: Bench): Promise<number> {
  const user = { name: 'Ann Example', email: 'ann@example.org', role: 'end-user', verified: true }
  return (await callApi<{ user: { id: number } }>(bench, 'POST', 'users.json', { user })).user.id
}

/** Waits until no job waits or runs. @throws Error when one has failed: then less was done than is measured */
export async function waitForJobs({ database }: Bench): Promise<void> {
  while ((await database.first(hasJobs()))?.has === true) await sleep(POLL_MS)
  const failure = await database.first(selectFailure())
  if (failure !== undefined) throw new Error(`A job ${failure.name} has failed: ${failure.last_error}`)
}

/** Finishes what earlier work has left behind, so that no later round pays for it: jobs, dead rows, the planner's statistics. */
export async function settleDatabase(bench: Bench): Promise<void> {
  await waitForJobs(bench)
  await bench.database.driver.unsafe('vacuum analyze')
}
