/** The acts on identities: add, change, verify, make primary, remove. The user's own `email`, `phone` and `verified` follow. */
import { isStaff } from '../../access/permissions.ts'
import { actorsTopic } from '../../auth/actors.ts'
import { type Context, inTransaction } from '../../context.ts'
import { isUniqueViolation } from '../../db/client.ts'
import { RecordInvalid, refuseInvalid } from '../../errors.ts'
import { recordAudit } from '../audit_logs/record_store.ts'
import { mayVouchFor, requireIdentityWrite, requireVouching } from './rights.ts'
import type { IdentityInput } from './schema.ts'
import {
  deleteIdentity,
  findIdentitiesOf,
  findTakenValues,
  getIdentity,
  getIdentityOwner,
  type IdentityOwner,
  type IdentityRow,
  insertIdentities,
  lockIdentityOwner,
  refreshUser,
  setPrimaryIdentity,
  updateIdentity,
} from './store.ts'
import { checkIdentity, normalValue, PRIMARY_TYPES } from './values.ts'

const isVerified = (input: IdentityInput) =>
  input.verified ?? (input.verification_method !== undefined && input.verification_method !== 'none')

/** Adds an identity to a user. End users add addresses and numbers of their own, unverified. @throws Forbidden @throws NotFound @throws RecordInvalid @source users_orgs.md §2 POST */
export async function createIdentity(ctx: Context, userId: number, input: IdentityInput): Promise<IdentityRow> {
  const owner = await getIdentityOwner(ctx, userId)
  requireIdentityWrite(ctx, owner)
  const type = input.type ?? 'email'
  if (!isStaff(ctx) && !PRIMARY_TYPES.includes(type))
    throw new RecordInvalid({ type: [{ description: 'Type: is invalid', error: 'InvalidValue' }] })
  const value = normalValue(type, input.value ?? '')
  refuseInvalid(checkIdentity({ type, value }, await takenBy(ctx, type, value)))
  const first = PRIMARY_TYPES.includes(type) && !(await findIdentitiesOf(ctx, [userId])).some((row) => row.type === type && row.primary)
  return writing(ctx, { userId, value }, async (tx) => {
    const [made] = (await insertIdentities(tx, userId, [
      { type, value, verified: isVerified(input) && mayVouchFor(ctx, owner), primary: first },
    ])) as [IdentityRow]
    const preferred = !first && input.primary === true && isStaff(ctx) && PRIMARY_TYPES.includes(type)
    if (preferred) await setPrimaryIdentity(tx, made)
    if (first || preferred) await refreshUser(tx, userId)
    await audit(tx, owner, made, `Added ${type} ${value}`)
    return { ...made, primary: made.primary || preferred }
  })
}

/** Changes an identity's value or whether it is verified, never which one is primary. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeIdentity(ctx: Context, userId: number, id: number, input: IdentityInput): Promise<IdentityRow> {
  const owner = await getIdentityOwner(ctx, userId)
  requireVouching(ctx, owner)
  const before = await getIdentity(ctx, userId, id)
  const value = input.value === undefined ? before.value : normalValue(before.type, input.value ?? '')
  if (value !== before.value) refuseInvalid(checkIdentity({ type: before.type, value }, await takenBy(ctx, before.type, value, id)))
  const says = input.verified !== undefined || input.verification_method !== undefined
  // a new address has been verified by nobody yet, unless the same call says so
  const verified = says ? isVerified(input) : before.verified && value === before.value
  return writing(ctx, { userId, value }, async (tx) => {
    const after = await updateIdentity(tx, { ...before, value, verified })
    await refreshUser(tx, userId)
    const sentences = [
      ...(value === before.value ? [] : [`Changed ${before.type} from ${before.value} to ${value}`]),
      ...(verified === before.verified ? [] : [`${value} is ${verified ? 'verified' : 'no longer verified'}`]),
    ]
    if (sentences.length > 0) await audit(tx, owner, after, sentences.join('. '))
    return after
  })
}

/** Says that an identity belongs to its user. @throws Forbidden @throws NotFound */
export function verifyIdentity(ctx: Context, userId: number, id: number): Promise<IdentityRow> {
  return changeIdentity(ctx, userId, id, { verified: true })
}

