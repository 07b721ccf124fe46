// BUSINESS RULES: conditions evaluated in memory and as SQL, and the effects of actions on a ticket. Pure and synchronous.
// Not here: loading or saving anything, sending mail, the clock, who may edit a rule.
import { type RawBuilder, sql } from 'kysely'
import { keysOf } from '#lib/objects.ts'
import { catalogueOf, type Fields, type RuleCatalogue, type RuleContext, type SearchContext, type TicketFacts } from './facts.ts'
import { fieldRow } from './fields.ts'
import type { FieldRow, Need, Predicate, Use } from './row.ts'

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

/** The predicate of a condition, or a sentence that says what is wrong with it. `use` is absent for conditions that are saved already. */
function resolve(condition: Condition, catalogue: RuleCatalogue, use?: Use): { row: FieldRow; predicate: Predicate } | string {
  const row = fieldRow(condition.field, catalogue)
  if (row === undefined) return `Invalid condition: there is no field "${condition.field}".`
  if (use !== undefined && !row.uses.includes(use))
    return `Invalid condition on ${condition.field}: the field cannot be used in this kind of rule.`
  const usable = [...row.operators].filter(([, one]) => use === undefined || one.uses.includes(use))
  // documentation and clients leave out an operator that is the only one
  const operator = usable.find(([name]) => name === condition.operator || (condition.operator === '' && usable.length === 1))?.[1]
  if (operator === undefined) {
    const names = usable.map(([name]) => name).join(', ')
    return `Invalid condition on ${condition.field}: operator "${condition.operator}" must be one of ${names}.`
  }
  const predicate = operator.bind(condition.value)
  return predicate === undefined ? `Invalid condition on ${condition.field}: value ${operator.argument.expects}.` : { row, predicate }
}

function check(condition: Condition, use: Use, side: 'all' | 'any', catalogue: RuleCatalogue): readonly string[] {
  const found = resolve(condition, catalogue, use)
  if (typeof found === 'string') return [found]
  if (found.row.timed && side === 'any')
    return [`Invalid condition on ${condition.field}: conditions on hours are allowed only under "all".`]
  if (use !== 'view' && condition.value === 'current_groups')
    return [`Invalid condition on ${condition.field}: only views have current_groups.`]
  return []
}

/** True without any condition: every ticket matches. */
export function isEmpty({ all, any }: Conditions): boolean {
  return all.length + any.length === 0
}

/**
 * What is wrong with conditions that are about to be saved, in sentences; [] when nothing is. The filter of an SLA policy may be empty.
 * @source docs/reference/business_rules.md §2.2, §3; docs/reference/conventions.md §2
 */
export function checkConditions(conditions: Conditions, use: Use, fields: Fields): readonly string[] {
  if (use !== 'sla' && isEmpty(conditions)) return ['Invalid conditions. You must select at least one condition.']
  const catalogue = catalogueOf(fields)
  return (['all', 'any'] as const).flatMap((side) => conditions[side].flatMap((condition) => check(condition, use, side, catalogue)))
}

/**
 * Compiles stored conditions.
 * @throws Error when a condition is invalid, for example because its custom field has been deleted since.
 */
export function compileConditions(conditions: Conditions, fields: Fields): Compiled {
  const catalogue = catalogueOf(fields)
  const compileCondition = (condition: Condition) => {
    const found = resolve(condition, catalogue)
    if (typeof found === 'string') throw new Error(found)
    return found.predicate
  }
  return { all: conditions.all.map(compileCondition), any: conditions.any.map(compileCondition) }
}

/**
 * True when every `all` condition is true and, if there are `any` conditions, at least one of those.
 * @throws Error when facts that {@link needsOf} names are missing
 * @source docs/reference/business_rules.md §3
 */
export function matches(conditions: Compiled, ticket: TicketFacts, context: RuleContext): boolean {
  const holds = (predicate: Predicate) => predicate.holds(ticket, context)
  return conditions.all.every(holds) && (conditions.any.length === 0 || conditions.any.some(holds))
}

/** The same as {@link matches}, over the table `tickets`. Never NULL. @throws Error for conditions that only triggers can have */
export function toSql(conditions: Compiled, context: SearchContext): RawBuilder<boolean> {
  const read = (predicate: Predicate) => predicate.sql(context)
  const all = conditions.all.map(read)
  const any = conditions.any.map(read)
  if (any.length > 0) all.push(sql<boolean>`(${sql.join(any, sql` or `)})`)
  return all.length > 0 ? sql<boolean>`(${sql.join(all, sql` and `)})` : sql<boolean>`true`
}

const predicates = ({ all, any }: Compiled) => [...all, ...any]

/**
 * The members of the ticket that decide whether the conditions hold, as {@link findChangedMembers} names them: a custom field is
 * `custom_fields.<id>`. What is read of other records is not among them.
 */
export function fieldsRead(conditions: Compiled): ReadonlySet<string> {
  return new Set(predicates(conditions).flatMap(({ reads }) => reads))
}

/** The facts besides the ticket that must be there when the conditions are evaluated. */
export function needsOf(conditions: Compiled): ReadonlySet<Need> {
  return new Set(predicates(conditions).flatMap(({ needs }) => needs))
}

const differ = (one: unknown, other: unknown) => one !== other && JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)

const NOTHING: ReadonlySet<string> = new Set()

/** The members that differ between two states of a ticket: names of members, and `custom_fields.<id>` for each custom field. */
export function findChangedMembers(before: TicketFacts, after: TicketFacts): ReadonlySet<string> {
  // most rules only mail: they leave the ticket as it was
  if (before === after) return NOTHING
  const own = keysOf(after).filter((name) => name !== 'custom_fields' && differ(before[name], after[name]))
  if (before.custom_fields === after.custom_fields) return new Set<string>(own)
  const ids = new Set([...Object.keys(before.custom_fields), ...Object.keys(after.custom_fields)])
  const custom = [...ids].filter((id) => differ(before.custom_fields[id], after.custom_fields[id]))
  return new Set([...own, ...custom.map((id) => `custom_fields.${id}`)])
}
