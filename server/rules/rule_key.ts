/**
 * Keys that select the rules a change can concern. A rule has the keys of one condition under `all`, or of all those under `any`, of which
 * one must be true for it to fire; it is looked at only while the ticket has one of its keys.
 */
import { asText, tags, words } from './argument.ts'
import type { Condition, Conditions } from './condition.ts'
import type { RuleContext, TicketFacts } from './facts.ts'
import { keysOf as namesOf } from '#lib/objects.ts'
import { wordsOf } from './text_pattern.ts'

/** Members that are compared with one value, the most selective first. */
const VALUES = [
  'assignee_id',
  'group_id',
  'organization_id',
  'requester_id',
  'ticket_form_id',
  'type',
  'priority',
  'status',
  'brand_id',
] as const
const CHANGES = [...VALUES, 'custom_status_id'] as const
const CHANGE_OPERATORS = new Set(['changed', 'value', 'value_previous'])
/** A value that means the same for every ticket: empty, a word or an id; not the name of another member. */
const isFixed = (value: string | undefined): value is string => value !== undefined && !/_(?:id|user|groups)$/.test(value)

const findName = <Name extends string>(names: readonly Name[], field: string) => names.find((name) => name === field)

/** The texts that are searched for words, by the names of the conditions. */
const TEXTS = {
  subject_includes_word: ({ subject }: TicketFacts) => subject,
  comment_includes_word: (_ticket: TicketFacts, { update }: RuleContext) => update?.comment?.text ?? null,
} as const
/** The name of a condition that searches a text for words. */
export type TextName = keyof typeof TEXTS
const TEXT_NAMES = namesOf(TEXTS)
const wordKey = (name: TextName, word: string) => `${name} ${word}`

/** The keys of the conditions on whether there is a comment, by their values. */
const COMMENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['true', ['comment public']],
  ['requester_can_see_comment', ['comment public']],
  ['false', ['comment private']],
  ['not_relevant', ['comment public', 'comment private']],
])

/** How selective keys are, lower is better; a change has one of them at least if the condition holds. */
type Ranked = readonly [rank: number, keys: readonly string[]]
const TAG = 0
const WORD = 1
const CHANGED = 2
const VALUE = 3
const COMMENT = VALUE + VALUES.length
const UPDATE = VALUE + VALUES.length + 1
const ANY_TAG = tags(1)

/** The keys of a search for words: the longest part of each, which a text that has the word has as well. */
function keysOfWords(name: TextName, value: unknown): Ranked | undefined {
  const parts = words.read(value)?.map((word) => [...wordsOf(word)].sort((one, other) => other.length - one.length)[0])
  return parts === undefined || parts.includes(undefined) ? undefined : [WORD, parts.map((part) => wordKey(name, part ?? ''))]
}

function keysOfCondition({ field, operator, value }: Condition): Ranked | undefined {
  if (field === 'current_tags' && operator === 'includes') {
    const wanted = ANY_TAG.read(value)
    return wanted === undefined ? undefined : [TAG, wanted.map((tag) => `tag ${tag}`)]
  }
  const searched = findName(TEXT_NAMES, field)
  if (searched !== undefined) return operator === 'includes' ? keysOfWords(searched, value) : undefined
  const text = asText(value)?.trim()
  if (findName(CHANGES, field) !== undefined && CHANGE_OPERATORS.has(operator)) return [CHANGED, [`changed ${field}`]]
  if (operator !== 'is' || !isFixed(text)) return undefined
  if (field === 'update_type') return [UPDATE, [`update ${text}`]]
  const ofComment = field === 'comment_is_public' ? COMMENTS.get(text) : undefined
  if (ofComment !== undefined) return [COMMENT, ofComment]
  const rank = VALUES.findIndex((name) => name === field)
  return rank >= 0 ? [VALUE + rank, [`${field} ${text}`]] : undefined
}

/** The keys of conditions of which one must hold; undefined if there are none, or one of them has no keys. */
function keysOfAny(any: readonly Condition[]): Ranked | undefined {
  const each = any.map(keysOfCondition)
  const known = each.filter((keys) => keys !== undefined)
  if (known.length === 0 || known.length < each.length) return undefined
  return [Math.max(...known.map(([rank]) => rank)), [...new Set(known.flatMap(([, keys]) => keys))]]
}

/** The keys of a rule with these conditions, of which a change must have one; null if it must always be looked at. */
export function ruleKeys({ all, any }: Conditions): readonly string[] | null {
  const ranked = [...all.map(keysOfCondition), keysOfAny(any)].filter((keys) => keys !== undefined)
  return ranked.sort(([one], [other]) => one - other)[0]?.[1] ?? null
}

/** The texts that have to be searched for words to find out which of these keys a change has. */
export function textsOf(keys: Iterable<string | null>): readonly TextName[] {
  const known = [...keys]
  return TEXT_NAMES.filter((name) => known.some((key) => key?.startsWith(wordKey(name, '')) === true))
}

/** The keys of a change: of the values and the tags of the ticket, of the members that differ from before, of the comment, and of its kind. */
export function keysOf(ticket: TicketFacts, { update }: RuleContext): string[] {
  const before = update?.before ?? null
  const keys = VALUES.map((name) => `${name} ${ticket[name] ?? ''}`)
  for (const tag of ticket.tags) keys.push(`tag ${tag}`)
  for (const name of CHANGES) if (before === null || before[name] !== ticket[name]) keys.push(`changed ${name}`)
  if (update?.comment) keys.push(update.comment.public ? 'comment public' : 'comment private')
  keys.push(before === null ? 'update Create' : 'update Change')
  return keys
}

/** The keys of a change by the words of these texts. */
export function wordKeysOf(texts: readonly TextName[], ticket: TicketFacts, context: RuleContext): string[] {
  return texts.flatMap((name) => [...wordsOf(TEXTS[name](ticket, context) ?? '')].map((word) => wordKey(name, word)))
}
