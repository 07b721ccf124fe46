/** The last stage: what the write causes beside its ticket, as data that save.ts stores with it. */
import type { Context } from '#core/context.ts'
import { pickWantedEvents } from '#modules/common/webhook_events/publish.ts'
import { activitiesOf } from '#modules/people/activities/activities.ts'
import { areSkillsChanged, listSkillChanges } from './skills.ts'
import type { AuditedWrite, CompleteWrite } from './ticket_write.ts'
import { ticketEvents } from './webhook_events.ts'

/** Adds the changes of the ticket's skills, the activities of agents, and the events for webhooks. */
export async function addConsequences(ctx: Context, write: AuditedWrite): Promise<CompleteWrite> {
  const { before, after, comment, options } = write
  const is_empty = isEmptyChange(write)
  // an import notifies no one, and makes no event
  const isSilent = is_empty || options.finish !== undefined
  return {
    ...write,
    is_empty,
    skill_changes: listSkillChanges(before, after),
    activities: isSilent ? [] : activitiesOf(ctx.actor.id, before, after, comment?.id ?? null),
    webhook_events: isSilent ? [] : await pickWantedEvents(ctx, () => ticketEvents(write)),
  }
}

/** Changed skills and what rules cause elsewhere have no event in the audit. */
const isEmptyChange = ({ before, after, audit }: AuditedWrite) =>
  before !== null && audit.events.length === 0 && audit.effects.length === 0 && !areSkillsChanged(before, after)
