/** The people a ticket write refers to, loaded before it is validated: by id, by e-mail address, or newly created. */
import type { Static, TSchema } from 'typebox'
import type { Context } from '#core/context.ts'
import { ensureDefined } from '#lib/defined.ts'
import { isRestricted, canSeeUser } from '#permissions/people_scope.ts'
import { Forbidden, RecordInvalid } from '#core/errors.ts'
import { readValue } from '#http/read_input.ts'
import { Flag, Id, defineInput as members, Text } from '#http/shape.ts'
import { allOf } from '#lib/all_of.ts'
import { isObject, textOf } from '#lib/json.ts'
import { isEmail } from '#modules/people/user_identities/values.ts'
import { createUser } from '#modules/people/users/create.ts'
import { reloadPerson, type Person, personByEmail, personById } from './people_store.ts'
import type { TicketState } from './row.ts'
import type { TicketInput } from './schema.ts'
import { plainAddress } from '#lib/text_forms.ts'

/** The people. `undefined`: not sent; `null`: sent as null; a string: what was sent and does not exist. */
export interface People {
  readonly requester: Person | string | undefined
  readonly submitter: Person | string | undefined
  readonly assignee: Person | string | null | undefined
  readonly author: Person | string | undefined
  /** The people in collaborators, email_ccs and followers, by {@link participantKey}. */
  readonly participants: ReadonlyMap<string, Person>
}

/** True if a person was sent and exists. */
export function isPerson(named: Person | string | null | undefined): named is Person {
  return typeof named === 'object' && named !== null
}

const PERSON_MEMBERS = members({ locale: Text, locale_id: Id, organization_id: Id, verified: Flag })
const NEW_PERSON: TSchema = PERSON_MEMBERS
const NAMELESS = { description: 'Requester Name:  is too short (minimum is 1 characters)', error: 'TooShort' }
/** The most people one write may refer to besides the requester, and the most copies of a ticket. @source docs/reference/tickets.md §1.1 */
export const MAX_PARTICIPANTS = 48

/** Which existing people the caller can refer to. Others are treated as if they did not exist. */
export type PersonFilter = (person: Person) => boolean

/** For writes that follow from another write, and for people that were checked before. */
export const ANYONE: PersonFilter = () => true

/** The people the caller can see, and those already on the ticket: clients send back what they have read. */
export function visiblePeople(ctx: Context, before?: TicketState): PersonFilter {
  if (!isRestricted(ctx)) return ANYONE
  const { requester_id, submitter_id, assignee_id, email_cc_ids, follower_ids } = before ?? NO_PEOPLE
  const there = [requester_id, submitter_id, assignee_id, ...email_cc_ids, ...follower_ids]
  return (person) => canSeeUser(ctx, person) || there.includes(person.id)
}

const NO_PEOPLE = { requester_id: null, submitter_id: null, assignee_id: null, email_cc_ids: [], follower_ids: [] }

/** The person, if the caller can refer to them. */
const keepVisible = (isVisible: PersonFilter, person: Person | undefined) =>
  person !== undefined && isVisible(person) ? person : undefined

type Named = number | string | Record<string, unknown>

/**
 * A person as clients refer to them: an id, an e-mail address, or `{name, email, …}`, created if they do not exist.
 * @throws RecordInvalid when they cannot be created
 */
async function findPerson(ctx: Context, given: Named, isVisible: PersonFilter): Promise<Person | undefined> {
  const details: Record<string, unknown> = isObject(given) ? given : { email: given }
  const address = asAddress(details.email)
  // a whole user, as clients have read them, who may have no address
  const id = isObject(given) ? (address === undefined && asId(given.id)) || undefined : asId(given)
  if (id !== undefined) return keepVisible(isVisible, await personById(ctx, id))
  const known = address === undefined ? undefined : await personByEmail(ctx, address)
  if (known !== undefined) return keepVisible(isVisible, known)
  const called = typeof details.name === 'string' ? details.name : undefined
  return called === undefined && address === undefined ? undefined : makePerson(ctx, called ?? '', address, details)
}

const asAddress = (given: unknown) => (typeof given === 'string' && given.includes('@') ? plainAddress(given) : undefined)

/** The id a client sent, also as a string; undefined for anything else. 0, which no user has, for a number that cannot be an id. */
function asId(given: unknown): number | undefined {
  const number = typeof given === 'string' && /^\d{1,19}$/.test(given) ? Number(given) : given
  return typeof number === 'number' ? (Number.isSafeInteger(number) ? number : 0) : undefined
}

