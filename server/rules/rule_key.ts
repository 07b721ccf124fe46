/**
 * Keys that select the rules a change can concern. A rule has the keys of one condition under `all`, which must be true for it to fire; it
 * is looked at only if the change has one of them, or when a member that it reads is changed by another rule.
 */
import { asText, tags } from './argument.ts'
import type { Condition, Conditions } from './condition.ts'
import type { RuleContext, TicketFacts } from './facts.ts'

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

const named = <Name extends string>(names: readonly Name[], field: string) => names.find((name) => name === field)

/** How selective keys are, lower is better; a change has one of them at least if the condition holds. */
type Ranked = readonly [rank: number, keys: readonly string[]]
const ANY_TAG = tags(1)

function keysOfCondition({ field, operator, value }: Condition): Ranked | undefined {
  if (field === 'current_tags' && operator === 'includes') {
    const wanted = ANY_TAG.read(value)
    return wanted === undefined ? undefined : [0, wanted.map((tag) => `tag ${tag}`)]
  }
  const text = asText(value)?.trim()
  if (named(CHANGES, field) !== undefined && CHANGE_OPERATORS.has(operator)) return [1, [`changed ${field}`]]
  if (operator !== 'is' || !isFixed(text)) return undefined
  const rank = VALUES.findIndex((name) => name === field)
  if (rank >= 0) return [rank + 2, [`${field} ${text}`]]
  return field === 'update_type' ? [VALUES.length + 2, [`update ${text}`]] : undefined
}

/** The keys of a rule with these conditions, of which a change must have one; null if it must always be looked at. */
export function ruleKeys(conditions: Conditions): readonly string[] | null {
  const ranked = conditions.all.map(keysOfCondition).filter((keys) => keys !== undefined)
  return ranked.sort(([one], [other]) => one - other)[0]?.[1] ?? null
}

/** The keys of a change: of the values and the tags of the ticket, of the members that differ from before, and of its kind. */
export function keysOf(ticket: TicketFacts, { update }: RuleContext): string[] {
  const before = update?.before ?? null
  const keys = VALUES.map((name) => `${name} ${ticket[name] ?? ''}`)
  for (const tag of ticket.tags) keys.push(`tag ${tag}`)
  for (const name of CHANGES) if (before === null || before[name] !== ticket[name]) keys.push(`changed ${name}`)
  keys.push(before === null ? 'update Create' : 'update Change')
  return keys
}
