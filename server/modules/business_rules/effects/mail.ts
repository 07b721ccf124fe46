/** Mails of rules: who gets them, found with one statement for all effects of a write, and what they say, rendered once for each audience. */
import type { Context } from '#core/context.ts'
import type { Effect } from '#rules/bound_action.ts'
import { isMail, pickChangedTexts, MAX_RECIPIENTS, type SendingRule, type SentEffect } from '#rules/sent_effect.ts'
import { type OutgoingMail, sendMails } from '#modules/common/mails/send.ts'
import type { Audience } from '#modules/tickets/placeholders/load.ts'
import { findRecipients, type Recipient } from './store.ts'

type MailEffect = Extract<Effect, { kind: 'mail_user' | 'mail_group' }>

/** Who reads the mails of an effect, by what they may be shown. */
type Readers = ReadonlyMap<Audience, readonly Recipient[]>
/** The readers of each effect that mails to someone. */
export type ReadersByEffect = ReadonlyMap<Effect, Readers>

/** What performing an effect came to: what was sent, null for an effect that sends nothing; and the mails that are still to be written. */
export interface Performed {
  readonly sent: SentEffect | null
  readonly mails: readonly OutgoingMail[]
}

/** What notifications are about. */
export interface Subject {
  readonly topic: 'ticket.notification' | 'custom_object_record.notification'
  /** Null for a record of a custom object. */
  readonly ticket_id: number | null
}

/** Renders a template for an audience: as text, or as the HTML of a mail. */
type Render = (template: string, audience: Audience, mode: 'text' | 'mail') => Promise<string>

/** The ids of users that an effect names. */
function namedUsers(effect: MailEffect, concerned: readonly number[]): readonly number[] {
  if (effect.kind === 'mail_group' || effect.to === 'all_agents') return []
  return effect.to === 'requester_and_ccs' ? concerned : [effect.to]
}

function isMeant({ id, is_end_user, group_ids }: Recipient, effect: MailEffect, concerned: readonly number[]): boolean {
  if (effect.kind === 'mail_group') return group_ids.includes(effect.group_id)
  return effect.to === 'all_agents' ? !is_end_user : namedUsers(effect, concerned).includes(id)
}

/**
 * The effects of a write. `concerned` are the requester and the people copied; `left_out` is a user who knows of it already and gets no mail,
 * or null.
 */
export interface CausedEffects {
  readonly effects: readonly Effect[]
  readonly concerned: readonly number[]
  readonly left_out: number | null
}

/**
 * Finds who reads the mails of the effects of writes, of the users who can be reached: with one statement. An end user is never shown a
 * private comment. @source docs/reference/business_rules.md §5.1
 */
export async function readersOf(tx: Context, writes: readonly CausedEffects[]): Promise<ReadersByEffect> {
  const mails = writes.flatMap((write) => write.effects.filter(isMail).map((effect) => ({ effect, write })))
  if (mails.length === 0) return new Map()
  const found = await findRecipients(tx, {
    user_ids: [...new Set(mails.flatMap(({ effect, write }) => namedUsers(effect, write.concerned)))],
    group_ids: [...new Set(mails.flatMap(({ effect }) => (effect.kind === 'mail_group' ? [effect.group_id] : [])))],
    all_agents: mails.some(({ effect }) => effect.kind === 'mail_user' && effect.to === 'all_agents'),
  })
  return new Map(
    mails.map(({ effect, write: { concerned, left_out } }) => {
      const meant = found.filter((recipient) => recipient.id !== left_out && isMeant(recipient, effect, concerned))
      return [effect, Map.groupBy(meant, ({ is_end_user }): Audience => (is_end_user ? 'end-user' : 'agent'))]
    }),
  )
}

/** The templates of the mails of these effects that have readers, each for the audiences that read it. */
export function mailTemplates(
  effects: readonly Effect[],
  readers: ReadersByEffect,
): { readonly text: string; readonly audience: Audience }[] {
  return effects
    .filter(isMail)
    .flatMap((effect) =>
      [...(readers.get(effect)?.keys() ?? [])].flatMap((audience) => [effect.subject, effect.body].map((text) => ({ text, audience }))),
    )
}

// the text that is kept of an effect is that of the first mail: the one to the requester, if any
const AUDIENCES: readonly Audience[] = ['end-user', 'agent']

/** The mails of an effect, and what is kept of them. */
export async function renderMails(
  readers: ReadersByEffect,
  { rule, effect }: { readonly rule: SendingRule; readonly effect: MailEffect },
  subject: Subject,
  render: Render,
): Promise<Performed> {
  const mails: (OutgoingMail & { readonly user_id: number })[] = []
  for (const audience of AUDIENCES) {
    const users = readers.get(effect)?.get(audience) ?? []
    if (users.length === 0) continue
    const text = await render(effect.body, audience, 'text')
    const html = await render(effect.body, audience, 'mail')
    const mail = { ...subject, subject: await render(effect.subject, audience, 'text'), text, html }
    mails.push(...users.map(({ id, email }) => ({ ...mail, user_id: id, to: email })))
  }
  const sent = { rule: { kind: rule.kind, id: rule.id }, kind: effect.kind, is_sent: mails.length > 0 }
  const [first] = mails
  if (first === undefined) return { sent, mails }
  const recipients = mails.slice(0, MAX_RECIPIENTS).map(({ user_id }) => user_id)
  return { sent: { ...sent, ...pickChangedTexts(effect, { subject: first.subject, body: first.text }), recipients }, mails }
}

/** Writes the mails of all effects of writes with one statement. Returns what was sent in each write, with the ids of its mails. */
export async function sendRuleMails(tx: Context, writes: readonly (readonly Performed[])[]): Promise<SentEffect[][]> {
  const ids = await sendMails(
    tx,
    writes.flat().flatMap(({ mails }) => mails),
  )
  let place = 0
  const takeIds = (count: number) => ids.slice(place, (place += count)).slice(0, MAX_RECIPIENTS)
  return writes.map((performed) =>
    performed.flatMap(({ sent, mails }) => {
      const mail_ids = takeIds(mails.length)
      if (sent === null) return []
      return [mail_ids.length === 0 ? sent : { ...sent, mail_ids }]
    }),
  )
}
