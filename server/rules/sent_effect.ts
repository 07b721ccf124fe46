/** What was sent when effects of rules were performed, as it is kept beside the write that caused them. Pure. */
import { isOneOf } from '#lib/objects.ts'
import type { Effect } from './bound_action.ts'

/** The effects that send a text to someone. */
const SENDING_KINDS = ['mail_user', 'mail_group', 'call_target', 'call_webhook', 'reply', 'side_conversation'] as const
export type SendingKind = (typeof SENDING_KINDS)[number]

/** The most recipients that are listed of a mail. */
export const MAX_RECIPIENTS = 100
/** Longer texts are cut: they are kept as long as the ticket, and may repeat all its comments in each update. In characters. */
const MAX_SUBJECT_LENGTH = 1024
const MAX_BODY_LENGTH = 16_384
/** The texts of one write together: dozens of rules may send about it. In characters. */
const MAX_SENT_LENGTH = 65_536

/** The rule that causes an effect. A trigger and an automation may have the same id. */
export interface SendingRule {
  readonly kind: 'trigger' | 'automation'
  readonly id: number
}

/** What was sent for one effect. */
export interface SentEffect {
  readonly rule: SendingRule
  readonly kind: SendingKind
  /** False where there was nobody to send it to or nothing to send, or its webhook or target is gone or inactive, or the ticket is closed. */
  readonly is_sent: boolean
  /** Absent where it is the text of the rule. */
  readonly subject?: string
  /** Absent where it is the text of the rule. */
  readonly body?: string
  /** The users who were mailed: the first {@link MAX_RECIPIENTS}, as of their mails. */
  readonly recipients?: readonly number[]
  readonly mail_ids?: readonly number[]
  /** The call of a webhook. */
  readonly invocation_id?: string
  /** True where the texts were removed later: they may have contained what was redacted. */
  readonly is_removed?: boolean
}

/** True for an effect that does nothing but mail. */
export const isMail = (effect: Effect): effect is Extract<Effect, { kind: 'mail_user' | 'mail_group' }> =>
  effect.kind === 'mail_user' || effect.kind === 'mail_group'

/** True for the kind of an effect that sends a text. */
export const isSending = (kind: Effect['kind'] | null): kind is SendingKind => isOneOf(SENDING_KINDS, kind)

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`.toWellFormed())

/** The members of what was sent that differ from the texts of the rule. A text that the rule does not have is kept. */
export function pickChangedTexts(
  own: { readonly subject?: string; readonly body?: string },
  sent: { readonly subject?: string; readonly body?: string },
): Pick<SentEffect, 'subject' | 'body'> {
  const { subject, body } = sent
  return {
    ...(subject === undefined || subject === own.subject ? {} : { subject: cut(subject, MAX_SUBJECT_LENGTH) }),
    ...(body === undefined || body === own.body ? {} : { body: cut(body, MAX_BODY_LENGTH) }),
  }
}

/** What one write has sent, in order, as it is kept: of texts that are longer together the later ones are cut, to an ellipsis if need be. */
export function limitTexts(sent: readonly SentEffect[]): SentEffect[] {
  let left = MAX_SENT_LENGTH
  const limit = (text: string) => {
    const kept = cut(text, Math.max(left, 1))
    left -= kept.length
    return kept
  }
  return sent.map(({ subject, body, ...others }) => ({
    ...others,
    ...(subject === undefined ? {} : { subject: limit(subject) }),
    ...(body === undefined ? {} : { body: limit(body) }),
  }))
}

/** What a rule sent, in order. */
export function filterSentEffects(sent: readonly SentEffect[], { kind, id }: SendingRule): SentEffect[] {
  return sent.filter(({ rule }) => rule.kind === kind && rule.id === id)
}
