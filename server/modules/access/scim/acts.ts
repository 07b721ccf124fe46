/** What an identity provider may do with the staff of an account. */
import { requirePermission } from '#permissions/permissions.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import type { Context } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { localeByCode } from '#lib/locales.ts'
import {
  deleteIdentity,
  findIdentitiesOf,
  insertIdentities,
  refreshUser,
  setPrimaryIdentity,
  updateIdentity,
} from '#modules/people/user_identities/store.ts'
import { changeUser } from '#modules/people/users/change.ts'
import { createUser } from '#modules/people/users/create.ts'
import { writeAndPublishUser } from '#modules/people/user_events/publishing.ts'
import { removeUser } from '#modules/people/users/remove.ts'
import { saveUsers } from '#modules/people/users/save.ts'
import type { UserInput } from '#modules/people/users/schema.ts'
import { getUser, type UserRow } from '#modules/people/users/store.ts'
import { applyOperations } from './patch.ts'
import { type Person, presentPerson, readPerson, type Resource } from './person.ts'
import { stopCredentials } from './stop_credentials.ts'
import { lockStaff } from './store.ts'

const DEFAULT_ROLE = 'agent'

function inputOf(person: Person): UserInput {
  const { name, role, external_id, phone, active } = person
  const locale = person.locale === undefined ? undefined : localeByCode(person.locale.replace('_', '-'))?.locale
  return {
    name,
    ...(role === undefined ? {} : { role }),
    ...(external_id === undefined ? {} : { external_id }),
    ...(phone === undefined ? {} : { phone }),
    ...(locale === undefined ? {} : { locale }),
    ...(active === undefined ? {} : { suspended: !active }),
  }
}

/**
 * Creates an agent, or an administrator if the role says so. The address counts as verified, because it comes from the directory.
 * @throws Forbidden @throws ScimError @throws RecordInvalid when another user has the address or the external id
 * @source RFC 7644 §3.3
 */
export async function provision(ctx: Context, resource: Resource): Promise<UserRow> {
  requirePermission(ctx, 'user.manage_staff')
  const person = readPerson(resource)
  return createUser(ctx, { role: DEFAULT_ROLE, ...inputOf(person), email: person.email, verified: true })
}

/**
 * Updates the person from the resource; absent members stay unchanged.
 * @throws Forbidden
 * @throws NotFound
 * @throws ScimError
 * @throws RecordInvalid
 * @source RFC 7644 §3.5.1
 */
export async function replace(ctx: Context, id: number, resource: Resource): Promise<UserRow> {
  requirePermission(ctx, 'user.manage_staff')
  return saveUsers(ctx, async (tx) => write(tx, await lockStaff(tx, id), readPerson(resource)))
}

/**
 * Applies the operations of a PATCH, all or none.
 * @throws Forbidden
 * @throws NotFound
 * @throws ScimError
 * @throws RecordInvalid
 * @source RFC 7644 §3.5.2
 */
export async function patch(ctx: Context, id: number, operations: readonly unknown[]): Promise<UserRow> {
  requirePermission(ctx, 'user.manage_staff')
  return saveUsers(ctx, async (tx) => {
    const before = await lockStaff(tx, id)
    return write(tx, before, readPerson(applyOperations(presentPerson(before, ''), operations)))
  })
}

async function write(tx: Context, before: UserRow, person: Person): Promise<UserRow> {
  await changeUser(tx, before.id, inputOf(person))
  if (person.email !== before.email) await writeAndPublishUser(tx, before.id, () => replaceAddress(tx, before, person.email))
  if (person.active === false && !before.suspended)
    await stopCredentials(tx, before.id, 'The identity provider has deactivated the person who knows this credential')
  return getUser(tx, before.id)
}

/**
 * Replaces the address, so that the old one no longer signs in. Requires full scopes, because staff sign in with it.
 * @throws MissingScope
 */
async function replaceAddress(tx: Context, user: UserRow, email: string): Promise<void> {
  requireEveryScope(tx.auth)
  if (user.id === tx.account.owner_id && !tx.actor.is_owner) throw new Forbidden()
  const known = (await findIdentitiesOf(tx, [user.id])).filter((identity) => identity.type === 'email')
  const draft = { type: 'email', value: email, verified: true, primary: true }
  const same = known.find((identity) => identity.value.toLowerCase() === email)
  const [row] = same === undefined ? await insertIdentities(tx, user.id, [draft]) : [await updateIdentity(tx, { ...same, verified: true })]
  if (row === undefined) return
  await setPrimaryIdentity(tx, row, true)
  for (const old of known) if (old.primary && old.id !== row.id) await deleteIdentity(tx, old)
  await refreshUser(tx, user.id)
  await recordAudit(tx, {
    action: 'update',
    source_type: 'user',
    source_id: user.id,
    source_label: user.name,
    change_description: 'E-mail address replaced by the identity provider',
    details: { before: user.email, after: email },
  })
}

/**
 * Deletes the person after ending all their credentials.
 * @throws Forbidden
 * @throws NotFound
 * @throws RecordInvalid for the owner and for oneself
 * @source RFC 7644 §3.6
 */
export async function deprovision(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'user.manage_staff')
  await saveUsers(ctx, async (tx) => {
    await lockStaff(tx, id)
    await stopCredentials(tx, id, 'The identity provider has deleted the person who knows it')
    await removeUser(tx, id)
  })
}
