/** The context in which the story is told: a process's services without a listener for requests, and the clock set by each act. */
import type { Account } from '../accounts/account.ts'
import { readActor } from '../auth/actors.ts'
import type { Config } from '../config.ts'
import { type Actor, type Context, type Services, SYSTEM, systemContext, type Via } from '../context.ts'
import { openDatabase } from '../db/client.ts'
import type { Connected } from '../db/connect.ts'
import { makeIds } from '../db/ids.ts'
import { openMemory } from '../db/memory.ts'
import { openFiles } from '../files/files.ts'
import { makeLog } from '../log.ts'
import { openOutbound } from '../outbound/fetch.ts'
import { readPepper } from '../pepper.ts'

const WEB: Via = { channel: 'web', source: { from: {}, to: {}, rel: null } }

/** Runs `work` as the system in an instance. Nothing is delivered: there is no mail server in it. */
export async function withContext<Result>(
  config: Config,
  { database, address }: Pick<Connected, 'database' | 'address'>,
  account: Account,
  work: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const aside = openDatabase(address, { max: 2 })
  const memory = await openMemory(address)
  const outbound = openOutbound(config.outbound_allow)
  const files = openFiles(config)
  try {
    const pepper = await readPepper(config)
    const services: Services = { config, memory, database: aside, ids: makeIds(), pepper, mailer: null, outbound, files }
    return await work(systemContext({ account, db: database, log: makeLog('error'), services, base_url: 'http://localhost' }))
  } finally {
    await files.close()
    await outbound.close()
    await memory.close()
    await aside.close()
  }
}

/** The context of somebody at a moment of the past. */
export function asAt(ctx: Context, actor: Actor, now: Date): Context {
  return { ...ctx, actor, now, via: actor.id === SYSTEM.id ? ctx.via : WEB }
}

/** The person with this id as who acts. @throws Error when there is none */
export async function getActor(ctx: Context, id: number): Promise<Actor> {
  const known = await readActor(ctx, id)
  if (known === undefined) throw new Error(`User ${id} cannot act`)
  return known.actor
}
