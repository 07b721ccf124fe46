/** The context in which the seed runs its acts: the services of a process without an HTTP server; each act sets its own time. */
import type { Account } from '#accounts/account.ts'
import { readActor } from '#auth/actors.ts'
import type { Config } from '#config/config.ts'
import { type Actor, type Context, type Services, SYSTEM, systemContext, type Via } from '#core/context.ts'
import { openDatabase } from '#db/client.ts'
import type { Connected } from '#db/setup/connect.ts'
import { makeIds } from '#db/ids.ts'
import { openCache } from '#db/cache.ts'
import { openFiles } from '#files/files.ts'
import { makeWaker } from '#queue/wake.ts'
import { makeLog } from '#monitoring/log.ts'
import { openOutbound } from '#outbound/fetch.ts'
import { checkInstallationSecret } from '#installation/check_secret.ts'

const WEB: Via = { channel: 'web', source: { from: {}, to: {}, rel: null } }

/** Runs `work` as the system in an account. With `mails`, its mails are queued for a worker to deliver; without, they
 * are kept. With `quiet`, rules and webhooks cause nothing outside the records. */
export async function withContext<Result>(
  config: Config,
  { database, address }: Pick<Connected, 'database' | 'address'>,
  account: Account,
  work: (ctx: Context) => Promise<Result>,
  { mails = false, quiet = false }: { mails?: boolean; quiet?: boolean } = {},
): Promise<Result> {
  const { smtp_url, mail_from } = config
  const mailer = mails && smtp_url !== null ? (await import('#mail/transport.ts')).openMailer(smtp_url, mail_from) : null
  const aside = openDatabase(address, { max: 2 })
  const cache = await openCache({ address, db: aside })
  const outbound = openOutbound(config.outbound_allow)
  const files = openFiles(config)
  const log = makeLog('error')
  try {
    const pepper = await checkInstallationSecret(config, database, log)
    const wakeWorkers = makeWaker(aside)
    const opened = { config, cache, database: aside, ids: makeIds(), pepper, mailer, outbound, files, wakeWorkers }
    const services: Services = { is_quiet: quiet, ...opened }
    return await work(systemContext({ account, db: database, log, services, base_url: 'http://localhost' }))
  } finally {
    mailer?.close()
    await files.close()
    await outbound.close()
    await cache.close()
    await aside.close()
  }
}

/** The context of an actor at a moment in the past. */
export function asAt(ctx: Context, actor: Actor, now: Date): Context {
  return { ...ctx, actor, now, via: actor.id === SYSTEM.id ? ctx.via : WEB }
}

/** The user with this id as an actor. @throws Error when there is none */
export async function getActor(ctx: Context, id: number): Promise<Actor> {
  const known = await readActor(ctx, id)
  if (known === undefined) throw new Error(`User ${id} cannot act`)
  return known.actor
}