/** Makes an identity the primary of its type; end users may choose among verified ones. Answers all identities of the user. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function makeIdentityPrimary(ctx: Context, userId: number, id: number): Promise<IdentityRow[]> {
  const owner = await getIdentityOwner(ctx, userId)
  requireIdentityWrite(ctx, owner)
  const row = await getIdentity(ctx, userId, id)
  if (!PRIMARY_TYPES.includes(row.type))
    throw new RecordInvalid({ base: [{ description: `An identity of type ${row.type} cannot be the primary one`, error: 'InvalidValue' }] })
  if (!isStaff(ctx) && !row.verified)
    throw new RecordInvalid({ base: [{ description: 'Only a verified identity can be made primary', error: 'InvalidValue' }] })
  return writing(ctx, { userId, value: row.value }, async (tx) => {
    await setPrimaryIdentity(tx, row)
    await refreshUser(tx, userId)
    if (!row.primary) await audit(tx, owner, row, `Made ${row.value} the primary ${row.type}`)
    return findIdentitiesOf(tx, [userId])
  })
}

/** Removes an identity; the primary e-mail address stays. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function removeIdentity(ctx: Context, userId: number, id: number): Promise<void> {
  const owner = await getIdentityOwner(ctx, userId)
  requireIdentityWrite(ctx, owner)
  const row = await getIdentity(ctx, userId, id)
  if (row.type === 'email' && row.primary)
    throw new RecordInvalid({ base: [{ description: 'The primary e-mail address cannot be removed', error: 'InvalidValue' }] })
  await writing(ctx, { userId, value: row.value }, async (tx) => {
    await deleteIdentity(tx, row)
    if (row.primary) await refreshUser(tx, userId)
    await audit(tx, owner, row, `Removed ${row.type} ${row.value}`)
  })
}

/** Checks that the user may be asked to verify this identity. @throws Forbidden @throws NotFound @source users_orgs.md §2 request_verification */
export async function requestVerification(ctx: Context, userId: number, id: number): Promise<void> {
  requireIdentityWrite(ctx, await getIdentityOwner(ctx, userId))
  await getIdentity(ctx, userId, id)
}

async function takenBy(ctx: Context, type: string, value: string, exceptId = 0): Promise<number | undefined> {
  const [taken] = await findTakenValues(ctx, [{ type, value }])
  return taken?.id === exceptId ? undefined : taken?.user_id
}

/** By what staff signs in is a matter of the audit log; addresses of end users are everyday work. */
async function audit(tx: Context, owner: IdentityOwner, { id }: IdentityRow, change_description: string): Promise<void> {
  if (owner.role === 'end-user') return
  const details = { user_identity_id: id }
  await recordAudit(tx, {
    action: 'update',
    source_type: 'user',
    source_id: owner.id,
    source_label: owner.name,
    change_description,
    details,
  })
}

interface Written {
  readonly userId: number
  readonly value: string
}

/**
 * One transaction after which nobody is remembered by his old addresses; two writers of one address get the same refusal as one after the
 * other. The user is held first, as whoever changes him and his addresses together does: otherwise the two wait for each other.
 */
async function writing<Result>(ctx: Context, { userId, value }: Written, work: (tx: Context) => Promise<Result>): Promise<Result> {
  try {
    return await inTransaction(ctx, async (tx) => {
      await lockIdentityOwner(tx, userId)
      const result = await work(tx)
      await tx.services.memory.forget(tx.db, actorsTopic(ctx.account.id))
      return result
    })
  } catch (error) {
    if (isUniqueViolation(error, 'user_identities_value'))
      throw new RecordInvalid({
        value: [{ description: `Value: ${value} is already being used by another user`, error: 'DuplicateValue' }],
      })
    throw error
  }
}
