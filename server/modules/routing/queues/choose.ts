/** Which agent gets a ticket. Pure. @source docs/reference/other.md §14 */
import type { Settings } from '../../../accounts/settings.ts'

/** A ticket that waits for an agent of its group; `skills` are those it requires that still exist. */
export interface WaitingTicket {
  readonly id: number
  readonly group_id: number
  readonly skills: readonly string[]
}

/** An agent who can be given tickets. */
export interface Candidate {
  readonly id: number
  readonly group_ids: readonly number[]
  readonly skills: readonly string[]
  /** How many open tickets they have. */
  readonly open: number
  /** The number of the newest ticket they were given; 0 for none. */
  readonly newest: number
}

/** The agents during one run, with what it has given them. */
export interface Roster {
  /** Gives the ticket to one of them; undefined when nobody can take it. */
  give(ticket: WaitingTicket): number | undefined
  /** Takes back what was given last to this agent, because the ticket could not be written. */
  takeBack(agentId: number): void
}

interface Turn {
  readonly agent: Candidate
  open: number
  /** The higher, the later it is their turn again. */
  turn: number
}

/** Whose turn it is first: in turn, or by the room they have left and then in turn. */
const ORDERS = {
  round_robin: (one: Turn, other: Turn) => one.turn - other.turn,
  spare_capacity: (one: Turn, other: Turn) => one.open - other.open || one.turn - other.turn,
}

/** A roster of these agents. At its beginning it is the turn of the agent who was given the oldest ticket. */
export function rosterOf(agents: readonly Candidate[], { method, capacity }: Settings['assignment']): Roster {
  const inTurn = [...agents].sort((one, other) => one.newest - other.newest || one.id - other.id)
  const turns = inTurn.map((agent, turn): Turn => ({ agent, open: agent.open, turn }))
  let next = turns.length
  return {
    give(ticket) {
      if (method === 'off') return undefined
      const able = turns.filter(
        ({ agent, open }) =>
          open < capacity && agent.group_ids.includes(ticket.group_id) && ticket.skills.every((skill) => agent.skills.includes(skill)),
      )
      const [first] = able.sort(ORDERS[method])
      if (first === undefined) return undefined
      first.open += 1
      first.turn = next++
      return first.agent.id
    },
    takeBack(agentId) {
      const given = turns.find(({ agent }) => agent.id === agentId)
      if (given !== undefined) given.open -= 1
    },
  }
}
