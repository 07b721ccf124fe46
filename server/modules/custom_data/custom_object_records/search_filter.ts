/**
 * Parses the search filters of the wire. Pure.
 * @source docs/reference/custom_objects.md §3.2; https://developer.zendesk.com/documentation/custom-data/v2/searching-custom-object-records
 */
import { BadRequest } from '#core/errors.ts'
import { isObject } from '#lib/json.ts'
import { COMPARISONS, type Comparison, type Filter, operandOf, type Subject, subjectNamed } from '../custom_object_permissions/filter.ts'

const COMPARISON_OF: Readonly<Record<string, Comparison>> = {
  $eq: 'equal',
  $noteq: 'unequal',
  $gt: 'greater',
  $gte: 'greater_or_equal',
  $lt: 'less',
  $lte: 'less_or_equal',
  $contains: 'contains',
  $notcontains: 'lacks',
  $in: 'one_of',
  $notin: 'none_of',
  $exists: 'present',
}
const DEEPEST = 10
const MOST = 200

/** Parses a filter: `{"custom_object_fields.color": {"$eq": "red"}}`, and combinations by `$and` and `$or`. @throws BadRequest */
export function readFilter(subjects: readonly Subject[], sent: Readonly<Record<string, unknown>>): Filter {
  let count = 0
  const refuse = (sentence: string): never => {
    throw new BadRequest('InvalidFilter', sentence)
  }
  const compare = (name: string, wanted: unknown): Filter => {
    count += 1
    if (count > MOST) return refuse(`A filter may have at most ${MOST} comparisons`)
    const subject = subjectNamed(subjects, name) ?? refuse(`${name} is not a field that records can be filtered by`)
    const entries = Object.entries(isObject(wanted) ? wanted : { $eq: wanted })
    return { all: entries.map(([operator, value]) => comparisonOf(subject, operator, value, refuse)) }
  }
  const read = (node: unknown, depth: number): Filter => {
    if (!isObject(node)) return refuse('A filter is an object of fields and operators')
    if (depth > DEEPEST) return refuse('The filter is nested too deeply')
    const parts = Object.entries(node).map(([name, wanted]): Filter => {
      if (name !== '$and' && name !== '$or') return compare(name, wanted)
      if (!Array.isArray(wanted)) return refuse(`${name} takes a list`)
      const inner = wanted.map((one) => read(one, depth + 1))
      return name === '$and' || inner.length === 0 ? { all: inner } : { any: inner }
    })
    return { all: parts }
  }
  return read(sent, 0)
}

function comparisonOf(subject: Subject, operator: string, value: unknown, refuse: (sentence: string) => never): Filter {
  const known = Object.hasOwn(COMPARISON_OF, operator) ? COMPARISON_OF[operator] : undefined
  // a list instead of a single value means any of them
  const comparison = Array.isArray(value) && known === 'equal' ? 'one_of' : Array.isArray(value) && known === 'unequal' ? 'none_of' : known
  if (comparison === undefined || !COMPARISONS[subject.kind].includes(comparison))
    return refuse(`${operator} is not an operator for ${subject.name}`)
  const operand = operandOf(subject, comparison, value)
  return operand === undefined ? refuse(`${subject.name} cannot be compared with that value`) : { subject, comparison, operand }
}
