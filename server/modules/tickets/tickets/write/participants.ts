/** Who is copied on a ticket and who follows it. Pure. @source docs/reference/tickets.md §1.1; docs/reference/account.md §7 */
import type { Context } from '#core/context.ts'
import { isPerson, participantKey, type People } from '../people.ts'
import type { Person } from '../people_store.ts'
import type { TicketState } from '../row.ts'
import type { TicketInput } from '../schema.ts'

type Participants = Pick<TicketState, 'email_cc_ids' | 'follower_ids'>
interface Lists {
  readonly ccs: Set<number>
  readonly followers: Set<number>
}

/** Drops collaborator_ids that equal the present copies and followers: clients send back tickets as they have read them. */
export function withoutRepeatedCopies({ email_cc_ids, follower_ids }: Participants, input: TicketInput): TicketInput {
  const { collaborator_ids, ...rest } = input
  if (collaborator_ids === undefined) return input
  return new Set(collaborator_ids).symmetricDifference(new Set([...email_cc_ids, ...follower_ids])).size === 0 ? rest : input
}

/**
 * Collaborators: end users become e-mail copies, agents followers. If the account has no followers, all become copies. The requester of the ticket
 * is neither, unless they are an agent who is named as a follower.
 */
export function participantsOf(ctx: Context, before: TicketState, input: TicketInput, people: People): Participants {
  const requester_id = isPerson(people.requester) ? people.requester.id : before.requester_id
  const switches = ctx.account.settings.tickets
  const replaced = input.collaborators ?? input.collaborator_ids
  const lists: Lists = {
    ccs: new Set(replaced === undefined ? before.email_cc_ids : []),
    followers: new Set(replaced === undefined ? before.follower_ids : []),
  }
  const isClassic = !switches.ccs_and_followers
  if (isClassic && !switches.collaboration) return { email_cc_ids: before.email_cc_ids, follower_ids: before.follower_ids }
  for (const given of [...(replaced ?? []), ...(input.additional_collaborators ?? [])]) {
    const person = people.participants.get(participantKey(given))
    if (isPerson(person) && person.id !== requester_id)
      (isClassic || person.role === 'end-user' ? lists.ccs : lists.followers).add(person.id)
  }
  applyCcs(ctx, lists, input, { people, requester_id })
  applyFollowers(lists, input, people)
  return {
    email_cc_ids: switches.email_ccs || isClassic ? [...lists.ccs] : before.email_cc_ids,
    follower_ids: switches.followers && !isClassic ? [...lists.followers] : before.follower_ids,
  }
}

/** A light agent is copied only if the account allows it. Copied agents also become followers if the account is set so. */
function applyCcs(
  ctx: Context,
  lists: Lists,
  input: TicketInput,
  { people, requester_id }: { readonly people: People; readonly requester_id: number },
): void {
  const { agent_ccs_become_followers, light_agent_ccs } = ctx.account.settings.tickets
  const isLight = (person: Person) => person.role !== 'end-user' && person.only_private_comments
  for (const entry of input.email_ccs ?? []) {
    const person = people.participants.get(participantKey(entry))
    if (person === undefined) continue
    if (entry.action === 'delete') lists.ccs.delete(person.id)
    else if (person.id === requester_id) continue
    else if (isLight(person) && !light_agent_ccs) continue
    else {
      lists.ccs.add(person.id)
      if (agent_ccs_become_followers && person.role !== 'end-user') lists.followers.add(person.id)
    }
  }
}

function applyFollowers(lists: Lists, input: TicketInput, people: People): void {
  for (const entry of input.followers ?? []) {
    const person = people.participants.get(participantKey(entry))
    if (person === undefined || person.role === 'end-user') continue
    if (entry.action === 'delete') lists.followers.delete(person.id)
    else lists.followers.add(person.id)
  }
}
