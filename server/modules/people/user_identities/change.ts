/** The acts on identities: add, change, verify, make primary, remove. The user's own `email`, `phone` and `verified` follow. */
import { isStaff } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { RecordInvalid, refuseInvalid } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import { mayVerifyFor, requireIdentityWrite, requireMayVerify } from './rights.ts'
import type { IdentityInput } from './schema.ts'
import {
  deleteIdentity,
  findIdentitiesOf,
  findTakenValues,
  getIdentity,
  getIdentityOwner,
  type IdentityRow,
  insertIdentities,
  refreshUser,
  setPrimaryIdentity,
  updateIdentity,
} from './store.ts'
import { checkIdentity, normalValue, PRIMARY_TYPES } from './values.ts'
import { mailVerification } from './verification.ts'
import { auditIdentity, writeIdentity } from './write.ts'
import { ensureDefined } from '#lib/defined.ts'

const isVerified = (input: IdentityInput) =>
  input.verified ?? (input.verification_method !== undefined && input.verification_method !== 'none')

/**
 * Adds an identity to a user. End users add unverified addresses and numbers of their own. An unverified address added by staff is sent a
 * verification mail.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 * @source docs/reference/people.md §2
 */
export async function createIdentity(ctx: Context, userId: number, input: IdentityInput): Promise<IdentityRow> {
  const type = input.type ?? 'email'
  const value = normalValue(type, input.value ?? '')
  return writeIdentity(ctx, { userId, value }, async (tx) => {
    const owner = await getIdentityOwner(tx, userId)
    requireIdentityWrite(tx, owner)
    if (!isStaff(tx) && !PRIMARY_TYPES.includes(type)) throw new RecordInvalid({ type: [makeInvalidProblem('Type')] })
    refuseInvalid(checkIdentity({ type, value }, await takenBy(tx, type, value)))
    const first = PRIMARY_TYPES.includes(type) && !(await findIdentitiesOf(tx, [userId])).some((row) => row.type === type && row.primary)
    const verified = isVerified(input) && mayVerifyFor(tx, owner)
    const made = ensureDefined((await insertIdentities(tx, userId, [{ type, value, verified, primary: first }]))[0])
    const preferred = !first && input.primary === true && isStaff(tx) && PRIMARY_TYPES.includes(type)
    if (preferred) await setPrimaryIdentity(tx, made, true)
    if (first || preferred) await refreshUser(tx, userId)
    await auditIdentity(
      tx,
      owner,
      made,
      `Added ${type} ${value}${made.verified ? ', verified' : ''}${preferred ? ', made the primary one' : ''}`,
    )
    // end users request the mail through a rate-limited route; otherwise they could have unlimited mails sent to any address
    if (isStaff(tx) && type === 'email' && !made.verified && input.skip_verify_email !== true) await mailVerification(tx, owner, made)
    return { ...made, primary: made.primary || preferred }
  })
}

/** Changes an identity's value or whether it is verified, never which one is primary. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeIdentity(ctx: Context, userId: number, id: number, input: IdentityInput): Promise<IdentityRow> {
  return writeIdentity(ctx, { userId, value: input.value?.trim() ?? '' }, async (tx) => {
    const owner = await getIdentityOwner(tx, userId)
    requireMayVerify(tx, owner)
    const before = await getIdentity(tx, userId, id)
    const value = input.value === undefined ? before.value : normalValue(before.type, input.value ?? '')
    if (value !== before.value) refuseInvalid(checkIdentity({ type: before.type, value }, await takenBy(tx, before.type, value, id)))
    const setsVerified = input.verified !== undefined || input.verification_method !== undefined
    // a new address is unverified unless the same call says otherwise
    const verified = setsVerified ? isVerified(input) : before.verified && value === before.value
    const after = await updateIdentity(tx, { ...before, value, verified })
    await refreshUser(tx, userId)
    const sentences = [
      ...(value === before.value ? [] : [`Changed ${before.type} from ${before.value} to ${value}`]),
      ...(verified === before.verified ? [] : [`${value} is ${verified ? 'verified' : 'no longer verified'}`]),
    ]
    if (sentences.length > 0) await auditIdentity(tx, owner, after, sentences.join('. '))
    return after
  })
}

/** Marks an identity as verified. @throws Forbidden @throws NotFound */
export function verifyIdentity(ctx: Context, userId: number, id: number): Promise<IdentityRow> {
  return changeIdentity(ctx, userId, id, { verified: true })
}

/**
 * Makes an identity the primary of its type; end users can choose only verified ones. Returns all identities of the user.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 */
export async function makeIdentityPrimary(ctx: Context, userId: number, id: number): Promise<IdentityRow[]> {
  return writeIdentity(ctx, { userId, value: '' }, async (tx) => {
    const owner = await getIdentityOwner(tx, userId)
    requireIdentityWrite(tx, owner)
    const row = await getIdentity(tx, userId, id)
    if (!PRIMARY_TYPES.includes(row.type))
      throw new RecordInvalid({
        base: [{ description: `An identity of type ${row.type} cannot be the primary one`, error: 'InvalidValue' }],
      })
    requireVerified(tx, row)
    await setPrimaryIdentity(tx, row, true)
    await refreshUser(tx, userId)
    if (!row.primary) await auditIdentity(tx, owner, row, `Made ${row.value} the primary ${row.type}`)
    return findIdentitiesOf(tx, [userId])
  })
}

/**
 * Removes an identity, but not the only e-mail address. When the primary address is removed, the oldest remaining verified one becomes
 * primary; an unverified one never does automatically.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 */
export async function removeIdentity(ctx: Context, userId: number, id: number): Promise<void> {
  await writeIdentity(ctx, { userId, value: '' }, async (tx) => {
    const owner = await getIdentityOwner(tx, userId)
    requireIdentityWrite(tx, owner)
    const row = await getIdentity(tx, userId, id)
    const isAddress = row.type === 'email' && row.primary
    const nextPrimary = isAddress ? heirOf(row, await findIdentitiesOf(tx, [userId])) : undefined
    if (isAddress && nextPrimary === undefined)
      throw new RecordInvalid({ base: [{ description: 'The only e-mail address cannot be removed', error: 'InvalidValue' }] })
    if (nextPrimary?.verified === false) throw makeUnverifiedError(isStaff(tx) ? '. Verify another one, or make it primary first' : '')
    await deleteIdentity(tx, row)
    if (nextPrimary !== undefined) await setPrimaryIdentity(tx, nextPrimary, false)
    if (row.primary) await refreshUser(tx, userId)
    await auditIdentity(tx, owner, row, `Removed ${row.type} ${row.value}`)
  })
}

/** Only staff can make an unverified identity primary: an end user could impersonate the owner of the address. @throws RecordInvalid */
function requireVerified(ctx: Context, row: IdentityRow): void {
  if (!isStaff(ctx) && !row.verified) throw makeUnverifiedError()
}

function makeUnverifiedError(advice = ''): RecordInvalid {
  return new RecordInvalid({ base: [{ description: `Only a verified identity can be made primary${advice}`, error: 'InvalidValue' }] })
}

function heirOf(gone: IdentityRow, all: readonly IdentityRow[]): IdentityRow | undefined {
  const others = all.filter((other) => other.type === gone.type && other.id !== gone.id)
  return others.find((other) => other.verified) ?? others[0]
}

async function takenBy(ctx: Context, type: string, value: string, exceptId = 0): Promise<number | undefined> {
  const [taken] = await findTakenValues(ctx, [{ type, value }])
  return taken?.id === exceptId ? undefined : taken?.user_id
}
