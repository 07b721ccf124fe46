/**
 * Statements on what a password link depends on: it is valid only while the user, their primary address and their password are unchanged.
 */
import type { Context, Role } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** A user who may sign in, with the identity of their primary address. */
export interface PasswordHolder {
  readonly id: number
  readonly name: string
  readonly role: Role
  readonly email: string
  readonly identity_id: number
  readonly verified: boolean
  /** False where a program alone has set the address: a link that is mailed to it could make that program the user. */
  readonly is_confirmed: boolean
  readonly password_hash: string | null
}

const selectHolder =
  defineStatement<PasswordHolder>(`select u.id, u.name, u.role, i.value as email, i.id as identity_id, i.verified, i.confirmed as is_confirmed, u.password_hash
  from users u join user_identities i on i.account_id = u.account_id and i.user_id = u.id and i.type = 'email' and i."primary"
  where u.account_id = $1 and i.account_id = $1 and u.id = $2 and u.active and not u.suspended`)

const holderByEmail = defineStatement<PasswordHolder>(`select u.id, u.name, u.role, i.value as email, i.id as identity_id, i.verified,
    known.confirmed and i.confirmed as is_confirmed, u.password_hash
  from user_identities known
    join users u on u.account_id = known.account_id and u.id = known.user_id
    join user_identities i on i.account_id = u.account_id and i.user_id = u.id and i.type = 'email' and i."primary"
  where known.account_id = $1 and u.account_id = $1 and i.account_id = $1 and known.type = 'email' and lower(known.value) = $2
    and (known.verified or known.id = i.id) and u.active and not u.suspended`)

/** The user; undefined if deleted, suspended, or without an e-mail address. */
export function findPasswordHolder(ctx: Context, userId: number): Promise<PasswordHolder | undefined> {
  return ctx.db.first(selectHolder(ctx.account.id, userId))
}

/** The same by an address in lower case: a verified one or the primary one. */
export function findPasswordHolderByEmail(ctx: Context, email: string): Promise<PasswordHolder | undefined> {
  return ctx.db.first(holderByEmail(ctx.account.id, email))
}
