/**
 * Performs what rules cause beside the ticket: mails, calls, replies, side conversations, changes of the requester. All effects of one write are performed in one
 * transaction and at most once, however often the job runs. @source docs/reference/business_rules.md §4, §5.1
 */
import { type Context, inTransaction } from '../../../context.ts'
import { NotFound, RecordInvalid } from '../../../errors.ts'
import type { ActionValue, Effect } from '../../../rules/bound_action.ts'
import { changeOrganization } from '../../people/organizations/change.ts'
import { changeUser } from '../../people/users/change.ts'
import { type RenderText, type TicketText, ticketTexts } from '../../tickets/placeholders/render.ts'
import { changeTicket } from '../../tickets/tickets/change.ts'
import { getTicket } from '../../tickets/tickets/store.ts'
import type { TicketRow } from '../../tickets/tickets/row.ts'
import type { EffectRule, RuleEffect } from '../../tickets/tickets/write/rule_run.ts'
import { localeById } from '../../../lib/locales.ts'
import { callTarget, callWebhook, type Renderer } from './call.ts'
import { mailsOf, mailTemplates, type ReadersByEffect, readersOf, type RuleMail, sendRuleMails } from './mail.ts'
import { converse } from './side_conversation.ts'
import { claimEffects } from './store.ts'

/** The payload of the job. */
export interface EffectsPayload {
  readonly ticket_id: number
  readonly audit_id: number
  /** Who made the write. */
  readonly author_id: number
  readonly effects: readonly RuleEffect[]
}

/** What an effect is performed with. */
interface Circumstances {
  readonly ticket: TicketRow
  readonly readers: ReadersByEffect
  readonly render: RenderText
  /** Who made the write. */
  readonly author_id: number
}

/** Effects that change what later ones render. */
const CHANGING = new Set<Effect['kind']>(['reply', 'set_requester_locale', 'set_profile_field'])

/** Performs the effects of the rules of one write, unless they were performed before, or the ticket has been deleted. */
export async function performEffects(ctx: Context, { ticket_id, audit_id, author_id, effects }: EffectsPayload): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const claimed = await claimEffects(tx, ticket_id, audit_id)
    if (claimed === undefined) return
    const { ticket } = claimed
    const caused = effects.map(({ effect }) => effect)
    // the author of an update gets no mail about it, unless they have just created the ticket
    const left_out = claimed.is_new ? null : author_id
    const readers = await readersOf(tx, caused, { concerned: [ticket.requester_id, ...ticket.email_cc_ids], left_out })
    const current_user_id = author_id > 0 ? author_id : null
    const withTicket = (row: TicketRow): Circumstances => ({
      ticket: row,
      readers,
      author_id,
      render: ticketTexts(tx, { ticket: row, current_user_id }, templatesOf(caused, readers)),
    })
    let at = withTicket(ticket)
    let hasChanged = false
    const mails: RuleMail[] = []
    for (const { rule, effect } of effects) {
      if (hasChanged) at = withTicket(await ticketNow(tx, ticket))
      mails.push(...(effect.kind === 'side_conversation' ? await begin(tx, at, effect, rule) : await perform(tx, at, effect)))
      hasChanged = CHANGING.has(effect.kind)
    }
    await sendRuleMails(tx, mails)
  })
}

/** The texts that effects have rendered, as far as they are known beforehand. */
function templatesOf(effects: readonly Effect[], readers: ReadersByEffect): TicketText[] {
  const calls = effects.flatMap((effect) => (effect.kind === 'call_webhook' || effect.kind === 'call_target' ? [effect.message] : []))
  const texts = calls.flatMap(textsIn).map((text) => ({ text, audience: 'agent' as const }))
  return [...mailTemplates(readers), ...texts].map((one) => ({ ...one, mode: 'text' }))
}

function textsIn(message: ActionValue): string[] {
  if (typeof message === 'string') return [message]
  return Array.isArray(message) ? (message as readonly ActionValue[]).flatMap(textsIn) : []
}

/** A ticket after a change; unchanged if it has been deleted. */
async function ticketNow(tx: Context, ticket: TicketRow): Promise<TicketRow> {
  try {
    return await getTicket(tx, ticket.id)
  } catch (error) {
    if (error instanceof NotFound) return ticket
    throw error
  }
}

/** Performs an effect; returns the mails it causes. */
async function perform(tx: Context, { ticket, readers, render }: Circumstances, effect: Effect): Promise<RuleMail[]> {
  const renderer: Renderer = (mode) => (text) => render({ text, audience: 'agent', mode })
  switch (effect.kind) {
    case 'mail_user':
    case 'mail_group': {
      const subject = { topic: 'ticket.notification', ticket_id: ticket.id } as const
      return mailsOf(readers, effect, subject, (text, audience, mode) => render({ text, audience, mode }))
    }
    case 'reply': {
      const body = await render({ text: effect.body, audience: effect.public ? 'end-user' : 'agent', mode: 'text' })
      if (body.trim() !== '') await changeRefusable(() => reply(tx, ticket.id, body, effect.public))
      return []
    }
    case 'set_requester_locale': {
      const locale = localeById(effect.locale_id)
      if (locale !== undefined) await changeRefusable(() => changeUser(tx, ticket.requester_id, { locale: locale.locale }))
      return []
    }
    case 'set_profile_field':
      await changeRefusable(() => setField(tx, ticket, effect))
      return []
    case 'call_webhook':
      await callWebhook(tx, ticket.id, effect, renderer)
      return []
    case 'call_target':
      await callTarget(tx, ticket.id, effect, renderer)
      return []
    default:
      return []
  }
}

/** Begins a side conversation, which writes its own mails. */
async function begin(
  tx: Context,
  at: Circumstances,
  effect: Extract<Effect, { kind: 'side_conversation' }>,
  rule: EffectRule,
): Promise<[]> {
  await changeRefusable(() => converse(tx, effect, { ...at, rule }))
  return []
}

const reply = (tx: Context, id: number, body: string, isPublic: boolean) =>
  changeTicket(tx, id, { comment: { body, public: isPublic } }, { follows: true, without_rules: true })

async function setField(
  tx: Context,
  ticket: TicketRow,
  { whose, key, value }: Extract<Effect, { kind: 'set_profile_field' }>,
): Promise<unknown> {
  if (whose === 'requester') return changeUser(tx, ticket.requester_id, { user_fields: { [key]: value } })
  return ticket.organization_id === null ? null : changeOrganization(tx, ticket.organization_id, { organization_fields: { [key]: value } })
}

/** Runs a change that the records may refuse by now: the ticket was closed, the user deleted. Nothing is changed then. */
async function changeRefusable(change: () => Promise<unknown>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof RecordInvalid)) throw error
  }
}
