/** Whom a requester wants to have copied. @source docs/reference/tickets.md §9.2 */
import { seesPerson } from '../../../permissions/people_scope.ts'
import { isStaff } from '../../../permissions/permissions.ts'
import { type Context, SYSTEM } from '../../../context.ts'
import { refuseInvalid } from '../../../errors.ts'
import { isObject } from '../../../lib/json.ts'
import { MOST_PARTICIPANTS } from '../tickets/people.ts'
import { type Person, personByEmail, personById } from '../tickets/people_store.ts'
import type { Participant } from '../tickets/schema.ts'
import { createUser } from '../../people/users/create.ts'
import { isEmail } from '../../people/user_identities/values.ts'
import type { RequestInput } from './schema.ts'

interface Named {
  readonly id: number | null
  readonly email: string | null
  readonly name: string | null
  readonly action: string
}

/** Whom a number means that no record can have. */
const NOBODY = 0
const textOr = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

function named(given: unknown): Named {
  if (!isObject(given)) return { ...identified(given), name: null, action: 'put' }
  const email = given.user_email ?? given.email
  const id = identified(given.user_id).id
  return { id, email: textOr(email), name: textOr(given.user_name ?? given.name), action: given.action === 'delete' ? 'delete' : 'put' }
}

function identified(given: unknown): Pick<Named, 'id' | 'email'> {
  const number = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given
  if (typeof number !== 'number') return { id: null, email: textOr(given) }
  return { id: Number.isSafeInteger(number) ? number : NOBODY, email: null }
}

/**
 * The copies a request asks for, by id. Who has an address we do not know becomes a user whose address is not verified; whoever is
 * known by nothing else than a name, and what names nobody, is left out. @throws RecordInvalid for more than a ticket may have
 */
export async function copiesOf(tx: Context, input: RequestInput): Promise<Participant[]> {
  const all = [...(input.collaborators ?? []), ...(input.collaborator_ids ?? []), ...(input.additional_collaborators ?? [])]
  const people = [...all, ...(input.email_ccs ?? [])].map(named)
  if (people.length > MOST_PARTICIPANTS)
    refuseInvalid({ email_ccs: [{ description: `Email ccs: at most ${MOST_PARTICIPANTS} people can be copied`, error: 'TooLong' }] })
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
  // whom an agent does not see they cannot name; an address that is taken makes nobody new
  if (known !== undefined) return action === 'delete' || seesPerson(tx, known) ? known : undefined
  if (action === 'delete') return undefined
  return makeUnverified(tx, { email, name })
}

/** By a mere number an end user names nobody but people of his organizations: numbers can be tried. Whoever is copied may be taken off by it. */
function colleague(tx: Context, person: Person | undefined, action: string): Person | undefined {
  const isNamed =
    (isStaff(tx) && person !== undefined && seesPerson(tx, person)) ||
    action === 'delete' ||
    person?.organization_ids.some((id) => tx.actor.organization_ids.includes(id)) === true
  return isNamed ? person : undefined
}

/** Somebody of whom nothing is known than an address, and perhaps a name: nobody has shown that it is his. */
export function makeUnverified(
  tx: Context,
  { email, name, ...rest }: { email: string; name: string | null; locale?: string | null; locale_id?: number | null },
): Promise<Pick<Person, 'id'>> {
  const called = name ?? (email.split('@')[0] as string)
  return createUser({ ...tx, actor: SYSTEM }, { ...rest, name: called, email, role: 'end-user' })
}
