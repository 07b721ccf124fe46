/**
 * Conditions of access rules: their validation, and the filter they result in for a caller. Pure.
 * @source docs/reference/custom_objects.md §4.2
 */
import type { Actor } from '#core/context.ts'
import type { Details } from '#core/errors.ts'
import { COMPARISONS, type Comparison, type Filter, operandOf, type Subject, subjectNamed } from './filter.ts'

/** A condition as stored and shown. */
export interface RuleCondition {
  readonly field: string
  readonly operator: string
  readonly value: unknown
}

/** The conditions of a rule: all of `all` must hold, and at least one of `any` unless it is empty. */
export interface RuleConditions {
  readonly all: readonly RuleCondition[]
  readonly any: readonly RuleCondition[]
}

/** The operators of conditions and their comparisons. `matches` compares with the caller; see {@link CURRENT}. */
export const OPERATORS: Readonly<Record<string, Comparison>> = {
  is: 'equal',
  is_not: 'unequal',
  greater_than: 'greater',
  less_than: 'less',
  greater_than_equal: 'greater_or_equal',
  less_than_equal: 'less_or_equal',
  includes: 'contains',
  not_includes: 'lacks',
  matches: 'one_of',
  present: 'present',
}
/** The values of `matches`: the calling user, or their organizations. */
const CURRENT = { user: 'current_user', organizations: 'current_user_organizations' } as const
const MAX_CONDITIONS = 50

/** The value that `matches` takes for a subject, if it can be used with it. */
export function callerValueOf(subject: Subject): string | undefined {
  if (subject.kind === 'person' || subject.field?.relationship_target_type === 'zen:user') return CURRENT.user
  return subject.field?.relationship_target_type === 'zen:organization' ? CURRENT.organizations : undefined
}

/** What is wrong with conditions. */
export function checkConditions(subjects: readonly Subject[], { all, any }: RuleConditions): Details {
  const conditions = [...all, ...any]
  const makeDetails = (description: string): Details => ({ conditions: [{ description, error: 'InvalidValue' }] })
  if (conditions.length === 0) return makeDetails('Invalid conditions. You must select at least one condition.')
  if (conditions.length > MAX_CONDITIONS) return makeDetails(`There may be at most ${MAX_CONDITIONS} conditions`)
  const bad = conditions.find((condition) => partOf(subjects, condition) === undefined)
  return bad === undefined ? {} : makeDetails(`Conditions: ${bad.field} ${bad.operator} is invalid`)
}

type Part = Exclude<Filter, { readonly all: unknown } | { readonly any: unknown }>

function partOf(subjects: readonly Subject[], { field, operator, value }: RuleCondition): Part | undefined {
  const subject = subjectNamed(subjects, field)
  const comparison = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined
  if (subject === undefined || comparison === undefined) return undefined
  if (operator === 'matches') return callerValueOf(subject) === value ? { subject, comparison, operand: [] } : undefined
  const operand = COMPARISONS[subject.kind].includes(comparison) ? operandOf(subject, comparison, value) : undefined
  return operand === undefined ? undefined : { subject, comparison, operand }
}

/** The filter that conditions result in for a caller. A condition on a removed field matches no record. */
export function filterOf(subjects: readonly Subject[], { all, any }: RuleConditions, actor: Actor): Filter {
  const toFilter = (condition: RuleCondition): Filter => {
    const part = partOf(subjects, condition)
    if (part === undefined) return { any: [] }
    if (condition.operator !== 'matches') return part
    const ids = condition.value === CURRENT.user ? [actor.id] : actor.organization_ids
    return { any: ids.map((id) => ({ ...part, comparison: 'equal', operand: part.subject.kind === 'person' ? id : String(id) })) }
  }
  return { all: [...all.map(toFilter), ...(any.length === 0 ? [] : [{ any: any.map(toFilter) }])] }
}
