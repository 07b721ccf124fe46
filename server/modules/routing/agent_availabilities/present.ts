/** The availability of agents as JSON:API: the one place that decides its form. Pure. @source docs/reference/other.md §15 */
import type { AnswerOf } from '#http/route.ts'
import { wireTimeOrNull } from '#lib/clock.ts'
import type { AvailabilityShape, ChannelShape } from './schema.ts'
import { AGENT_STATUSES } from './status.ts'
import type { AvailabilityRow } from './store.ts'

const idOf = (agentId: number) => `agent_availabilities|${agentId}`
const channelIdOf = (agentId: number) => `${idOf(agentId)}|channels|support`

/** An agent's availability. */
export function presentAvailability(base_url: string, row: AvailabilityRow): AnswerOf<AvailabilityShape> {
  const { agent_id, status, reason, updated_at, group_ids, skills, version } = row
  return {
    id: idOf(agent_id),
    type: 'agent_availabilities',
    attributes: {
      agent_id,
      agent_status: { id: AGENT_STATUSES[status], name: status, reason, updated_at: wireTimeOrNull(updated_at) },
      group_ids,
      skills: skills.map((id) => ({ id })),
      version,
    },
    links: { self: `${base_url}/api/v2/agent_availabilities/${agent_id}` },
    relationships: { channels: { data: [{ id: channelIdOf(agent_id), type: 'channels' }] } },
  }
}

/** The only channel, tickets, with how many of them are open. `capacity`: how many automatic assignment gives an agent. */
export function presentChannel({ agent_id, status, updated_at, open }: AvailabilityRow, capacity: number): AnswerOf<ChannelShape> {
  return {
    id: channelIdOf(agent_id),
    type: 'channels',
    attributes: { name: 'support', status, updated_at: wireTimeOrNull(updated_at), max_capacity: capacity, work_item_count: open },
  }
}
