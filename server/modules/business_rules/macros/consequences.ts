/** What follows from the changes of a macro as it does from an update: status and custom status, custom fields and tags. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { TicketFacts } from '#rules/facts.ts'
import type { MacroOutcome } from '#rules/macro_actions.ts'
import type { TicketRow } from '#modules/tickets/tickets/row.ts'
import { defaultStatusId, type TicketSetup } from '#modules/tickets/tickets/setup_store.ts'
import { applyFields } from '#modules/tickets/tickets/write/fields.ts'

type Statuses = Pick<TicketRow, 'status' | 'custom_status_id'>

/** A custom status decides the status; a status selects the default custom status of its category. @source docs/reference/tickets.md §3.1 */
function statusesAfter(before: Statuses, after: Statuses, setup: TicketSetup): Statuses {
  const custom = setup.statuses.find((status) => status.id === after.custom_status_id)
  if (after.custom_status_id !== before.custom_status_id && custom !== undefined)
    return { status: custom.status_category, custom_status_id: custom.id }
  if (after.status === before.status) return { status: before.status, custom_status_id: before.custom_status_id }
  return { status: after.status, custom_status_id: defaultStatusId(setup, after.status) }
}

/** What macros change of a ticket, and what their changes depend on. */
export type MacroTicket = TicketFacts & Pick<TicketRow, 'follower_ids'>

/** The ticket after a macro. */
export function withConsequences<Ticket extends MacroTicket>(
  before: Ticket,
  { ticket: facts, effects }: MacroOutcome,
  setup: TicketSetup,
): Ticket {
  const after = { ...before, ...facts }
  const changed = Object.entries(after.custom_fields).flatMap(([id, value]) => {
    const isSet = setup.fieldsById.has(Number(id)) && !isDeepStrictEqual(before.custom_fields[id] ?? null, value)
    return isSet ? [[Number(id), value] as const] : []
  })
  const coupled = applyFields(before, { tags: [...after.tags] }, setup, { values: new Map(changed), problems: [] })
  const people = (kind: 'add_follower' | 'add_cc') => effects.flatMap((effect) => (effect.kind === kind ? [effect.user_id] : []))
  return {
    ...after,
    ...statusesAfter(before, after, setup),
    ...coupled,
    follower_ids: [...new Set([...before.follower_ids, ...people('add_follower')])],
    email_cc_ids: [...new Set([...before.email_cc_ids, ...people('add_cc')])].filter((id) => id !== after.requester_id),
  }
}
