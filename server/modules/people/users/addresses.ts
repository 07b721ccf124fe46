/** The identities of a new or changed user: which ones an input asks for, and whether they are free. */
import type { Context } from '#core/context.ts'
import type { Details } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import {
  findTakenValues,
  type IdentityRow,
  insertIdentities,
  refreshUser,
  replaceDirectLine,
  updateIdentity,
} from '../user_identities/store.ts'
import { checkIdentity, type IdentityDraft, isDirectLine, isEmail, normalValue, PRIMARY_TYPES } from '../user_identities/values.ts'
import type { UserInput } from './schema.ts'

/** The identities an input names: `email` first, then `identities`; each once, the first of its type becoming the primary. Pure. */
export function draftIdentities(input: UserInput, known: readonly { type: string; value: string; primary: boolean }[]): IdentityDraft[] {
  const requested = [
    ...(input.email ? [{ type: 'email', value: input.email, verified: input.verified ?? false }] : []),
    ...(input.identities ?? []).map((one) => ({
      type: one.type ?? 'email',
      value: one.value ?? '',
      verified: one.verified ?? (one.verification_method ?? 'none') !== 'none',
      primary: one.primary,
    })),
  ]
  const drafts: IdentityDraft[] = []
  const seenKeys = new Set(known.map(identityKey))
  const withPrimary = new Set(known.filter((one) => one.primary).map((one) => one.type))
  for (const one of requested) {
    const draft = { type: one.type, value: normalValue(one.type, one.value), verified: one.verified }
    if (seenKeys.has(identityKey(draft))) continue
    seenKeys.add(identityKey(draft))
    const primary = PRIMARY_TYPES.includes(one.type) && !withPrimary.has(one.type)
    if (primary) withPrimary.add(one.type)
    drafts.push({ ...draft, primary })
  }
  return drafts
}

/** A key that distinguishes identities; types contain no NUL. */
const identityKey = ({ type, value }: { type: string; value: string }) => `${type}\0${value.toLowerCase()}`

/** The error for a new user with an empty address: one without an address leaves `email` out. @source docs/reference/people.md §1 */
export const EMAIL_BLANK: Details = { email: [makeBlankProblem('Email')] }

/**
 * What is wrong with the identities a user would get. Problems of `email` are reported under `email`, others under `value`.
 * @source docs/reference/conventions.md §2
 */
export async function checkAddresses(ctx: Context, input: UserInput, drafts: readonly IdentityDraft[]): Promise<Details> {
  const email = input.email ? normalValue('email', input.email) : undefined
  const taken = await findTakenValues(ctx, drafts)
  const details: Details = {}
  const owners = new Map(taken.map((other) => [identityKey(other), other.user_id]))
  for (const draft of drafts) {
    const takenBy = owners.get(identityKey(draft))
    if (draft.type === 'email' && draft.value === email) Object.assign(details, checkEmail(email, takenBy))
    else for (const [member, problems] of Object.entries(checkIdentity(draft, takenBy))) (details[member] ??= []).push(...problems)
  }
  return details
}

function checkEmail(email: string, takenBy: number | undefined): Details {
  if (!isEmail(email)) return { email: [{ description: `Email: ${email} is not properly formatted`, error: 'InvalidFormat' }] }
  return takenBy === undefined
    ? {}
    : { email: [{ description: `Email: ${email} is already being used by another user`, error: 'DuplicateValue' }] }
}

/**
 * Writes a user's phone number: as their direct line when it is one and free, otherwise as a shared number. Returns `shared_phone_number`.
 * @source docs/reference/people.md §1.7
 */
export async function writePhone(ctx: Context, userId: number, phone: string | null, shared: boolean | undefined): Promise<boolean | null> {
  const line = phone !== null && shared !== true && isDirectLine(phone) ? phone : null
  const claimed = await replaceDirectLine(ctx, userId, line)
  return phone === null ? null : !claimed
}

/**
 * Adds identities to a user, updates whether the primary address is verified, and copies both to the user's row. Returns the primary
 * address if its verification changed.
 */
export async function writeAddresses(
  ctx: Context,
  userId: number,
  drafts: readonly IdentityDraft[],
  known: readonly IdentityRow[],
  verified: boolean | undefined,
): Promise<string | undefined> {
  const primary = known.find((one) => one.type === 'email' && one.primary)
  const changesVerified = primary !== undefined && verified !== undefined && primary.verified !== verified
  if (drafts.length === 0 && !changesVerified) return undefined
  await insertIdentities(ctx, userId, drafts)
  if (changesVerified) await updateIdentity(ctx, { ...primary, verified })
  await refreshUser(ctx, userId)
  return changesVerified ? primary.value : undefined
}
