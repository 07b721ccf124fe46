/**
 * What conditions can be made of, for editors: drawn from the table of condition fields. Pure.
 * @source docs/reference/business_rules.md §3.3
 */
import { NOTHING, operatorTitle, valueTitle } from './definition_words.ts'
import { catalogueOf, type Fields } from './facts.ts'
import { fieldNames, fieldRow } from './fields.ts'
import { MAX_RECORDS, type RecordList, type RuleRecords } from './records.ts'
import type { FieldRow, Use } from './row.ts'

/** A value to choose. */
export interface DefinedValue {
  value: string
  title: string
  enabled: boolean
}

/** A condition or an action that a rule can have. */
interface Definition {
  title: string
  subject: string
  type: string
  group: string
  nullable: boolean
  repeatable: boolean
  /** Absent where any text can be given. */
  values?: DefinedValue[]
  /** Where the records are listed that can be named besides `values`. */
  metadata?: { collection_key: string; item_key: string }
}

/** A condition that a rule can have. */
export interface ConditionDefinition extends Definition {
  /** `terminal`: without a value. */
  operators: { value: string; title: string; terminal: boolean }[]
}

/** An action that a rule can have. */
export type ActionDefinition = Definition

/** Other names of fields that are listed once, and a field without values. */
const HIDDEN = new Set(['due_date', 'satisfaction_probability'])
/** Lists without which a field means nothing. */
const NEEDED: readonly RecordList[] = ['inbound_agreements', 'outbound_agreements']

/** A value as a definition has it. */
export function defineValue(value: string, title = valueTitle(value)): DefinedValue {
  return { value: value === '' ? NOTHING : value, title, enabled: true }
}

/** The collection of the API where the records of a list are found. */
const COLLECTIONS: Partial<Readonly<Record<RecordList, string>>> = { agents: 'user', organizations: 'organization', groups: 'group' }

/** The type and the values of a field whose values are records: those named come first; too many records are not listed. */
export function drawRecords(list: RecordList, names: readonly DefinedValue[], records: RuleRecords) {
  const found = records[list]
  if (found.length <= MAX_RECORDS)
    return { type: 'list', values: [...names, ...found.map(({ id, title }) => defineValue(String(id), title))] }
  const item_key = COLLECTIONS[list] ?? list.replace(/s$/, '')
  return { type: 'autocomplete', values: [...names], metadata: { collection_key: `${item_key}s`, item_key } }
}

/** The values that the operators of a field name. */
function namedValues({ operators }: FieldRow, use: Use, records: RuleRecords): DefinedValue[] {
  const argument = [...operators.values()].map((operator) => operator.argument).find(({ type }) => type !== 'none')
  return (argument?.values ?? [])
    .filter((value) => (value !== 'current_groups' || use === 'view') && (value !== 'hold' || records.is_hold_enabled))
    .map((value) => defineValue(value))
}

function draw(row: FieldRow, use: Use, records: RuleRecords): Pick<Definition, 'type' | 'values' | 'metadata'> {
  const { type, records: list, choices } = row.drawing
  if (list !== undefined) return drawRecords(list, namedValues(row, use, records), records)
  if (type !== 'list') return { type }
  if (choices === undefined) return { type, values: namedValues(row, use, records) }
  const none = row.nullable && row.operators.has('present') ? [defineValue('')] : []
  return { type, values: [...none, ...choices.map(({ value, title }) => defineValue(value, title))] }
}

function definition(subject: string, row: FieldRow, use: Use, records: RuleRecords): ConditionDefinition {
  const isShown = (name: string) => row.operators.get(name)?.isShown === true
  const isSearch = isShown('includes') && isShown('is')
  const kind = row.timed ? 'hours' : isSearch ? 'search' : 'other'
  const operators = [...row.operators].filter(([, { uses, isShown: shown }]) => shown && uses.includes(use))
  return {
    title: row.title,
    subject,
    group: row.group,
    nullable: row.nullable,
    // several conditions on tags or words can be true together
    repeatable: isShown('includes'),
    operators: operators.map(([value, { argument }]) => ({ value, title: operatorTitle(value, kind), terminal: argument.type === 'none' })),
    ...draw(row, use, records),
  }
}

/**
 * The conditions that a kind of rule can have. Conditions on hours can stand under `all` only.
 * @source docs/reference/business_rules.md §3.3
 */
export function conditionDefinitions(
  use: Use,
  fields: Fields,
  records: RuleRecords,
): { conditions_all: ConditionDefinition[]; conditions_any: ConditionDefinition[] } {
  const catalogue = catalogueOf(fields)
  const rows = fieldNames(catalogue).flatMap((name) => {
    const row = fieldRow(name, catalogue)
    const list = row?.drawing.records
    const isEmpty = list !== undefined && NEEDED.includes(list) && records[list].length === 0
    return row === undefined || HIDDEN.has(name) || isEmpty || !row.uses.includes(use) ? [] : [{ name, row }]
  })
  const all = rows.map(({ name, row }) => ({ timed: row.timed, entry: definition(name, row, use, records) }))
  return {
    conditions_all: all.map(({ entry }) => entry),
    conditions_any: all.filter(({ timed }) => !timed).map(({ entry }) => entry),
  }
}
