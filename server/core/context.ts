/**
 * THE CONTEXT OF EVERY ACT: who calls, which instance, what time it is, and the only access to the database. One plain object, made once
 * for each request or job, passed as the first argument, never stored. Not here: anything of one resource.
 */
import type { RoleConfiguration, TicketRestriction } from '#accounts/role_configuration.ts'
import type { Account } from '#accounts/account.ts'
import type { Config } from '#config/config.ts'
import type { Db } from '#db/db.ts'
import type { Ids } from '#db/ids.ts'
import type { Cache } from '#db/cache.ts'
import type { Files } from '#files/files.ts'
import { accountNow } from '#lib/clock.ts'
import type { Mailer } from '#mail/transport.ts'
import type { Outbound } from '#outbound/fetch.ts'

export type Role = 'end-user' | 'agent' | 'admin'

/**
 * A person's part in access governance, independent of the role.
 * @source docs/reference/access_governance.md §1.1; docs/reference/specification.md §5.6
 */
export type Duty = 'requester' | 'provisioner' | 'engineer' | 'support_operations'

/** The user who acts. `id` is -1 for the system and 0 for an anonymous caller. */
export interface Actor {
  readonly id: number
  readonly name: string
  readonly email: string | null
  readonly role: Role
  readonly is_owner: boolean
  readonly organization_id: number | null
  readonly organization_ids: readonly number[]
  readonly group_ids: readonly number[]
  readonly ticket_restriction: TicketRestriction
  readonly only_private_comments: boolean
  /** The permissions of the agent's custom role; null without one. */
  readonly role_configuration: RoleConfiguration | null
  readonly duties: readonly Duty[]
  /** Who approves this person's access requests. */
  readonly manager_id: number | null
}

export type CredentialKind = 'anonymous' | 'password' | 'api_token' | 'oauth' | 'session' | 'system'

/** How the caller was authenticated. `scopes` is null where scopes do not apply. */
export interface Auth {
  readonly kind: CredentialKind
  readonly credential_id: number | null
  readonly client_id: number | null
  readonly scopes: readonly string[] | null
  /** True if the call counts as made by the actor in person; server/auth/in_person.ts decides. */
  readonly is_personal: boolean
  /** Set for a session that may only set up the second factor required of its user. */
  readonly must_enrol?: true
  /** The real caller, when acting on behalf of an end user. @source docs/reference/authentication.md §5 */
  readonly impersonator?: Actor
}

/** The channel a change was made through. @source docs/reference/tickets.md §4 */
export interface Via {
  readonly channel: string
  readonly source: { readonly from: Record<string, unknown>; readonly to: Record<string, unknown>; readonly rel: string | null }
}

/** What a request says about its client. */
export interface Caller {
  /** Scheme, host and port as the client used them, without a trailing slash. */
  readonly base_url: string
  readonly ip_address: string | null
  /** The same for comparing it with allowed networks; see http/client_address.ts. */
  readonly proven_address: string | null
  readonly user_agent: string | null
  readonly request_id: string
}

/** The log of the process, for its operator. */
export interface Log {
  info(data: object, text: string): void
  warn(data: object, text: string): void
  error(data: object, text: string): void
}

/** What the process has once, for all requests. `pepper` is hashed into every stored secret. */
export interface Services {
  readonly config: Config
  readonly cache: Cache
  /** The pool, outside any transaction: cached values are loaded through it, so that nothing uncommitted is cached. */
  readonly database: Db
  readonly ids: Ids
  readonly pepper: Buffer
  /** The connection to the mail server; null if none is configured. */
  readonly mailer: Mailer | null
  /** What this process writes causes no mails and calls of rules, and no events for webhooks. */
  readonly is_quiet?: boolean
  /** The only access to addresses outside the installation. */
  readonly outbound: Outbound
  /** The storage of files. */
  readonly files: Files
  /** Wakes workers for so many jobs that were queued: not at once, if it has just done so. */
  readonly wakeWorkers: (jobs: number) => void
}

