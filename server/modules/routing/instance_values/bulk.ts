/** Changing the skills of many agents, as a job. @source docs/reference/other.md §12.2; docs/reference/conventions.md §7 */
import type { Context } from '#core/context.ts'
import { InvalidAttribute } from '#core/errors.ts'
import type { AnswerOf } from '#http/route.ts'
import { requirePermission } from '#permissions/permissions.ts'
import type { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startBulkJob } from '#modules/common/job_statuses/start.ts'
import { type AgentAction, changeAgentValues, type WantedValue } from './change.ts'
import { type JobInput, PRIORITIES } from './schema.ts'

const ACTIONS: readonly AgentAction[] = ['upsert', 'update', 'delete']

interface JobItem {
  readonly id: number
  readonly change: AgentAction
  readonly values: readonly WantedValue[]
}

/** Queues a change of the skills of up to 100 agents. @throws Forbidden @throws InvalidAttribute @throws TooManyValues @throws TooManyJobs */
export function startAgentSkillsJob(ctx: Context, job: JobInput, route: string): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'skill.manage')
  const change = ACTIONS.find((known) => known === job.action)
  if (change === undefined) throw new InvalidAttribute('job.action', `must be one of ${ACTIONS.join(', ')}`, route)
  const sent = job.attributes?.attribute_values
  if (sent === undefined) throw new InvalidAttribute('job.attributes.attribute_values', 'must be present', route)
  if (job.items === undefined || job.items.length === 0) throw new InvalidAttribute('job.items', 'must be present', route)
  const values = sent.map(({ id = '', agent_skill_priority }) => {
    const priority = PRIORITIES.find((known) => known === agent_skill_priority)
    if (priority === undefined && agent_skill_priority !== undefined)
      throw new InvalidAttribute('job.attributes.attribute_values.agent_skill_priority', `must be one of ${PRIORITIES.join(', ')}`, route)
    return { id, agent_skill_priority: priority }
  })
  const items: JobItem[] = [...new Set(job.items)].map((id) => ({ id, change, values }))
  return startBulkJob(ctx, {
    job_type: `Bulk ${change} agent instance values`,
    work: 'agent_skills/update',
    items,
    doing: 'Updating agent',
  })
}

/** What the jobs do for each agent. */
export const agentSkillHandlers = {
  'agent_skills/update': async (ctx: Context, { id, change, values }: JobItem) => {
    await changeAgentValues(ctx, id, change, values)
    return { id, action: change, success: true, status: 'Updated' }
  },
}
