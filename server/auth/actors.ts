/** Loads the acting user, with the groups and organizations that determine what they may see. */
import { LIGHT_ROLE, restrictionsOf } from '#accounts/role_configuration.ts'
import type { Account } from '#accounts/account.ts'
import type { Actor, Context, CachingServices } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

interface ActorRow extends Omit<Actor, 'is_owner'> {
  readonly active: boolean
  readonly suspended: boolean
  readonly password_hash: string | null
  readonly has_second_factor: boolean
}

/** A user who may sign in. */
export interface KnownActor {
  readonly actor: Actor
  readonly password_hash: string | null
  readonly has_second_factor: boolean
}

/** `$1` is the account. */
const COLUMNS = `u.id, u.name, u.email, u.role, u.organization_id, u.ticket_restriction, u.only_private_comments, u.active, u.suspended, u.password_hash, u.two_factor_auth_enabled as has_second_factor,
  (select r.configuration from custom_roles r where r.account_id = $1 and r.id = u.custom_role_id and u.role = 'agent') as role_configuration,
  coalesce((select p.duties from access_people p where p.account_id = $1 and p.user_id = u.id), '{}') as duties,
  (select p.manager_id from access_people p where p.account_id = $1 and p.user_id = u.id) as manager_id,
  array(select m.group_id from group_memberships m where m.account_id = $1 and m.user_id = u.id) as group_ids,
  array(select m.organization_id from organization_memberships m where m.account_id = $1 and m.user_id = u.id) as organization_ids`
const byId = defineStatement<ActorRow>(`select ${COLUMNS} from users u where u.account_id = $1 and u.id = $2`)
const byEmail =
  defineStatement<ActorRow>(`select ${COLUMNS} from user_identities i join users u on u.account_id = i.account_id and u.id = i.user_id
  where i.account_id = $1 and u.account_id = $1 and i.type = 'email' and lower(i.value) = $2 and i.verified`)
const byAnyEmail =
  defineStatement<ActorRow>(`select ${COLUMNS} from user_identities i join users u on u.account_id = i.account_id and u.id = i.user_id
  where i.account_id = $1 and u.account_id = $1 and i.type = 'email' and lower(i.value) = $2`)

/** The cache topic of an account's actors; to be invalidated whenever a user or a membership changes. */
export const actorsTopic = (accountId: number) => `actors:${accountId}`

function toKnownActor(account: Account, row: ActorRow | undefined): KnownActor | undefined {
  if (row === undefined || !row.active || row.suspended) return undefined
  const { active: _active, suspended: _suspended, password_hash, has_second_factor, ...rest } = row
  // the role's configuration overrides what is stored with the user
  const roleRestrictions = row.role_configuration === null ? lightAgentRole(row) : restrictionsOf(row.role_configuration)
  return { actor: { ...rest, ...roleRestrictions, is_owner: row.id === account.owner_id }, password_hash, has_second_factor }
}

/** An agent who may comment in private only is treated as a light agent, with or without that role, except for ticket access. */
function lightAgentRole({ role, only_private_comments }: ActorRow): Pick<Actor, 'role_configuration'> | undefined {
  return role === 'agent' && only_private_comments ? { role_configuration: LIGHT_ROLE } : undefined
}

/** The user with this verified e-mail address, if active and not suspended. @source docs/reference/authentication.md §1 */
export function actorByEmail({ cache, database }: CachingServices, account: Account, email: string): Promise<KnownActor | undefined> {
  return cache.load(actorsTopic(account.id), `email:${email}`, async () =>
    toKnownActor(account, await database.first(byEmail(account.id, email))),
  )
}

/**
 * The user with this e-mail address, for an administrator acting on behalf of an end user: it need not be verified.
 * @source docs/reference/authentication.md §5
 */
export function endUserByEmail({ cache, database }: CachingServices, account: Account, email: string): Promise<KnownActor | undefined> {
  return cache.load(actorsTopic(account.id), `any_email:${email}`, async () =>
    toKnownActor(account, await database.first(byAnyEmail(account.id, email))),
  )
}

/** The user with this id, if active and not suspended. Not for use inside a transaction: see {@link readActor}. */
export function actorById({ cache, database }: CachingServices, account: Account, id: number): Promise<KnownActor | undefined> {
  return cache.load(actorsTopic(account.id), `id:${id}`, async () => toKnownActor(account, await database.first(byId(account.id, id))))
}

/** As {@link actorById}, but read from the database: a cache load by another connection could deadlock on the pool in a transaction. */
export async function readActor(ctx: Context, id: number): Promise<KnownActor | undefined> {
  return toKnownActor(ctx.account, await ctx.db.first(byId(ctx.account.id, id)))
}
