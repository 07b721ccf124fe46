/**
 * WHAT EVERY ACT IS GIVEN: who calls, which instance, what time it is, and the only way to the database.
 * One plain object, made once for each request or job, passed first, never stored. Not here: anything of one resource.
 */
import type { RoleConfiguration, TicketRestriction } from './accounts/role_configuration.ts'
import type { Account } from './accounts/account.ts'
import type { Config } from './config.ts'
import type { Db } from './db/client.ts'
import type { Ids } from './db/ids.ts'
import type { Cache } from './db/cache.ts'
import type { Files } from './files/files.ts'
import { accountNow } from './lib/clock.ts'
import type { Mailer } from './mail/transport.ts'
import type { Outbound } from './outbound/fetch.ts'

export type Role = 'end-user' | 'agent' | 'admin'

/** What a person does in the governance of access, beside the role. @source docs/reference/access_governance.md §1.1; docs/reference/specification.md §5.6 */
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
  /** What the agent's custom role says he may do; null without one. */
  readonly role_configuration: RoleConfiguration | null
  readonly duties: readonly Duty[]
  /** Who approves this person's access requests. */
  readonly manager_id: number | null
}

export type CredentialKind = 'anonymous' | 'password' | 'api_token' | 'oauth' | 'session' | 'system'

/** How the caller proved who it is. `scopes` is null where scopes do not apply. */
export interface Auth {
  readonly kind: CredentialKind
  readonly credential_id: number | null
  readonly client_id: number | null
  readonly scopes: readonly string[] | null
  /** True when nobody but the actor holds it: false for every API token, since others have seen its value, and for what a program was granted. */
  readonly is_personal: boolean
  /** A session that may do nothing but set up the second factor its person must have. */
  readonly must_enrol?: true
  /** Who really calls, where he acts on behalf of an end user. @source docs/reference/authentication.md §5 */
  readonly impersonator?: Actor
}

/** Where a change comes from. @source docs/reference/tickets.md §4 */
export interface Via {
  readonly channel: string
  readonly source: { readonly from: Record<string, unknown>; readonly to: Record<string, unknown>; readonly rel: string | null }
}

/** The caller's side of the wire. */
export interface Caller {
  /** Scheme, host and port as the client used them, without a slash at the end. */
  readonly base_url: string
  readonly ip_address: string | null
  readonly user_agent: string | null
  readonly request_id: string
}

/** Where the process writes what its operator should know. */
export interface Log {
  info(data: object, text: string): void
  warn(data: object, text: string): void
  error(data: object, text: string): void
}

/** What the process has once, for all requests. `pepper` goes into the hash of every stored secret. */
export interface Services {
  readonly config: Config
  readonly cache: Cache
  /** The pool, outside any transaction: what is remembered is loaded through it, so that nothing uncommitted is remembered. */
  readonly database: Db
  readonly ids: Ids
  readonly pepper: Buffer
  /** The way to the mail server; null where the operator has named none. */
  readonly mailer: Mailer | null
  /** The only way to addresses outside. */
  readonly outbound: Outbound
  /** Where files are kept. */
  readonly files: Files
}

/**
 * What remembering needs. What is remembered is loaded here and never through a transaction: it would hold what is not
 * committed, and whoever waits for it while his transaction holds a connection may wait for himself.
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

const bare = (channel: string): Via => ({ channel, source: { from: {}, to: {}, rel: null } })
const VIA: Record<CredentialKind, Via> = {
  anonymous: bare('web'),
  session: bare('web'),
  password: bare('api'),
  api_token: bare('api'),
  oauth: bare('api'),
  system: bare('system'),
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

/** The context of work without a request: jobs, start-up, the command line. Acts as `actor`, by default the system. */
export function systemContext(parts: { account: Account; db: Db; log: Log; services: Services; base_url: string; actor?: Actor }): Context {
  const caller = { base_url: parts.base_url, ip_address: null, user_agent: null, request_id: 'system' }
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
 * The same context, by the account's clock as it stands now. For each part of work that may take minutes: exports leave out the
 * last minute and no more, so what is stamped with the time the whole began would be missed by those who are past it.
 */
export function atThisMoment(ctx: Context): Context {
  return { ...ctx, now: accountNow(ctx.account.settings.clock) }
}

/** Runs `work` with a context whose `db` is one transaction: all of it happens, or nothing. */
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
 * Works through items one after another, each in a transaction of its own: one that fails keeps no other one waiting.
 * @throws AggregateError at the end, with whatever has failed
 */
export async function eachInTransaction<Item>(
  ctx: Context,
  items: readonly Item[],
  work: (tx: Context, item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await inTransaction(ctx, (tx) => work(tx, item)).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} could not be done`)
}
