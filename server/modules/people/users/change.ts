import { closeSessions } from '#auth/sessions.ts'
import type { Context } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { enqueue } from '#queue/enqueue.ts'
import { allOf } from '#lib/all_of.ts'
import { findIdentitiesOf, type IdentityRow } from '../user_identities/store.ts'
import { mayVerifyFor } from '../user_identities/rights.ts'
import type { IdentityDraft } from '../user_identities/values.ts'
import { auditChange } from './audit.ts'
import { checkAddresses, draftIdentities, writeAddresses, writePhone } from './addresses.ts'
import { type Belonging, toBelongingColumns, readBelonging, writeBelonging } from './belonging.ts'
import { draftUser } from './draft.ts'
import { resolveUserFields } from './fields.ts'
import { lockVisibleUser } from './list_store.ts'
import { pickPermittedInput, requireChange, requireAssignableOrganizations } from './rights.ts'
import { checkRemotePhoto, applyRemotePhoto } from './photo.ts'
import { writeAndPublishUser } from '../user_events/publishing.ts'
import { EXTERNAL_ID_TAKEN, saveUsers } from './save.ts'
import type { UserInput } from './schema.ts'
import { findUserByExternalId, getUser, updateUser, type UserChange, type UserRow } from './store.ts'
import { unassignTickets } from './ticket_store.ts'
import { membersWhere } from '#lib/objects.ts'

/** Everything that is determined before a change is written. */
interface Change {
  readonly before: UserRow
  readonly columns: UserChange
  readonly belonging: Belonging
  readonly identities: { readonly drafts: readonly IdentityDraft[]; readonly known: readonly IdentityRow[] }
  readonly verified: boolean | undefined
  readonly shared_phone_number: boolean | undefined
}

/**
 * Changes a user. A new `email` is added as a further address, and becomes the primary one only if there was none.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 * @source docs/reference/people.md §1, §1.1, §4.2
 */
export async function changeUser(ctx: Context, id: number, given: UserInput): Promise<UserRow> {
  return saveUsers(ctx, async (tx) => {
    const before = await lockVisibleUser(tx, id)
    const input = pickPermittedInput(tx, before, given)
    checkRemotePhoto(input)
    const { setup, sent } = await resolveUserFields(tx, input, before)
    const { change, problems } = draftUser(tx.account.settings, setup, sent, before)
    const columns = differences(before, change)
    const known = input.email || input.identities || input.verified !== undefined ? await findIdentitiesOf(tx, [id]) : []
    const vouched = mayVerifyFor(tx, before)
    const drafts = draftIdentities(input, known).map((draft) => ({ ...draft, verified: draft.verified && vouched }))
    const verifies = vouched && input.verified === true && !before.verified
    requireChange(tx, before, columns, input, drafts.length > 0 || columns.phone !== undefined || verifies)
    const [belonging, addressProblems, sameId] = await allOf(
      () => readBelonging(tx, input, columns.role ?? before.role, before, undefined),
      () => checkAddresses(tx, input, drafts),
      () => (columns.external_id ? findUserByExternalId(tx, columns.external_id) : undefined),
    )
    requireAssignableOrganizations(tx, before, belonging)
    refuseInvalid({
      ...problems,
      ...belonging.problems,
      ...addressProblems,
      ...(sameId === undefined || sameId.id === id ? {} : EXTERNAL_ID_TAKEN),
    })
    const verified = vouched ? input.verified : undefined
    await applyRemotePhoto(tx, id, input)
    const write = () =>
      writeChange(tx, {
        before,
        columns: { ...columns, ...differences(before, toBelongingColumns(belonging)) },
        belonging,
        identities: { drafts, known },
        verified,
        shared_phone_number: input.shared_phone_number,
      })
    return writeAndPublishUser(tx, id, write)
  })
}

/** The members whose value differs. */
function differences(before: UserRow, change: UserChange): UserChange {
  return membersWhere(change, (member) => JSON.stringify(before[member]) !== JSON.stringify(change[member]))
}

async function writeChange(
  tx: Context,
  { before, columns, belonging, identities, verified, shared_phone_number }: Change,
): Promise<UserRow> {
  const { id } = before
  const reshared = shared_phone_number !== undefined && before.phone !== null && shared_phone_number !== before.shared_phone_number
  const phone = columns.phone === undefined ? before.phone : columns.phone
  const phoneColumns =
    columns.phone !== undefined || reshared ? { phone, shared_phone_number: await writePhone(tx, id, phone, shared_phone_number) } : {}
  const verifiedWithoutAddress =
    before.email === null && identities.drafts.length === 0 && verified !== undefined && verified !== before.verified ? { verified } : {}
  const all = { ...columns, ...phoneColumns, ...verifiedWithoutAddress }
  await writeBelonging(tx, id, belonging)
  if (Object.keys(all).length > 0) await updateUser(tx, id, all)
  const changedAddress = await writeAddresses(tx, id, identities.drafts, identities.known, verified)
  // a user without an address can be declared verified, too: it applies to their first address
  const address = changedAddress ?? ('verified' in verifiedWithoutAddress ? 'User without an address' : undefined)
  const vouching = address === undefined || verified === undefined ? undefined : { address, verified }
  const existing = before.role === 'end-user' && columns.role !== undefined ? await findIdentitiesOf(tx, [id]) : []
  await auditChange(tx, before, { columns, belonging, added: identities.drafts, brought: existing, vouching })
  await applyAccessChange(tx, before, columns)
  return getUser(tx, id)
}

/** Consequences of a changed role or suspension. */
async function applyAccessChange(tx: Context, before: UserRow, { role, suspended }: UserChange): Promise<void> {
  if (role === 'end-user') await unassignTickets(tx, before.id)
  if (suspended === true) await closeSessions(tx, before.id)
  const was = isActiveStaff(before)
  const is = isActiveStaff({ role: role ?? before.role, suspended: suspended ?? before.suspended })
  if (was !== is)
    await enqueue(tx, 'follow_access_part', { user_id: before.id, [is ? 'gained' : 'lost']: ['to_approve', 'to_review', 'to_issue'] })
}

/** True for active staff: agents and admins who are not suspended. */
const isActiveStaff = ({ role, suspended }: Pick<UserRow, 'role' | 'suspended'>) => role !== 'end-user' && !suspended
