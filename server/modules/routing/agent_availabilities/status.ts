/** The statuses of agents, with the ids and names of the default ones of the public service. Pure. @source docs/reference/other.md §15 */
import { isOneOf } from '#lib/objects.ts'

/** Each status with its id on the wire. */
export const AGENT_STATUSES = { offline: 2, online: 3, away: 4, transfers_only: 5 } as const

/** Whether an agent works, as they say themselves. */
export type AgentStatus = keyof typeof AGENT_STATUSES

/** The names of all statuses. */
export const STATUS_NAMES = ['online', 'away', 'transfers_only', 'offline'] as const satisfies readonly AgentStatus[]

/** The status that a text names. */
export function findAgentStatus(name: string): AgentStatus | undefined {
  return isOneOf(STATUS_NAMES, name) ? name : undefined
}
