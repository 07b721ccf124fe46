import { ensureDefined } from '#lib/defined.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import type { Context } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { allOf } from '#lib/all_of.ts'
import { publishEvents } from '#modules/common/webhook_events/publish.ts'
import { insertIdentities } from '../user_identities/store.ts'
import type { IdentityDraft } from '../user_identities/values.ts'
import { auditCreation } from './audit.ts'
import { checkAddresses, draftIdentities, EMAIL_BLANK, writePhone } from './addresses.ts'
import { type Belonging, toBelongingColumns, readBelonging, writeBelonging } from './belonging.ts'
import { draftUser } from './draft.ts'
import { resolveUserFields } from './fields.ts'
import { draftPassword, type NewPassword } from './passwords.ts'
import { checkRemotePhoto, applyRemotePhoto } from './photo.ts'
import { requireAssignableOrganizations } from './rights.ts'
import { EXTERNAL_ID_TAKEN, saveUsers } from './save.ts'
import type { UserInput } from './schema.ts'
import { findUserByExternalId, insertUser, updateUser, type UserChange, type UserRow } from './store.ts'
import { userSubject } from '../user_events/events.ts'

/** Everything that is determined before a new user is written. */
interface NewUser {
  readonly columns: UserChange & Pick<UserRow, 'name' | 'role' | 'time_zone' | 'locale'>
  readonly identities: readonly IdentityDraft[]
  readonly belonging: Belonging
  readonly shared_phone_number: boolean | undefined
  readonly password_hash: string | null
}

/**
 * Creates a user: agents create end users, admins also agents and admins. An end user can get an organization by the domain of their
 * e-mail address; an agent without a group gets the default one. `given` is the password if it is already hashed.
 * @throws Forbidden @throws MissingScope @throws RecordInvalid
 * @source docs/reference/people.md §1, §1.3
 */
export async function createUser(ctx: Context, input: UserInput, given?: NewPassword): Promise<UserRow> {
  requirePermission(ctx, 'user.create')
  checkRemotePhoto(input)
  const { setup, sent } = await resolveUserFields(ctx, input)
  const { change, problems } = draftUser(ctx.account.settings, setup, sent)
  const role = ensureDefined(change.role)
  if (role !== 'end-user') {
    requirePermission(ctx, 'user.manage_staff')
    requireEveryScope(ctx.auth)
  }
  const password = given ?? (await draftPassword(ctx, input))
  const identities = draftIdentities(input, [])
  const email = identities.find((one) => one.type === 'email' && one.primary)
  const [belonging, addressProblems, sameId] = await allOf(
    () => readBelonging(ctx, input, role, undefined, email?.value),
    () => checkAddresses(ctx, input, identities),
    () => (change.external_id ? findUserByExternalId(ctx, change.external_id) : undefined),
  )
  requireAssignableOrganizations(ctx, { role, organization_id: null }, belonging)
  refuseInvalid({
    ...problems,
    ...belonging.problems,
    ...addressProblems,
    ...(input.email === '' ? EMAIL_BLANK : {}),
    ...password.problems,
    ...(sameId === undefined ? {} : EXTERNAL_ID_TAKEN),
  })
  const { time_zone, locale } = ctx.account.settings
  const columns = {
    time_zone,
    locale,
    ...change,
    ...toBelongingColumns(belonging),
    name: ensureDefined(change.name),
    role,
    email: email?.value ?? null,
    verified: email?.verified ?? input.verified ?? false,
  }
  const user = { columns, identities, belonging, shared_phone_number: input.shared_phone_number, password_hash: password.hash }
  return saveUsers(ctx, async (tx) => {
    const row = await writeUser(tx, user)
    if (input.remote_photo_url) await applyRemotePhoto(tx, row.id, input)
    await publishEvents(tx, userSubject(row), () => [{ type: 'user.created', event: {} }])
    return row
  })
}

async function writeUser(tx: Context, { columns, identities, belonging, shared_phone_number, password_hash }: NewUser): Promise<UserRow> {
  const line = identities.find((one) => one.type === 'phone_number' && one.primary)
  const phone = columns.phone ?? null
  const row = await insertUser(
    tx,
    { ...columns, phone: phone ?? line?.value ?? null, shared_phone_number: phone !== null ? true : line === undefined ? null : false },
    password_hash,
  )
  const shared = phone === null ? null : await writePhone(tx, row.id, phone, shared_phone_number)
  const others =
    shared === false
      ? identities
          .filter((one) => one.type !== 'phone_number' || one.value !== phone)
          .map((one) => ({ ...one, primary: one.primary && one.type !== 'phone_number' }))
      : identities
  await insertIdentities(tx, row.id, others, true)
  await writeBelonging(tx, row.id, belonging)
  await auditCreation(tx, row, identities)
  return shared === false ? updateUser(tx, row.id, { shared_phone_number: false }) : row
}
