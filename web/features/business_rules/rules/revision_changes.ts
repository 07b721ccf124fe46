// What a revision changed, as lines: removed, added. Pure.

import type { TriggerRevision } from '../queries/trigger_history.ts'
import { textOf } from './entries.ts'

/** A line of the differences: what a member was, or what it is now. */
export interface ChangeLine {
  sign: '-' | '+'
  text: string
}

/** The differences of one part of a rule. */
export interface ChangedPart {
  title: string
  lines: ChangeLine[]
}

type Diff = TriggerRevision['diff']
type Changes = Diff['title']
type ItemDiff = { field: Changes; operator?: Changes; value: Changes }
type Words = (part: { field: string; operator?: string; value: unknown }) => string

const SIGNS = ['-', '+'] as const

/** The content of a member on one side of the differences; undefined if it is not there. */
const findSide = (changes: Changes, sign: '-' | '+') => changes.find(({ change }) => change === '=' || change === sign)?.content

function plainLines(changes: Changes, said: (content: unknown) => string): ChangeLine[] {
  return SIGNS.flatMap((sign) => changes.filter(({ change }) => change === sign).map(({ content }) => ({ sign, text: said(content) })))
}

function itemLines(items: readonly ItemDiff[], words: Words): ChangeLine[] {
  return items.flatMap((item) => {
    const members = [item.field, item.value, ...(item.operator === undefined ? [] : [item.operator])]
    if (members.every((changes) => changes.every(({ change }) => change === '='))) return []
    return SIGNS.flatMap((sign) => {
      const field = findSide(item.field, sign)
      if (typeof field !== 'string') return []
      const operator = item.operator === undefined ? {} : { operator: textOf(findSide(item.operator, sign)) }
      return [{ sign, text: words({ field, ...operator, value: findSide(item.value, sign) }) }]
    })
  })
}

const textOrNothing = (content: unknown) => (content === null || content === '' ? '(empty)' : textOf(content))

/** The parts that a revision changed, each with its lines. */
export function listChangedParts({ title, description, active, conditions, actions }: Diff, words: Words): ChangedPart[] {
  return [
    { title: 'Name', lines: plainLines(title, textOrNothing) },
    { title: 'Description', lines: plainLines(description, textOrNothing) },
    { title: 'State', lines: plainLines(active, (content) => (content === true ? 'Active' : 'Inactive')) },
    { title: 'All of these conditions', lines: itemLines(conditions.all, words) },
    { title: 'At least one of these conditions', lines: itemLines(conditions.any, words) },
    { title: 'Actions', lines: itemLines(actions, words) },
  ].filter(({ lines }) => lines.length > 0)
}
