/** What follows from the change that a rule makes to a ticket. Pure. @source docs/reference/tickets.md §3.1, §3.3 */
import type { TicketFacts } from '#rules/facts.ts'
import type { Follow } from '#rules/pass.ts'
import { defaultStatusId, type SetupGroup, type TicketSetup } from '../setup_store.ts'
import { applyFields } from './fields.ts'

interface Loaded {
  readonly setup: TicketSetup
  readonly groups: readonly SetupGroup[]
}

/**
 * Keeps the ticket consistent after the actions of one rule: status and custom status, tags and custom fields, group and assignee. What a
 * rule sets to a record that is gone stays as it was.
 */
export function followRule({ setup, groups }: Loaded): Follow {
  return (before, after) => {
    const known = withKnownRecords(setup, groups, before, after)
    return withStatus(setup, before, withAssignee(groups, before, withFields(setup, before, known)))
  }
}

function withKnownRecords(setup: TicketSetup, groups: readonly SetupGroup[], before: TicketFacts, after: TicketFacts): TicketFacts {
  const isGroup = after.group_id === null || groups.some((group) => group.id === after.group_id)
  return {
    ...after,
    group_id: isGroup ? after.group_id : before.group_id,
    brand_id: setup.brand_ids.includes(after.brand_id) ? after.brand_id : before.brand_id,
    ticket_form_id: setup.form_ids.includes(after.ticket_form_id) ? after.ticket_form_id : before.ticket_form_id,
    problem_id: after.type === 'incident' ? after.problem_id : null,
  }
}

function withFields(setup: TicketSetup, before: TicketFacts, after: TicketFacts): TicketFacts {
  if (before.tags === after.tags && before.custom_fields === after.custom_fields) return after
  const set = Object.entries(after.custom_fields).filter(
    ([id, value]) => setup.fieldsById.has(Number(id)) && JSON.stringify(value) !== JSON.stringify(before.custom_fields[id]),
  )
  const values = new Map(set.map(([id, value]) => [Number(id), value]))
  const sent = before.tags === after.tags ? {} : { tags: [...after.tags] }
  return { ...after, ...applyFields(before, sent, setup, { values, problems: [] }) }
}

const agentsOf = (groups: readonly SetupGroup[], id: number | null) => groups.find((group) => group.id === id)?.agent_ids ?? []

/** An assignee is an agent of the ticket's group. An agent of no group is not assigned. */
function withAssignee(groups: readonly SetupGroup[], before: TicketFacts, after: TicketFacts): TicketFacts {
  const { assignee_id, group_id } = after
  if (assignee_id === null || (assignee_id === before.assignee_id && group_id === before.group_id)) return after
  if (group_id !== null && agentsOf(groups, group_id).includes(assignee_id)) return after
  if (assignee_id === before.assignee_id) return { ...after, assignee_id: null }
  const own = groups.find((group) => group.agent_ids.includes(assignee_id))
  return own === undefined ? { ...after, assignee_id: before.assignee_id, group_id } : { ...after, group_id: own.id }
}

/** A custom status decides the status; a new ticket that is assigned is open; no ticket becomes new again. */
function withStatus(setup: TicketSetup, before: TicketFacts, after: TicketFacts): TicketFacts {
  const custom = setup.statuses.find((one) => one.id === after.custom_status_id)
  const isNamed = after.custom_status_id !== before.custom_status_id && custom?.active === true
  const opens = after.status === 'new' && after.assignee_id !== null && after.assignee_id !== before.assignee_id
  const status = isNamed ? custom.status_category : opens ? 'open' : after.status
  const stays = (status === before.status && !isNamed) || (status === 'new' && before.status !== 'new')
  if (stays) return { ...after, status: before.status, custom_status_id: before.custom_status_id }
  return { ...after, status, custom_status_id: isNamed ? custom.id : defaultStatusId(setup, status) }
}
