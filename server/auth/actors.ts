/** Loads the user who acts, with the groups and organizations that decide what he may see. */
import type { Account } from '../accounts/account.ts'
import type { Actor, Context, Remembering } from '../context.ts'
import { fixed } from '../db/builder.ts'

interface ActorRow extends Omit<Actor, 'is_owner'> {
  readonly active: boolean
  readonly suspended: boolean
  readonly password_hash: string | null
}

/** A user who may sign in. */
export interface KnownActor {
  readonly actor: Actor
  readonly password_hash: string | null
}

const COLUMNS = `u.id, u.name, u.email, u.role, u.organization_id, u.ticket_restriction, u.only_private_comments, u.active, u.suspended, u.password_hash,
  array(select m.group_id from group_memberships m where m.account_id = u.account_id and m.user_id = u.id) as group_ids,
  array(select m.organization_id from organization_memberships m where m.account_id = u.account_id and m.user_id = u.id) as organization_ids`
const byId = fixed<ActorRow>(`select ${COLUMNS} from users u where u.account_id = $1 and u.id = $2`)
const byEmail = fixed<ActorRow>(`select ${COLUMNS} from user_identities i join users u on u.account_id = i.account_id and u.id = i.user_id
  where i.account_id = $1 and u.account_id = $1 and i.type = 'email' and lower(i.value) = $2 and i.verified`)

/** The topic under which actors of an account are remembered; to be forgotten whenever a user or a membership changes. */
export const actorsTopic = (accountId: number) => `actors:${accountId}`

function known(account: Account, row: ActorRow | undefined): KnownActor | undefined {
  if (row === undefined || !row.active || row.suspended) return undefined
  const { active: _active, suspended: _suspended, password_hash, ...rest } = row
  return { actor: { ...rest, is_owner: row.id === account.owner_id }, password_hash }
}

/** The user with this verified e-mail address, if he is active and not suspended. @source auth.md §1 */
export function actorByEmail({ memory, database }: Remembering, account: Account, email: string): Promise<KnownActor | undefined> {
  return memory.remember(actorsTopic(account.id), `email:${email}`, async () =>
    known(account, await database.first(byEmail(account.id, email))),
  )
}

/** The user with this id, if he is active and not suspended. Not for use inside a transaction: see {@link readActor}. */
export function actorById({ memory, database }: Remembering, account: Account, id: number): Promise<KnownActor | undefined> {
  return memory.remember(actorsTopic(account.id), `id:${id}`, async () => known(account, await database.first(byId(account.id, id))))
}

/** As {@link actorById}, read afresh: inside a transaction nothing may wait for what other connections load. */
export async function readActor(ctx: Context, id: number): Promise<KnownActor | undefined> {
  return known(ctx.account, await ctx.db.first(byId(ctx.account.id, id)))
}
