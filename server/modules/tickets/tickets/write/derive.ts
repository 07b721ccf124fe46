/**
 * The stage of the system rules: changes that follow from a draft without being requested. The rules are in system_rules.ts.
 * @source docs/reference/tickets.md §3.2, §3.3
 */
import type { Context } from '#core/context.ts'
import { isPerson } from '../people.ts'
import { organizationGroup, solverOf } from './load.ts'
import { applySystemRules } from './system_rules.ts'
import type { TicketWrite } from './ticket_write.ts'

/** Adds these changes to a write: problem, group, assignee, status, and the times of their changes. */
export async function derive(ctx: Context, write: TicketWrite): Promise<TicketWrite> {
  const { before, input, options, after, comment } = write
  const { setup, groups, people } = write.loaded
  const circumstances = {
    setup,
    groups,
    assignee: isPerson(people.assignee) ? people.assignee : null,
    groupNamed: input.group_id !== undefined,
    isNew: before === null,
    organizationGroup: before === null ? await organizationGroup(ctx, input, after.organization_id) : null,
    solver: options.follows === true ? null : await solverOf(ctx, before, after),
    endUserReplies: comment?.public === true && write.author_role === 'end-user' && options.solved !== true,
  }
  return { ...write, after: applySystemRules(ctx, before, after, circumstances) }
}
