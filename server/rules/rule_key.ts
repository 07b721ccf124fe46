/**
 * Keys that select the rules a change can concern. A rule has the key of one condition under `all`, which must be true for it to fire; it
 * is looked at only if the change has that key, or when a member that it reads is changed by another rule.
 */
import { asText } from './argument.ts'
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

/** How selective a key is: lower is better. */
type Ranked = readonly [rank: number, key: string]

function keyOf({ field, operator, value }: Condition): Ranked | undefined {
  const text = asText(value)?.trim()
  if (named(CHANGES, field) !== undefined && CHANGE_OPERATORS.has(operator)) return [0, `changed ${field}`]
  if (operator !== 'is' || !isFixed(text)) return undefined
  const rank = VALUES.findIndex((name) => name === field)
  if (rank >= 0) return [rank + 1, `${field} ${text}`]
  return field === 'update_type' ? [VALUES.length + 1, `update ${text}`] : undefined
}

/** The key of a rule with these conditions; null if it must always be looked at. */
export function ruleKey(conditions: Conditions): string | null {
  const ranked = conditions.all.map(keyOf).filter((key) => key !== undefined)
  return ranked.sort(([one], [other]) => one - other)[0]?.[1] ?? null
}

/** The keys of a change: of the values of the ticket, of the members that differ from before, and of its kind. */
export function keysOf(ticket: TicketFacts, { update }: RuleContext): string[] {
  const before = update?.before ?? null
  const keys = VALUES.map((name) => `${name} ${ticket[name] ?? ''}`)
  for (const name of CHANGES) if (before === null || before[name] !== ticket[name]) keys.push(`changed ${name}`)
  keys.push(before === null ? 'update Create' : 'update Change')
  return keys
}
