// What a trace of rules tells, in words. Pure.

import type { TracedAction, TracedTrigger } from './queries.ts'
import { effectWords } from '#features/business_rules/public_words.ts'
import type { Tone } from '#kit/StatusTag.tsx'
import { formatList } from '#kit/lists.ts'

/** What became of a trigger, in a word or two. */
export const STATES: Readonly<Record<TracedTrigger['state'], { label: string; tone: Tone }>> = {
  fired: { label: 'Fired', tone: 'good' },
  not_met: { label: 'Not met', tone: 'off' },
  not_indexed: { label: 'Not looked at', tone: 'off' },
  skipped: { label: 'Skipped', tone: 'warning' },
  removed: { label: 'Deleted since', tone: 'off' },
  unknown: { label: 'Not known', tone: 'off' },
}

/** The value of an action as it is shown: with the texts that were sent in place of those of the rule. */
export function findSentValue({ value, effect, sent }: Pick<TracedAction, 'value' | 'effect' | 'sent'>): unknown {
  if (sent?.texts !== 'sent') return value
  const { subject, body } = sent
  if (effect === 'reply' && !Array.isArray(value)) return body ?? value
  if (!Array.isArray(value)) return value
  const [first, second, third]: readonly unknown[] = value
  if (effect === 'mail_user' || effect === 'mail_group') return [first, subject ?? second, body ?? third]
  if (effect === 'call_webhook' || effect === 'call_target') return [first, body ?? second]
  return effect === 'side_conversation' ? [subject ?? first, ...value.slice(1)] : value
}

/** What came of an action: "changed the ticket". */
export function resultWords({ field, result, effect }: Pick<TracedAction, 'field' | 'result' | 'effect'>): string {
  if (result === 'no_change' && field.startsWith('notification_')) return 'sent nothing: there was nobody to send it to'
  if (result === 'effect') return `caused ${effectWords(effect ?? 'something')}`
  return RESULTS[result]
}

const RESULTS: Readonly<Record<Exclude<TracedAction['result'], 'effect'>, string>> = {
  changed: 'changed the ticket',
  no_change: 'changed nothing: the ticket was so already',
  overridden: 'was not kept: a later action set it again, or what it names is gone',
  kept: 'is kept as data: nothing is sent',
  not_performed: 'is not performed here',
}

/** A value that a condition saw; `said` says a plain one. */
export function describeSeenValue(seen: unknown, isHidden: boolean, said: (value: unknown) => string): string {
  if (isHidden) return 'Hidden from you'
  if (typeof seen === 'object' && seen !== null && 'previous' in seen && 'current' in seen)
    return `${said(seen.previous)} before, ${said(seen.current)} now`
  return said(seen)
}

/** "in rounds 1 and 2": the rounds in which a trigger was looked at. */
export function roundWords(rounds: readonly number[]): string {
  if (rounds.length === 0) return ''
  return rounds.length === 1 ? `in round ${rounds[0]}` : `in rounds ${formatList(rounds.map(String))}`
}
