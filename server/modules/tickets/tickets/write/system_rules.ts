/** The system rules: changes that follow from a write without being requested. Pure. @source docs/reference/tickets.md §3.2, §3.3 */
import type { Context } from '#core/context.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { Person } from '../people_store.ts'
import type { Status } from '#rules/facts.ts'
import type { TicketState } from '../row.ts'
import { defaultStatusId, type SetupGroup, type TicketSetup } from '../setup_store.ts'

/** What the rules need besides the ticket. */
export interface RuleInputs {
  readonly setup: TicketSetup
  readonly groups: readonly SetupGroup[]
  /** The assignee that was sent with this write, if any. */
  readonly assignee: Person | null
  /** The agent who is assigned to an unassigned ticket because they solve it; null if no one is. */
  readonly solver: Person | null
  readonly groupNamed: boolean
  /** A public comment by the end user is part of this write. */
  readonly endUserReplies: boolean
  readonly isNew: boolean
  /** The group for new tickets of the organization; null if a group was sent, or there is none. */
  readonly organizationGroup: number | null
}

/** Derives problem, group, assignee and status from the request, and records the times of changes. `before` is null for a new ticket. */
export function applySystemRules(ctx: Context, before: TicketState | null, asked: TicketState, at: RuleInputs): TicketState {
  return stamp(ctx, before, assignSolver(moveStatus(before, placeAssignee(keepProblem(keepCopies(asked)), before, at), at), at))
}

/** A requester is no copy of their own ticket: neither one who is copied nor a copy who becomes the requester. @source docs/reference/tickets.md §1.1 */
function keepCopies(asked: TicketState): TicketState {
  const { requester_id, email_cc_ids } = asked
  return email_cc_ids.includes(requester_id) ? { ...asked, email_cc_ids: email_cc_ids.filter((id) => id !== requester_id) } : asked
}

/** Only an incident has a problem: a ticket that changes its type loses it. @source docs/reference/tickets.md §1.1 */
function keepProblem(asked: TicketState): TicketState {
  return asked.type === 'incident' ? asked : { ...asked, problem_id: null }
}

/** Keeps group and assignee consistent. @source docs/reference/tickets.md §3.3 */
function placeAssignee(asked: TicketState, before: TicketState | null, at: RuleInputs): TicketState {
  const { assignee, groups } = at
  const assigneeNamed = assignee !== null && assignee.id === asked.assignee_id && asked.assignee_id !== before?.assignee_id
  let { group_id, assignee_id } = asked
  if (assigneeNamed) group_id = groupWith(assignee, group_id, at)
  if (group_id === null && at.isNew) group_id = at.organizationGroup
  if (group_id === null && at.isNew && groups.length === 1) group_id = ensureDefined(groups[0]).id
  const agents = groups.find((group) => group.id === group_id)?.agent_ids ?? []
  const groupChanged = group_id !== (before?.group_id ?? null)
  if (groupChanged && at.groupNamed && !assigneeNamed && assignee_id !== null && !agents.includes(assignee_id)) assignee_id = null
  if (groupChanged && at.groupNamed && assignee_id === null && agents.length === 1) assignee_id = ensureDefined(agents[0])
  return { ...asked, group_id, assignee_id }
}

/** The group of a ticket with a new assignee: the one sent, the present one if they belong to it, else theirs. */
function groupWith(assignee: Person, group_id: number | null, { groupNamed }: RuleInputs): number | null {
  if (groupNamed || (group_id !== null && assignee.group_ids.includes(group_id))) return group_id
  return assignee.default_group_id ?? assignee.group_ids[0] ?? group_id
}

/** @source docs/reference/account.md §7 */
function assignSolver(asked: TicketState, at: RuleInputs): TicketState {
  if (at.solver === null || asked.assignee_id !== null) return asked
  return { ...asked, assignee_id: at.solver.id, group_id: groupWith(at.solver, asked.group_id, at) }
}

function moveStatus(before: TicketState | null, asked: TicketState, at: RuleInputs): TicketState {
  const withStatus = (status: Status): TicketState => ({ ...asked, status, custom_status_id: defaultStatusId(at.setup, status) })
  const untouched = asked.status === (before?.status ?? 'new')
  if (untouched && asked.status === 'new' && asked.assignee_id !== null && asked.assignee_id !== before?.assignee_id)
    return withStatus('open')
  if (untouched && at.endUserReplies && before !== null && ['pending', 'hold', 'solved'].includes(before.status)) return withStatus('open')
  return asked
}

const ENTERED = {
  new: 'new_at',
  open: 'open_at',
  pending: 'pending_at',
  hold: 'hold_at',
  solved: 'solved_at',
  closed: 'closed_at',
} as const

/** Records when status, requester and assignee last changed. */
export function stamp(ctx: Context, before: TicketState | null, after: TicketState): TicketState {
  const now = ctx.now.toISOString()
  const hasChanged = (key: keyof TicketState) => before === null || before[key] !== after[key]
  const assigned = hasChanged('assignee_id') && after.assignee_id !== null
  return {
    ...after,
    ...(hasChanged('status') ? { status_updated_at: now, [ENTERED[after.status]]: now } : {}),
    ...(hasChanged('requester_id') ? { requester_updated_at: now } : {}),
    ...(hasChanged('assignee_id') && (before !== null || assigned) ? { assignee_updated_at: now } : {}),
    ...(assigned ? { assigned_at: now, initially_assigned_at: after.initially_assigned_at ?? now } : {}),
  }
}
