/** Statements that read the people of tickets. */
import { actorsTopic } from '#auth/actors.ts'
import type { Context, Role } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { addressKey } from '#lib/text_forms.ts'

/** The columns of a user that tickets need. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly email: string | null
  readonly role: Role
  readonly only_private_comments: boolean
  readonly active: boolean
  readonly suspended: boolean
  readonly organization_id: number | null
  readonly organization_ids: readonly number[]
  readonly default_group_id: number | null
  readonly group_ids: readonly number[]
  readonly tags: readonly string[]
}

const COLUMNS = `u.id, u.name, u.email, u.role, u.only_private_comments, u.active, u.suspended, u.organization_id, u.default_group_id, u.tags,
  array(select m.organization_id from organization_memberships m where m.account_id = $1 and m.user_id = u.id) as organization_ids,
  array(select m.group_id from group_memberships m where m.account_id = $1 and m.user_id = u.id order by m.id) as group_ids`
const byId = defineStatement<Person>(`select ${COLUMNS} from users u where u.account_id = $1 and u.id = $2`)
const byEmail =
  defineStatement<Person>(`select ${COLUMNS} from user_identities i join users u on u.account_id = i.account_id and u.id = i.user_id
  where i.account_id = $1 and u.account_id = $1 and i.type = 'email' and lower(i.value) = $2`)

/** The person with this id. Cached; a person created in the current transaction is read from it. */
export async function personById(ctx: Context, id: number): Promise<Person | undefined> {
  const known = await ctx.services.cache.load(actorsTopic(ctx.account.id), `person:${id}`, () =>
    ctx.services.database.first(byId(ctx.account.id, id)),
  )
  return known ?? reloadPerson(ctx, id)
}

/** The person who has this e-mail address among their identities. */
export function personByEmail(ctx: Context, email: string): Promise<Person | undefined> {
  return ctx.db.first(byEmail(ctx.account.id, addressKey(email)))
}

/** The person with this id, read in the transaction of `ctx`. */
export function reloadPerson(ctx: Context, id: number): Promise<Person | undefined> {
  return ctx.db.first(byId(ctx.account.id, id))
}