async function makePerson(
  ctx: Context,
  name: string,
  email: string | undefined,
  rest: Record<string, unknown>,
): Promise<Person | undefined> {
  const reading = { action: 'tickets/create', unknown: [] }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- readValue returns what the shape says
  const details = readValue(NEW_PERSON, rest, 'ticket.requester', reading) as Static<typeof PERSON_MEMBERS>
  try {
    const made = await createUser(ctx, { ...details, name, ...(email === undefined ? {} : { email }), role: 'end-user' })
    return await reloadPerson(ctx, made.id)
  } catch (error) {
    // A nameless requester is a problem of the ticket's requester, not of a user's name. @source docs/reference/conventions.md §2.2
    if (error instanceof RecordInvalid && name.trim() === '') throw new RecordInvalid({ requester: [NAMELESS] })
    throw error
  }
}

/** Loads all people a write refers to, of those in `isVisible`. @throws RecordInvalid when a requester cannot be created */
export async function loadPeople(ctx: Context, input: TicketInput, isVisible: PersonFilter): Promise<People> {
  const comment = typeof input.comment === 'object' ? input.comment : {}
  const personOrInput = async (given: Named | null | undefined) =>
    given === undefined || given === null || given === ''
      ? undefined
      : ((await findPerson(ctx, given, isVisible)) ?? textOf(isObject(given) ? (given.email ?? given.name) : given))
  const requester = await personOrInput(input.requester_id ?? input.requester)
  const [submitter, author, assignee] = await allOf(
    () => personOrInput(input.submitter_id),
    () => personOrInput(comment.author_id),
    () => loadAssignee(ctx, input, isVisible),
  )
  return { requester, submitter, author, assignee, participants: await loadParticipants(ctx, input, isVisible) }
}

async function loadAssignee(ctx: Context, input: TicketInput, isVisible: PersonFilter): Promise<Person | string | null | undefined> {
  if (input.assignee_id !== undefined)
    return input.assignee_id === null
      ? null
      : (keepVisible(isVisible, await personById(ctx, input.assignee_id)) ?? String(input.assignee_id))
  if (input.assignee_email === undefined) return undefined
  return input.assignee_email === null || input.assignee_email === ''
    ? null
    : (keepVisible(isVisible, await personByEmail(ctx, input.assignee_email)) ?? input.assignee_email)
}

/** The key of a participant in {@link People.participants}. */
export function participantKey(given: Named): string {
  if (!isObject(given)) return String(given)
  return textOf(given.user_id ?? given.user_email ?? given.email ?? given.name)
}

async function loadParticipants(ctx: Context, input: TicketInput, isVisible: PersonFilter): Promise<ReadonlyMap<string, Person>> {
  const found = new Map<string, Person>()
  const followers: readonly Named[] = input.followers ?? []
  const named: readonly Named[] = [
    ...(input.collaborator_ids ?? []),
    ...(input.collaborators ?? []),
    ...(input.additional_collaborators ?? []),
    ...(input.email_ccs ?? []),
    ...followers,
  ]
  if (named.length > MAX_PARTICIPANTS) {
    const description = `Collaborators: cannot be more than ${MAX_PARTICIPANTS}`
    throw new RecordInvalid({ base: [{ description, error: 'TooLong' }] })
  }
  for (const given of named) {
    const key = participantKey(given)
    if (key === '' || found.has(key)) continue
    const person = await participantNamed(ctx, given, { mayBeNew: !followers.includes(given), sight: isVisible })
    if (person !== undefined) found.set(key, person)
  }
  return found
}

/**
 * A participant. An unknown address becomes a user, named as sent or by the start of the address, unless the entry is for a follower or a
 * removal. An entry with only a name, or with an invalid address, refers to no one.
 */
async function participantNamed(
  ctx: Context,
  given: Named,
  { mayBeNew: canCreate, sight: isVisible }: { readonly mayBeNew: boolean; readonly sight: PersonFilter },
): Promise<Person | undefined> {
  const entry: Record<string, unknown> = isObject(given) ? given : { user_id: given, email: given }
  const id = asId(entry.user_id)
  if (id !== undefined) return keepVisible(isVisible, await personById(ctx, id))
  const address = asAddress(entry.user_email ?? entry.email)
  if (address === undefined || !isEmail(address)) return undefined
  const known = await personByEmail(ctx, address)
  if (known !== undefined || !canCreate || entry.action === 'delete') return keepVisible(isVisible, known)
  const name = [entry.user_name, entry.name].find((one): one is string => typeof one === 'string' && one !== '')
  return unlessForbidden(makePerson(ctx, name ?? ensureDefined(address.split('@')[0]), address, entry))
}

/** Creates no one if the caller's role cannot create end users; the write is not refused for that. */
async function unlessForbidden(making: Promise<Person | undefined>): Promise<Person | undefined> {
  try {
    return await making
  } catch (error) {
    if (error instanceof Forbidden) return undefined
    throw error
  }
}
