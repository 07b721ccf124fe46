/** What a view shows and in which order: read from a request, checked, and as JSON. Pure. */
import Type, { type Static } from 'typebox'
import { oneOf, orNull, textOrNull } from '#http/answer_shape.ts'
import type { AnswerOf } from '#http/route.ts'
import { defineInput, listOf, Text, Word } from '#http/shape.ts'
import { isOneOf } from '#lib/objects.ts'
import { type Column, findColumn, presentColumn, type ViewField, WireColumn, WireOrder } from './columns.ts'

export const DIRECTIONS = ['asc', 'desc'] as const
export type Direction = (typeof DIRECTIONS)[number]
const MAX_COLUMNS = 10

/**
 * The output of a view as stored: names of columns, of custom fields their ids. In one that has not been checked yet, a direction may be any
 * word.
 */
export interface Output<Word extends string = Direction> {
  readonly columns: readonly string[]
  readonly group_by: string | null
  readonly group_order: Word
  readonly sort_by: string | null
  readonly sort_order: Word
}

/** What a view has whose request names no output. @source docs/reference/business_rules.md §5.5 */
export const PLAIN_OUTPUT: Output = {
  columns: ['subject', 'requester', 'created', 'updated', 'group', 'assignee'],
  group_by: null,
  group_order: 'desc',
  sort_by: null,
  sort_order: 'desc',
}

/** A column by its name or the id of a custom field, or as answers have it: clients send back what they have read. */
const ColumnInput = Type.Unsafe<string | { id?: string }>({ anyOf: [defineInput({ id: Word }), Word] })
const nameOf = (sent: string | { id?: string }) => (typeof sent === 'string' ? sent : (sent.id ?? ''))

/** The output in a request. */
export const OutputInput = defineInput({
  columns: listOf(ColumnInput),
  group_by: Text,
  group_order: Text,
  sort_by: Text,
  sort_order: Text,
})
export type OutputInput = Static<typeof OutputInput>

type Fields = ReadonlyMap<number, ViewField>

/** The name of a column as it is stored; unknown ones are kept, to be refused with their name. */
const toStoredName = (name: string, fields: Fields) => findColumn(name, fields)?.name ?? name
const directionOf = (sent: string | null | undefined, before: string) =>
  sent === undefined || sent === null || sent === '' ? before : sent.toLowerCase()

/** The output after a request: absent members stay. Pure; {@link outputProblems} says what is wrong with it. */
export function outputOf(before: Output<string>, sent: OutputInput | undefined, fields: Fields): Output<string> {
  if (sent === undefined) return before
  const pickColumn = (name: string | null | undefined, old: string | null) =>
    name === undefined ? old : name ? toStoredName(name, fields) : null
  return {
    columns: sent.columns === undefined ? before.columns : [...new Set(sent.columns.map((column) => toStoredName(nameOf(column), fields)))],
    group_by: pickColumn(sent.group_by, before.group_by),
    group_order: directionOf(sent.group_order, before.group_order),
    sort_by: pickColumn(sent.sort_by, before.sort_by),
    sort_order: directionOf(sent.sort_order, before.sort_order),
  }
}

/** What is wrong with an output, in sentences. @source docs/reference/business_rules.md §5.5 */
export function outputProblems(output: Output<string>, fields: Fields): string[] {
  const problems: string[] = []
  if (output.columns.length > MAX_COLUMNS) problems.push(`Invalid columns. At most ${MAX_COLUMNS} columns can be selected.`)
  for (const name of output.columns)
    if (findColumn(name, fields) === undefined) problems.push(`Invalid columns: there is no column "${name}".`)
  const check = (member: 'group_by' | 'sort_by', can: 'groupable' | 'sortable') => {
    const name = output[member]
    if (name !== null && findColumn(name, fields)?.[can] !== true)
      problems.push(`Invalid ${member}: tickets cannot be ${member === 'group_by' ? 'grouped' : 'sorted'} by "${name}".`)
  }
  check('group_by', 'groupable')
  check('sort_by', 'sortable')
  for (const member of ['group_order', 'sort_order'] as const)
    if (!isOneOf(DIRECTIONS, output[member])) problems.push(`Invalid ${member}: it must be asc or desc.`)
  return problems
}

/** The output as answers have it, and what it refers to. */
export const Execution = Type.Object({
  group_by: textOrNull,
  group_order: oneOf(DIRECTIONS),
  sort_by: textOrNull,
  sort_order: oneOf(DIRECTIONS),
  group: orNull(WireOrder),
  sort: orNull(WireOrder),
  columns: Type.Array(WireColumn),
  fields: Type.Array(WireColumn),
  custom_fields: Type.Array(WireColumn),
})

/** The columns of an output that the account still has. */
export function columnsOf(output: Pick<Output, 'columns'>, fields: Fields): Column[] {
  return output.columns.map((name) => findColumn(name, fields)).filter((column) => column !== undefined)
}

/** The output as JSON. Columns of fields that were deleted are left out. @source docs/reference/business_rules.md §1 */
export function presentExecution(output: Output, fields: Fields, base_url: string): AnswerOf<typeof Execution> {
  const order = (name: string | null, direction: Direction) => {
    const column = name === null ? undefined : findColumn(name, fields)
    if (column === undefined) return null
    // recorded: there the number of the ticket has another name than in the output
    return { ...presentColumn(column, base_url), ...(column.name === 'nice_id' && { id: 'ticket_id' }), order: direction }
  }
  const found = columnsOf(output, fields)
  const columns = found.map((column) => presentColumn(column, base_url))
  return {
    group_by: output.group_by,
    group_order: output.group_order,
    sort_by: output.sort_by,
    sort_order: output.sort_order,
    group: order(output.group_by, output.group_order),
    sort: order(output.sort_by, output.sort_order),
    columns,
    fields: columns,
    custom_fields: columns.filter((_column, index) => found[index]?.field !== undefined),
  }
}
