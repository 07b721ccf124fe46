// BUSINESS RULES: conditions evaluated in memory and as SQL, and the effects of actions on a ticket. Pure and synchronous.
// Not here: loading or saving anything, sending mail, the clock, who may edit a rule.
import { type RawBuilder, sql } from 'kysely'
import type { CustomFieldTypes, RuleContext, TicketFacts } from './facts.ts'
import { fieldRow } from './fields.ts'
import type { FieldRow, Predicate, Use } from './row.ts'

/** A condition as it is stored and sent. @source docs/reference/business_rules.md §1 */
export interface Condition {
  readonly field: string
  readonly operator: string
  readonly value: string | number | boolean | null | readonly (string | number)[]
}

/** The conditions of a rule: all of `all`, and at least one of `any` if there are any. */
export interface Conditions {
  readonly all: readonly Condition[]
  readonly any: readonly Condition[]
}

/** Compiled conditions, which can be evaluated for any number of tickets without further lookups. */
export interface Compiled {
  readonly all: readonly Predicate[]
  readonly any: readonly Predicate[]
}

/** The predicate of a condition, or a sentence that says what is wrong with it. */
function resolve(condition: Condition, types: CustomFieldTypes): { row: FieldRow; predicate: Predicate } | string {
  const row = fieldRow(condition.field, types)
  if (row === undefined) return `Invalid condition: there is no field "${condition.field}".`
  const operator = row.operators.get(condition.operator)
  if (operator === undefined) {
    return `Invalid condition on ${condition.field}: operator "${condition.operator}" must be one of ${[...row.operators.keys()].join(', ')}.`
  }
  const predicate = operator.bind(condition.value)
  return predicate === undefined ? `Invalid condition on ${condition.field}: value ${operator.argument.expects}.` : { row, predicate }
}

function check(condition: Condition, use: Use, side: 'all' | 'any', types: CustomFieldTypes): readonly string[] {
  const found = resolve(condition, types)
  if (typeof found === 'string') return [found]
  if (!found.row.uses.includes(use)) return [`Invalid condition on ${condition.field}: the field cannot be used in this kind of rule.`]
  if (found.row.timed && side === 'any')
    return [`Invalid condition on ${condition.field}: conditions on hours are allowed only under "all".`]
  return []
}

/**
 * What is wrong with conditions that are about to be saved, in sentences; [] when nothing is.
 * @source docs/reference/business_rules.md §2.2, §3; docs/reference/conventions.md §2
 */
export function checkConditions(conditions: Conditions, use: Use, types: CustomFieldTypes): readonly string[] {
  if (conditions.all.length + conditions.any.length === 0) return ['Invalid conditions. You must select at least one condition.']
  return (['all', 'any'] as const).flatMap((side) => conditions[side].flatMap((condition) => check(condition, use, side, types)))
}

/**
 * Compiles stored conditions.
 * @throws Error when a condition is invalid, for example because its custom field has been deleted since.
 */
export function compileConditions(conditions: Conditions, types: CustomFieldTypes): Compiled {
  const one = (condition: Condition) => {
    const found = resolve(condition, types)
    if (typeof found === 'string') throw new Error(found)
    return found.predicate
  }
  return { all: conditions.all.map(one), any: conditions.any.map(one) }
}

/**
 * True when every `all` condition is true and, if there are `any` conditions, at least one of those.
 * @source docs/reference/business_rules.md §3
 */
export function matches(conditions: Compiled, ticket: TicketFacts, context: RuleContext): boolean {
  const holds = (predicate: Predicate) => predicate.holds(ticket, context)
  return conditions.all.every(holds) && (conditions.any.length === 0 || conditions.any.some(holds))
}

/** The same as {@link matches}, over the table `tickets`. Never NULL. */
export function toSql(conditions: Compiled, context: RuleContext): RawBuilder<boolean> {
  const read = (predicate: Predicate) => predicate.sql(context)
  const all = conditions.all.map(read)
  const any = conditions.any.map(read)
  if (any.length > 0) all.push(sql<boolean>`(${sql.join(any, sql` or `)})`)
  return all.length > 0 ? sql<boolean>`(${sql.join(all, sql` and `)})` : sql<boolean>`true`
}
