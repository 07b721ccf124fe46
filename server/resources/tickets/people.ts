/** The people a ticket write names, loaded before anything is decided: by id, by e-mail address, or made on the spot. */
import { actorsTopic } from '../../auth/actors.ts'
import type { Context, Role } from '../../context.ts'
import { fixed } from '../../db/builder.ts'
import { isObject } from '../../lib/json.ts'
import { createUser } from '../users/create.ts'
import type { TicketInput } from './schema.ts'

/** A person as far as tickets need him. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly role: Role
  readonly active: boolean
  readonly suspended: boolean
  readonly organization_id: number | null
  readonly organization_ids: readonly number[]
  readonly default_group_id: number | null
  readonly group_ids: readonly number[]
}

/** Who is named. `undefined` = not named, `null` = named as nobody, a text = what was named and does not exist. */
export interface People {
  readonly requester: Person | string | undefined
  readonly submitter: Person | string | undefined
  readonly assignee: Person | string | null | undefined
  readonly author: Person | string | undefined
  /** Persons by the words that named them in collaborators, email_ccs and followers. */
  readonly participants: ReadonlyMap<string, Person>
}

const COLUMNS = `u.id, u.name, u.role, u.active, u.suspended, u.organization_id, u.default_group_id,
  array(select m.organization_id from organization_memberships m where m.account_id = $1 and m.user_id = u.id) as organization_ids,
  array(select m.group_id from group_memberships m where m.account_id = $1 and m.user_id = u.id order by m.id) as group_ids`
const byId = fixed<Person>(`select ${COLUMNS} from users u where u.account_id = $1 and u.id = $2`)
const byEmail = fixed<Person>(`select ${COLUMNS} from user_identities i join users u on u.account_id = i.account_id and u.id = i.user_id
  where i.account_id = $1 and u.account_id = $1 and i.type = 'email' and lower(i.value) = $2`)

/** The person with this id. Remembered; a person made in this very transaction is read from it. */
export async function personById(ctx: Context, id: number): Promise<Person | undefined> {
  const known = await ctx.services.memory.remember(actorsTopic(ctx.account.id), `person:${id}`, () =>
    ctx.services.database.first(byId(ctx.account.id, id)),
  )
  return known ?? ctx.db.first(byId(ctx.account.id, id))
}

function personByEmail(ctx: Context, email: string): Promise<Person | undefined> {
  return ctx.db.first(byEmail(ctx.account.id, email.trim().toLowerCase()))
}

/** A person named as clients do: an id, an e-mail address, or `{name, email, …}`, who is made when he does not exist. @throws RecordInvalid when he cannot be made */
async function personNamed(ctx: Context, given: number | string | Record<string, unknown>): Promise<Person | undefined> {
  if (typeof given === 'number' || (typeof given === 'string' && /^\d+$/.test(given))) return personById(ctx, Number(given))
  const { email, ...rest } = isObject(given) ? given : { email: given }
  const address = typeof email === 'string' && email.trim() !== '' ? email : undefined
  const known = address === undefined ? undefined : await personByEmail(ctx, address)
  if (known !== undefined) return known
  const name = typeof rest.name === 'string' ? rest.name : undefined
  if (name === undefined && address === undefined) return undefined
  const { locale, locale_id, organization_id } = rest as { locale?: string; locale_id?: number; organization_id?: number }
  const made = await createUser(ctx, {
    name: name ?? '',
    ...(address === undefined ? {} : { email: address }),
    ...(locale === undefined ? {} : { locale }),
    ...(locale_id === undefined ? {} : { locale_id }),
    ...(organization_id === undefined ? {} : { organization_id }),
    role: 'end-user',
  })
  return ctx.db.first(byId(ctx.account.id, made.id))
}

/** Loads everybody a write names. @throws RecordInvalid when a requester cannot be made */
export async function loadPeople(ctx: Context, input: TicketInput): Promise<People> {
  const comment = typeof input.comment === 'object' ? input.comment : {}
  const orWord = async (given: number | string | Record<string, unknown> | null | undefined) =>
    given === undefined || given === null || given === ''
      ? undefined
      : ((await personNamed(ctx, given)) ?? String(isObject(given) ? (given.email ?? given.name) : given))
  const requester = await orWord(input.requester_id ?? input.requester)
  const [submitter, author, assignee] = await Promise.all([orWord(input.submitter_id), orWord(comment.author_id), loadAssignee(ctx, input)])
  return { requester, submitter, author, assignee, participants: await loadParticipants(ctx, input) }
}

async function loadAssignee(ctx: Context, input: TicketInput): Promise<Person | string | null | undefined> {
  if (input.assignee_id !== undefined)
    return input.assignee_id === null ? null : ((await personById(ctx, input.assignee_id)) ?? String(input.assignee_id))
  if (input.assignee_email === undefined) return undefined
  return input.assignee_email === null || input.assignee_email === ''
    ? null
    : ((await personByEmail(ctx, input.assignee_email)) ?? input.assignee_email)
}

/** What names a participant, as the key of {@link People.participants}. */
export function participantKey(given: number | string | Record<string, unknown>): string {
  if (!isObject(given)) return String(given)
  const name = given.user_id ?? given.user_email ?? given.email ?? given.name
  return typeof name === 'string' || typeof name === 'number' ? String(name) : ''
}

async function loadParticipants(ctx: Context, input: TicketInput): Promise<ReadonlyMap<string, Person>> {
  const found = new Map<string, Person>()
  const named = [
    ...(input.collaborator_ids ?? []),
    ...(input.collaborators ?? []),
    ...(input.additional_collaborators ?? []),
    ...(input.email_ccs ?? []),
    ...(input.followers ?? []),
  ]
  for (const given of named) {
    const key = participantKey(given)
    if (key === '' || found.has(key)) continue
    const person =
      isObject(given) && ('user_id' in given || 'user_email' in given) ? await participantNamed(ctx, given) : await personNamed(ctx, given)
    if (person !== undefined) found.set(key, person)
  }
  return found
}

function participantNamed(ctx: Context, given: Record<string, unknown>): Promise<Person | undefined> {
  if (typeof given.user_id === 'number') return personById(ctx, given.user_id)
  const name = typeof given.user_name === 'string' ? given.user_name : String(given.user_email).split('@')[0]
  return personNamed(ctx, { email: given.user_email, name })
}