/**
 * What loading cached values needs. They are loaded through this pool, never through a transaction: it would cache uncommitted values, and
 * a caller that waits for the value while its own transaction holds a connection can deadlock on the pool.
 */
export type CachingServices = Pick<Services, 'cache' | 'database'>

/** See the top of this file. `now` is read from the account's clock once, so all times of one request agree. */
export interface Context {
  readonly account: Account
  readonly actor: Actor
  readonly auth: Auth
  readonly via: Via
  readonly caller: Caller
  readonly now: Date
  readonly db: Db
  readonly log: Log
  readonly services: Services
}

const makeVia = (channel: string): Via => ({ channel, source: { from: {}, to: {}, rel: null } })
const VIA: Record<CredentialKind, Via> = {
  anonymous: makeVia('web'),
  session: makeVia('web'),
  password: makeVia('api'),
  api_token: makeVia('api'),
  oauth: makeVia('api'),
  system: makeVia('system'),
}

/** The system itself as an actor: rules, jobs and the command line act as it. @source docs/reference/tickets.md §5 */
export const SYSTEM: Actor = {
  id: -1,
  name: 'System',
  email: null,
  role: 'admin',
  is_owner: true,
  organization_id: null,
  organization_ids: [],
  group_ids: [],
  ticket_restriction: null,
  only_private_comments: false,
  role_configuration: null,
  duties: [],
  manager_id: null,
}

/** The caller who gave no credentials. @source docs/reference/authentication.md §1 */
export const ANONYMOUS: Actor = {
  ...SYSTEM,
  id: 0,
  name: 'Anonymous user',
  role: 'end-user',
  is_owner: false,
  ticket_restriction: 'requested',
}

/** The context of one request. */
export function requestContext(parts: Omit<Context, 'via' | 'now'>): Context {
  return { ...parts, via: VIA[parts.auth.kind], now: accountNow(parts.account.settings.clock) }
}

/** The context of work without a request: jobs, start-up, the command line. Its actor is `actor`, by default the system. */
export function systemContext(parts: { account: Account; db: Db; log: Log; services: Services; base_url: string; actor?: Actor }): Context {
  const caller = { base_url: parts.base_url, ip_address: null, proven_address: null, user_agent: null, request_id: 'system' }
  const auth: Auth = { kind: 'system', credential_id: null, client_id: null, scopes: null, is_personal: false }
  return {
    account: parts.account,
    actor: parts.actor ?? SYSTEM,
    auth,
    via: VIA.system,
    caller,
    now: accountNow(parts.account.settings.clock),
    db: parts.db,
    log: parts.log,
    services: parts.services,
  }
}

/**
 * The same context, with the current time of the account's clock. For each part of work that may take minutes: incremental exports leave
 * out only the last minute, so clients that have read past the start of the whole work would miss records stamped with it.
 */
export function atThisMoment(ctx: Context): Context {
  return { ...ctx, now: accountNow(ctx.account.settings.clock) }
}

/** Runs `work` with a context whose `db` is one transaction: either all of it is committed, or nothing. */
export async function inTransaction<Result>(ctx: Context, work: (ctx: Context) => Promise<Result>): Promise<Result> {
  let inner: Db | undefined
  try {
    return await ctx.db.transaction((db) => {
      inner = db
      return work({ ...ctx, db })
    })
  } catch (error) {
    if (inner !== undefined) ctx.services.cache.abandon(inner)
    throw error
  }
}

/**
 * Processes items one after another, each in its own transaction: a failure does not hold up the others. Returns how many there were.
 * @throws AggregateError at the end, with all failures
 */
export async function eachInTransaction<Item>(
  ctx: Context,
  items: readonly Item[],
  work: (tx: Context, item: Item) => Promise<unknown>,
): Promise<number> {
  const failures: unknown[] = []
  for (const item of items) await inTransaction(ctx, (tx) => work(tx, item)).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} could not be done`)
  return items.length
}
