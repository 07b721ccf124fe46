/**
 * What macros do to a ticket, without saving it: clients send the result with an update of the ticket.
 * @source docs/reference/business_rules.md §5.4
 */
import { accountZone } from '#accounts/zone.ts'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import type { Action } from '#rules/actions.ts'
import { BLANK_TICKET, type TicketFacts } from '#rules/facts.ts'
import { applyMacroActions, commentOf, type MacroComment, type MacroOutcome } from '#rules/macro_actions.ts'
import { contentFromHtml, contentFromText } from '#modules/tickets/ticket_comments/content.ts'
import { renderForTicket } from '#modules/tickets/placeholders/render.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { personById } from '#modules/tickets/tickets/people_store.ts'
import type { TicketRow } from '#modules/tickets/tickets/row.ts'
import { ticketSetup, type TicketSetup } from '#modules/tickets/tickets/setup_store.ts'
import { getTicket } from '#modules/tickets/tickets/store.ts'
import { readMacro } from './change.ts'
import { type MacroTicket, withConsequences } from './consequences.ts'
import type { MacroRow } from './store.ts'

/** The comment a macro writes, as clients send it with an update. */
export interface AppliedComment {
  readonly body: string
  readonly html_body?: string
  readonly public: boolean
  readonly scoped_body: readonly (readonly [channel: string, text: string])[]
}

/** A macro applied. `ticket`: after it; `applied`: the actions that had a part in it. */
export interface Applied<Ticket extends MacroTicket = TicketRow> {
  readonly ticket: Ticket
  readonly applied: readonly Action[]
  readonly comment: AppliedComment | undefined
  readonly setup: TicketSetup
}

type Render = (text: string, mode: 'text' | 'html') => Promise<string>
const asWritten: Render = (text) => Promise.resolve(text)

async function apply(ctx: Context, macro: MacroRow, ticket: TicketFacts): Promise<{ outcome: MacroOutcome; setup: TicketSetup }> {
  const setup = await ticketSetup(ctx)
  const me = await personById(ctx, ctx.actor.id)
  const words = { current_groups: me?.default_group_id ?? ctx.actor.group_ids[0] ?? null }
  const context = {
    now: ctx.now,
    time_zone: accountZone(ctx),
    current_user_id: ctx.actor.id,
    default_ticket_form_id: setup.default_form_id,
    words,
  }
  return { outcome: applyMacroActions(macro.actions, await ruleCatalogue(ctx), ticket, context), setup }
}

/** Texts come by channel. A text that a macro has as HTML is also given as plain text; with `normalize` one in plain text as HTML, too. */
async function renderComment(
  comment: MacroComment,
  isPublic: boolean,
  render: Render,
  normalize: boolean,
): Promise<AppliedComment | undefined> {
  const mode = comment.public ?? isPublic
  const texts: (readonly [string, string])[] = []
  for (const [channel, text] of comment.texts) texts.push([channel, await render(text, 'text')])
  const html = comment.html === undefined ? undefined : contentFromHtml(await render(comment.html, 'html'))
  const plain = texts.find(([channel]) => channel === 'channel:all') ?? texts[0]
  const body = plain?.[1] ?? html?.plain_body
  // a macro may change the mode of the comment alone
  if (body === undefined) return comment.public === undefined ? undefined : { body: '', public: mode, scoped_body: [] }
  const html_body = html?.html_body ?? (normalize ? contentFromText(body).html_body : undefined)
  const scoped_body = texts.length > 0 ? texts : ([['channel:all', body]] as const)
  return { body, ...(html_body === undefined ? {} : { html_body }), public: mode, scoped_body }
}

/** What a macro does to no ticket in particular. Placeholders stay as they are written. @throws Forbidden @throws NotFound */
export async function applyToNothing(ctx: Context, macroId: number, normalize: boolean): Promise<Applied<MacroTicket>> {
  const macro = await readMacro(ctx, macroId)
  const { outcome, setup } = await apply(ctx, macro, BLANK_TICKET)
  const blank: MacroTicket = { ...BLANK_TICKET, follower_ids: [] }
  const comment = await renderComment(
    commentOf(outcome.applied),
    ctx.account.settings.tickets.comments_public_by_default,
    asWritten,
    normalize,
  )
  return { ticket: withConsequences(blank, outcome, setup), applied: outcome.applied, comment, setup }
}

/** A ticket as it would be after a macro, with placeholders rendered. @throws Forbidden @throws NotFound for the ticket or the macro */
export async function applyToTicket(ctx: Context, ticketId: number, macroId: number, normalize: boolean): Promise<Applied> {
  requirePermission(ctx, 'ticket.list')
  const macro = await readMacro(ctx, macroId)
  const before = await getTicket(ctx, ticketId)
  const { outcome, setup } = await apply(ctx, macro, { ...before, sla_next_breach_at: null })
  const agent = { audience: 'agent', current_user_id: ctx.actor.id } as const
  const after = withConsequences(before, outcome, setup)
  const isNamed = outcome.applied.some((action) => action.field === 'subject') && after.subject !== null
  // a subject may name the one before
  const subject = isNamed ? await renderForTicket(ctx, { ...agent, ticket: before }, after.subject, 'text') : after.subject
  const ticket = { ...after, subject }
  const render: Render = (text, mode) => renderForTicket(ctx, { ...agent, ticket }, text, mode)
  const comment = await renderComment(commentOf(outcome.applied), before.comments_public ?? before.is_public, render, normalize)
  return { ticket, applied: outcome.applied, comment, setup }
}
