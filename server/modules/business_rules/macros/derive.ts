/** Proposes a macro: a copy of another one, or one that does to a ticket what was done to this one. Nothing is saved. */
import { requireScope } from '#auth/scopes.ts'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { MissingParameter } from '#core/errors.ts'
import type { Action } from '#rules/actions.ts'
import { findNewestComments } from '#modules/tickets/placeholders/store.ts'
import { getTicket } from '#modules/tickets/tickets/store.ts'
import type { FieldValue } from '#modules/custom_data/custom_fields/types.ts'
import type { TicketRow } from '#modules/tickets/tickets/row.ts'
import { ticketSetup } from '#modules/tickets/tickets/setup_store.ts'
import { readMacro } from './change.ts'
import { BLANK_MACRO } from './draft.ts'
import type { MacroDraft } from './store.ts'

const set = (field: string, value: string | null): Action[] => (value === null || value === '' ? [] : [{ field, value }])
const text = (value: FieldValue | undefined) => (Array.isArray(value) ? value.join(' ') : ((value ?? null)?.toString() ?? null))

/** What a ticket is like, as actions. No macro makes a ticket new or closes it. */
async function actionsOf(ctx: Context, ticket: TicketRow): Promise<Action[]> {
  const { fields } = await ticketSetup(ctx)
  const latest = (await findNewestComments(ctx, [ticket.id], false, 1)).get(ticket.id)?.[0]
  return [
    ...(['open', 'pending', 'hold', 'solved'].includes(ticket.status) ? set('status', ticket.status) : []),
    ...set('type', ticket.type),
    ...set('priority', ticket.priority),
    ...set('group_id', text(ticket.group_id)),
    ...set('assignee_id', text(ticket.assignee_id)),
    ...set('current_tags', ticket.tags.join(' ')),
    ...fields.filter((field) => !field.system).flatMap(({ id }) => set(`custom_fields_${id}`, text(ticket.custom_fields[id]))),
    ...(latest === undefined ? [] : [...set('comment_value', latest.plain_body), ...set('comment_mode_is_public', String(latest.public))]),
  ]
}

/** A macro to begin with. With both ids the macro counts. @throws Forbidden @throws MissingScope for a ticket the token may not read @throws NotFound @throws MissingParameter without either */
export async function deriveMacro(ctx: Context, from: { macro_id?: number | null; ticket_id?: number | null }): Promise<MacroDraft> {
  requirePermission(ctx, 'macro.list')
  const { macro_id, ticket_id } = from
  if (typeof macro_id === 'number') {
    const { title, active, description, actions, group_ids, owner_id } = await readMacro(ctx, macro_id)
    return { ...BLANK_MACRO, title, active, description, actions, group_ids, owner_id }
  }
  if (typeof ticket_id !== 'number') throw new MissingParameter('macro_id')
  requirePermission(ctx, 'ticket.list')
  requireScope(ctx.auth, 'tickets', 'read')
  const ticket = await getTicket(ctx, ticket_id)
  return { ...BLANK_MACRO, title: ticket.subject ?? '', actions: await actionsOf(ctx, ticket) }
}
