import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { presentNamedValue } from '../attributes/present.ts'
import type { AgentValueShape, InstanceValueShape } from './schema.ts'
import type { AgentValueRow } from './store.ts'

/** A skill of an agent as JSON: the skill, with how well they have it. @source docs/reference/other.md §12.2 */
export function presentAgentValue(ctx: Context, row: AgentValueRow): AnswerOf<AgentValueShape> {
  const value = { ...row, id: row.attribute_value_id, created_at: row.value_created_at, updated_at: row.value_updated_at }
  return { ...presentNamedValue(ctx, value), agent_skill_priority: row.agent_skill_priority }
}

/** That an agent has a skill, as JSON. @source docs/reference/other.md §12.2 */
export function presentInstanceValue(ctx: Context, row: AgentValueRow): AnswerOf<InstanceValueShape> {
  return {
    url: urlOf(ctx.caller.base_url, `routing/attributes/${row.attribute_id}/values/${row.attribute_value_id}`),
    id: row.id,
    agent_id: row.user_id,
    attribute_id: row.attribute_id,
    attribute_value_id: row.attribute_value_id,
    name: row.name,
    agent_skill_priority: row.agent_skill_priority,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}
