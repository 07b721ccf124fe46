/** The people a request asks to copy. @source docs/reference/tickets.md §9.2 */
import { ensureDefined } from '#lib/defined.ts'
import { canSeeUser } from '#permissions/people_scope.ts'
import { isStaff } from '#permissions/permissions.ts'
import { type Context, SYSTEM } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { isObject } from '#lib/json.ts'
import { MAX_PARTICIPANTS } from '../tickets/people.ts'
import { type Person, personByEmail, personById } from '../tickets/people_store.ts'
import type { Participant } from '../tickets/schema.ts'
import { createUser } from '#modules/people/users/create.ts'
import { isEmail } from '#modules/people/user_identities/values.ts'
import type { RequestInput } from './schema.ts'
import { plainAddress } from '#lib/text_forms.ts'

interface Named {
  readonly id: number | null
  readonly email: string | null
  readonly name: string | null
  readonly action: string
}

/** An id that no user has, for numbers that cannot be ids. */
const NO_USER_ID = 0
const textOr = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)
const addressOr = (value: unknown): string | null => (typeof value === 'string' ? plainAddress(value) || null : null)

function readPerson(given: unknown): Named {
  if (!isObject(given)) return { ...readIdentity(given), name: null, action: 'put' }
  const email = given.user_email ?? given.email
  const id = readIdentity(given.user_id).id
  return { id, email: addressOr(email), name: textOr(given.user_name ?? given.name), action: given.action === 'delete' ? 'delete' : 'put' }
}

function readIdentity(given: unknown): Pick<Named, 'id' | 'email'> {
  const number = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given
  if (typeof number !== 'number') return { id: null, email: addressOr(given) }
  return { id: Number.isSafeInteger(number) ? number : NO_USER_ID, email: null }
}

/**
 * The people to copy, by id. An unknown address becomes a user with an unverified address. Entries that have only a name, or that identify
 * no one, are left out. @throws RecordInvalid for more than a ticket may have
 */
export async function copiesOf(tx: Context, input: RequestInput): Promise<Participant[]> {
  const all = [...(input.collaborators ?? []), ...(input.collaborator_ids ?? []), ...(input.additional_collaborators ?? [])]
  const people = [...all, ...(input.email_ccs ?? [])].map(readPerson)
  if (people.length > MAX_PARTICIPANTS)
    refuseInvalid({ email_ccs: [{ description: `Email ccs: at most ${MAX_PARTICIPANTS} people can be copied`, error: 'TooLong' }] })
  const copies: Participant[] = []
  for (const one of people) {
    const person = await personOf(tx, one)
    if (person !== undefined) copies.push({ user_id: person.id, action: one.action })
  }
  return copies
}

async function personOf(tx: Context, { id, email, name, action }: Named): Promise<Pick<Person, 'id'> | undefined> {
  if (id !== null) return colleague(tx, await personById(tx, id), action)
  if (email === null || !isEmail(email)) return undefined
  const known = await personByEmail(tx, email)
  // agents cannot copy a user they cannot see; an address that is in use creates no user
  if (known !== undefined) return action === 'delete' || canSeeUser(tx, known) ? known : undefined
  if (action === 'delete') return undefined
  return makeUnverified(tx, { email, name })
}

/** By id, end users can copy only members of their organizations, because ids can be guessed. Anyone can be removed by id. */
function colleague(tx: Context, person: Person | undefined, action: string): Person | undefined {
  const isNamed =
    (isStaff(tx) && person !== undefined && canSeeUser(tx, person)) ||
    action === 'delete' ||
    person?.organization_ids.some((id) => tx.actor.organization_ids.includes(id)) === true
  return isNamed ? person : undefined
}

/** Creates an end user with an unverified address and, if known, a name. */
export function makeUnverified(
  tx: Context,
  { email, name, ...rest }: { email: string; name: string | null; locale?: string | null; locale_id?: number | null },
): Promise<Pick<Person, 'id'>> {
  const called = name ?? ensureDefined(email.split('@')[0])
  return createUser({ ...tx, actor: SYSTEM }, { ...rest, name: called, email, role: 'end-user' })
}
