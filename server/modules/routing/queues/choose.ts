/** Which agent gets a ticket, and why others do not. Pure. @source docs/reference/other.md §14 */
import type { Settings } from '#accounts/settings.ts'
import { keysOf } from '#lib/objects.ts'
import type { AgentStatus } from '../agent_availabilities/status.ts'

/** A ticket that waits for an agent. */
export interface WaitingTicket {
  readonly id: number
  readonly group_id: number | null
  /** The groups whose agents may take it: those of the first list that has an agent who can. */
  readonly offers: readonly (readonly number[])[]
  /** The skills that it requires, as far as they still exist. */
  readonly skills: readonly string[]
  readonly brand_id: number
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
  readonly status: AgentStatus
  /** The brands that they do not serve. */
  readonly excluded_brand_ids: readonly number[]
}

/** An agent, and the group of theirs in which they get the ticket. */
export interface Choice {
  readonly agent_id: number
  readonly group_id: number
}

/** The agents during one run, with what it has given them. */
export interface Roster {
  /** Gives the ticket to one of them; undefined when nobody can take it. */
  give(ticket: WaitingTicket): Choice | undefined
  /** Takes back what was given last to this agent, because the ticket could not be written. */
  takeBack(agentId: number): void
  /** False when nobody could take even a ticket without skills. */
  hasRoom(): boolean
}

type Assignment = Settings['assignment']
/** What a ticket needs of an agent besides a group. */
type Needed = Pick<WaitingTicket, 'skills'> & { readonly brand_id: number | null }
type Test = (agent: Candidate, open: number, ticket: Needed, assignment: Assignment) => boolean

/** Why an agent of the right group cannot take a ticket, in the order in which the reasons are given. */
const OBSTACLES = {
  not_available: (agent, _open, _ticket, { only_available }) => only_available && agent.status !== 'online',
  capacity_full: (_agent, open, _ticket, { capacity }) => open >= capacity,
  not_in_brand: (agent, _open, { brand_id }) => brand_id !== null && agent.excluded_brand_ids.includes(brand_id),
  lacks_skills: (agent, _open, { skills }) => !skills.every((skill) => agent.skills.includes(skill)),
} as const satisfies Record<string, Test>

/** Why an agent cannot take a ticket. */
export type Obstacle = 'not_in_group' | keyof typeof OBSTACLES

const TESTS = Object.values<Test>(OBSTACLES)
const NO_NEEDS: Needed = { skills: [], brand_id: null }

/** What keeps an agent from taking a ticket; nothing if they can. @example ['not_in_group', 'lacks_skills'] */
export function obstaclesOf(agent: Candidate, ticket: WaitingTicket, assignment: Assignment): Obstacle[] {
  const names = keysOf(OBSTACLES).filter((name) => OBSTACLES[name](agent, agent.open, ticket, assignment))
  const isMember = ticket.offers.some((groups) => groups.some((id) => agent.group_ids.includes(id)))
  return [...(isMember ? [] : (['not_in_group'] as const)), ...names]
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

function byGroup(turns: readonly Turn[]): ReadonlyMap<number, readonly Turn[]> {
  const found = new Map<number, Turn[]>()
  for (const turn of turns)
    for (const id of turn.agent.group_ids) {
      const members = found.get(id)
      if (members === undefined) found.set(id, [turn])
      else members.push(turn)
    }
  return found
}

/** The group in which an agent gets a ticket: the ticket's own if it is among those offered, or the first of them. */
function groupFor({ group_ids }: Candidate, offered: readonly number[], own: number | null): number | undefined {
  const shared = offered.filter((id) => group_ids.includes(id))
  return shared.find((id) => id === own) ?? shared[0]
}

/** Tickets of one kind can be taken by the same agents. */
const kindOf = ({ offers, skills, brand_id }: WaitingTicket) => JSON.stringify([offers, skills, brand_id])

/** A roster of these agents. At its beginning it is the turn of the agent who was given the oldest ticket. */
export function rosterOf(agents: readonly Candidate[], assignment: Assignment): Roster {
  const { method } = assignment
  const inTurn = [...agents].sort((one, other) => one.newest - other.newest || one.id - other.id)
  const turns = inTurn.map((agent, turn): Turn => ({ agent, open: agent.open, turn }))
  const members = byGroup(turns)
  let next = turns.length
  // room only shrinks until something is taken back: what nobody could take is not tried again, nor what is like it
  const hopeless = new Set<string>()
  const canTake = ({ agent, open }: Turn, ticket: Needed) => !TESTS.some((isMet) => isMet(agent, open, ticket, assignment))
  const firstOf = (groups: readonly number[], ticket: WaitingTicket, order: (one: Turn, other: Turn) => number) => {
    let first: Turn | undefined
    for (const id of groups)
      for (const turn of members.get(id) ?? []) if (canTake(turn, ticket) && (first === undefined || order(turn, first) < 0)) first = turn
    return first
  }
  return {
    give(ticket) {
      const kind = kindOf(ticket)
      if (method === 'off' || hopeless.has(kind)) return undefined
      for (const offered of ticket.offers) {
        const first = firstOf(offered, ticket, ORDERS[method])
        const group_id = first && groupFor(first.agent, offered, ticket.group_id)
        if (first === undefined || group_id === undefined) continue
        first.open += 1
        first.turn = next++
        return { agent_id: first.agent.id, group_id }
      }
      hopeless.add(kind)
      return undefined
    },
    takeBack(agentId) {
      const given = turns.find(({ agent }) => agent.id === agentId)
      if (given === undefined) return
      given.open -= 1
      hopeless.clear()
    },
    hasRoom: () => method !== 'off' && turns.some((turn) => canTake(turn, NO_NEEDS)),
  }
}
