/** How a state of a ticket is stored beside another one: only the members that differ. Pure. */
import { BLANK_TICKET, type TicketFacts } from '#rules/facts.ts'
import { keysOf } from '#lib/objects.ts'

/** The members that differ from a state that is known where they are read. The description is a comment, and is not repeated. */
export type StoredFacts = Partial<TicketFacts>

const MEMBERS = keysOf(BLANK_TICKET).filter((name) => name !== 'description')
const differ = (one: unknown, other: unknown) => one !== other && JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)

/** The members of a ticket, of those that rules read, that differ from those of `base`. */
export function toStoredFacts(facts: TicketFacts, base: TicketFacts): StoredFacts {
  return Object.fromEntries(MEMBERS.filter((name) => differ(facts[name], base[name])).map((name) => [name, facts[name] ?? null]))
}

/** The ticket that was stored beside `base`. */
export function factsFrom(stored: StoredFacts, base: TicketFacts): TicketFacts {
  return { ...base, ...stored, description: '' }
}
