/**
 * Conditions of the filters of SLA policies: the fields and operators of the table of condition fields that filters can use, and two that
 * clients send beside them. Filters are evaluated in memory only. @source docs/reference/business_rules.md §6.1
 */
import type { Argument } from './argument.ts'
import type { Condition, Conditions } from './condition.ts'
import type { Fields, RuleContext, TicketFacts } from './facts.ts'
import { fieldRow } from './fields.ts'
import type { FieldOperator, FieldRow, Need } from './row.ts'

interface Bound {
  readonly needs: readonly Need[]
  holds(ticket: TicketFacts, context: RuleContext): boolean
}

/** An operator of a field of a filter. */
interface SlaOperator {
  readonly argument: Argument<unknown>
  bind(value: unknown): Bound | undefined
}

/** A field of a filter. */
export interface SlaField {
  readonly title: string
  readonly group: FieldRow['group']
  readonly operators: ReadonlyMap<string, SlaOperator>
}

/** Compiled filter, with the facts besides the ticket that it reads. */
export interface SlaFilter {
  readonly all: readonly Bound[]
  readonly any: readonly Bound[]
  readonly needs: ReadonlySet<Need>
}

/** `includes` for a field that has one value: it is one of those given. */
function oneOfSeveral(is: FieldOperator, wanted: boolean): SlaOperator {
  return {
    argument: is.argument,
    bind: (value) => {
      const bound = (Array.isArray(value) ? value : [value]).map((one) => is.bind(one))
      const found = bound.filter((one) => one !== undefined)
      if (found.length === 0 || found.length < bound.length) return undefined
      const needs = found.flatMap((one) => one.needs)
      return { needs, holds: (ticket, context) => found.some((one) => one.holds(ticket, context)) === wanted }
    },
  }
}

/** The field of this name; undefined when filters have none. Custom fields with one value are compared with lists, too. */
export function slaField(name: string, fields: Fields): SlaField | undefined {
  const row = fieldRow(name, fields)
  // documented examples have the type by its name
  const use = name === 'type' ? 'view' : 'sla'
  if (row === undefined || !row.uses.includes(use)) return undefined
  const operators = new Map<string, SlaOperator>([...row.operators].filter(([, { uses }]) => uses.includes(use)))
  const is = row.operators.get('is')
  if (name.startsWith('ticket_fields_') && is !== undefined && !operators.has('includes'))
    operators.set('includes', oneOfSeveral(is, true)).set('not_includes', oneOfSeveral(is, false))
  return { title: row.title, group: row.group, operators }
}

/** What a condition means, or a sentence that says what is wrong with it. */
function resolve(condition: Condition, fields: Fields): Bound | string {
  const field = slaField(condition.field, fields)
  if (field === undefined) return `Invalid condition: there is no field "${condition.field}" in filters of policies.`
  const found = field.operators.get(condition.operator)
  if (found === undefined)
    return `Invalid condition on ${condition.field}: operator "${condition.operator}" must be one of ${[...field.operators.keys()].join(', ')}.`
  return found.bind(condition.value) ?? `Invalid condition on ${condition.field}: value ${found.argument.expects}.`
}

/** What is wrong with a filter that is about to be saved, in sentences; [] when nothing is. It may be empty. */
export function checkFilter({ all, any }: Conditions, fields: Fields): readonly string[] {
  return [...all, ...any].map((condition) => resolve(condition, fields)).filter((found) => typeof found === 'string')
}

/** Compiles a stored filter; null when a condition is invalid, for example because its custom field has been deleted since. */
export function compileFilter(filter: Conditions, fields: Fields): SlaFilter | null {
  const side = (conditions: readonly Condition[]) =>
    conditions.map((condition) => resolve(condition, fields)).filter((found) => typeof found !== 'string')
  const all = side(filter.all)
  const any = side(filter.any)
  if (all.length < filter.all.length || any.length < filter.any.length) return null
  return { all, any, needs: new Set([...all, ...any].flatMap(({ needs }) => needs)) }
}

/** True when every `all` condition holds, and one of `any` where there are some; an empty filter holds for every ticket. */
export function meetsFilter({ all, any }: SlaFilter, ticket: TicketFacts, context: RuleContext): boolean {
  const holds = (one: Bound) => one.holds(ticket, context)
  return all.every(holds) && (any.length === 0 || any.some(holds))
}
