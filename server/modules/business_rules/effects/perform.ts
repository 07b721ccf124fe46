/**
 * Performs what rules cause beside the ticket: mails, calls, replies, side conversations, changes of the requester. All effects of one write
 * are performed in one transaction and at most once, however often the job runs. @source docs/reference/business_rules.md §4, §5.1
 */
import { type Context, inTransaction } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { forEachOf } from '#lib/all_of.ts'
import type { ActionValue, Effect } from '#rules/bound_action.ts'
import { pickChangedTexts, limitTexts, type SendingKind, type SentEffect } from '#rules/sent_effect.ts'
import { type RenderText, type TicketText, ticketTexts } from '#modules/tickets/placeholders/render.ts'
import { makeSources, type Sources } from '#modules/tickets/placeholders/sources.ts'
import { saveSentEffects } from '#modules/tickets/ticket_audits/sent_store.ts'
import { getTicket } from '#modules/tickets/tickets/store.ts'
import type { TicketRow } from '#modules/tickets/tickets/row.ts'
import type { RuleEffect } from '#modules/tickets/tickets/write/rule_run.ts'
import { callTarget, callWebhook, type Renderer } from './call.ts'
import { mailTemplates, type Performed, type ReadersByEffect, readersOf, sendRuleMails, renderMails } from './mail.ts'
import { setProfileField, setRequesterLocale, tryChange, writeReply } from './records.ts'
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

/** Others are served between the renderings of so many writes. */
const SIDE_BY_SIDE = 10

const NOTHING: Performed = { sent: null, mails: [] }

/** Effects that change what later ones render. */
const CHANGING = new Set<Effect['kind']>(['reply', 'set_requester_locale', 'set_profile_field'])

/** Performs the effects of the rules of one write, unless they were performed before, or the ticket has been deleted. */
export async function performEffects(ctx: Context, payload: EffectsPayload): Promise<void> {
  await inTransaction(ctx, (tx) => performTogether(tx, [payload]))
}

/**
 * Performs the effects of the rules of writes side by side, in the transaction of `tx`: they share statements. Those of several writes must
 * only mail: what changes a ticket must not change others beside it.
 */
export async function performTogether(tx: Context, payloads: readonly EffectsPayload[]): Promise<void> {
  const writes = await prepareWrites(tx, payloads)
  const performed: Performed[][] = []
  for (let at = 0; at < writes.length; at += SIDE_BY_SIDE)
    performed.push(...(await forEachOf(writes.slice(at, at + SIDE_BY_SIDE), (write) => performWrite(tx, write))))
  const sent = await sendRuleMails(tx, performed)
  const kept = writes.map(({ payload }, index) => [payload.audit_id, limitTexts(sent[index] ?? [])] as const)
  await saveSentEffects(tx, new Map(kept.filter(([, { length }]) => length > 0)))
}

/** A write whose effects are to be performed. */
interface PreparedWrite {
  readonly payload: EffectsPayload
  readonly ticket: TicketRow
  readonly readers: ReadersByEffect
  /** Shared by the writes that are performed side by side. */
  readonly sources: Sources
}

/** Claims the effects of writes, and finds who reads their mails. */
async function prepareWrites(tx: Context, payloads: readonly EffectsPayload[]): Promise<PreparedWrite[]> {
  const claimed = await claimEffects(tx, payloads)
  const writes = payloads.flatMap((payload) => {
    const write = claimed.get(payload.audit_id)
    return write === undefined ? [] : [{ payload, ...write }]
  })
  const readers = await readersOf(
    tx,
    writes.map(({ payload, ticket, is_new }) => ({
      effects: payload.effects.map(({ effect }) => effect),
      concerned: [ticket.requester_id, ...ticket.email_cc_ids],
      // the author of an update gets no mail about it, unless they have just created the ticket
      left_out: is_new ? null : payload.author_id,
    })),
  )
  const sources = makeSources(tx)
  return writes.map(({ payload, ticket }) => ({ payload, ticket, readers, sources }))
}

/** Performs the effects of a write one after the other, but for the mails they cause. */
async function performWrite(tx: Context, { payload, ticket, readers, sources }: PreparedWrite): Promise<Performed[]> {
  const { author_id, effects } = payload
  const expected = templatesOf(
    effects.map(({ effect }) => effect),
    readers,
  )
  const withTicket = (row: TicketRow, from: Sources): Circumstances => {
    const subject = { ticket: row, current_user_id: author_id > 0 ? author_id : null }
    return { ticket: row, readers, author_id, render: ticketTexts(tx, subject, expected, from) }
  }
  let at = withTicket(ticket, sources)
  let hasChanged = false
  const performed: Performed[] = []
  for (const one of effects) {
    if (hasChanged) at = withTicket(await ticketNow(tx, ticket), makeSources(tx))
    performed.push(await perform(tx, at, one))
    hasChanged = CHANGING.has(one.effect.kind)
  }
  return performed
}

/** The texts that effects have rendered, as far as they are known beforehand. */
function templatesOf(effects: readonly Effect[], readers: ReadersByEffect): TicketText[] {
  const calls = effects.flatMap((effect) => (effect.kind === 'call_webhook' || effect.kind === 'call_target' ? [effect.message] : []))
  const texts = calls.flatMap(textsIn).map((text) => ({ text, audience: 'agent' as const }))
  return [...mailTemplates(effects, readers), ...texts].map((one) => ({ ...one, mode: 'text' }))
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

/** What is kept of a reply or a side conversation. */
function sentText({ rule }: RuleEffect, kind: SendingKind, isSent: boolean, texts: Pick<SentEffect, 'subject' | 'body'>): SentEffect {
  return { rule: { kind: rule.kind, id: rule.id }, kind, is_sent: isSent, ...(isSent ? texts : {}) }
}

/** Performs an effect, but for the mails it causes. */
async function perform(tx: Context, at: Circumstances, { rule, effect }: RuleEffect): Promise<Performed> {
  const { ticket, readers, render } = at
  const ticket_id = ticket.id
  const renderer: Renderer = (mode) => (text) => render({ text, audience: 'agent', mode })
  switch (effect.kind) {
    case 'mail_user':
    case 'mail_group': {
      const subject = { topic: 'ticket.notification', ticket_id } as const
      return renderMails(readers, { rule, effect }, subject, (text, audience, mode) => render({ text, audience, mode }))
    }
    case 'reply': {
      const body = await render({ text: effect.body, audience: effect.public ? 'end-user' : 'agent', mode: 'text' })
      const isSent = await writeReply(tx, ticket_id, body, effect.public)
      return { sent: sentText({ rule, effect }, effect.kind, isSent, pickChangedTexts(effect, { body })), mails: [] }
    }
    case 'set_requester_locale':
      await setRequesterLocale(tx, ticket, effect.locale_id)
      return NOTHING
    case 'set_profile_field':
      await setProfileField(tx, ticket, effect)
      return NOTHING
    case 'call_webhook':
      return { sent: await callWebhook(tx, { rule, effect, ticket_id }, renderer), mails: [] }
    case 'call_target':
      return { sent: await callTarget(tx, { rule, effect, ticket_id }, renderer), mails: [] }
    case 'side_conversation': {
      // its text is in the conversation, and is redacted there
      const subject = await tryChange(() => converse(tx, effect, { ...at, rule }))
      return {
        sent: sentText({ rule, effect }, effect.kind, subject !== null, pickChangedTexts(effect, { subject: subject ?? '' })),
        mails: [],
      }
    }
    default:
      return NOTHING
  }
}
