/**
 * Records of custom objects as rules see them, and the names of their fields in rules. A record has the facts of a blank ticket with the
 * record's values as its custom fields, so that one engine runs rules on tickets and on records. Pure.
 * @source docs/reference/custom_objects.md §6
 */
import { BLANK_TICKET, type CustomValue, type RecordType, type TicketFacts } from './facts.ts'

/** The members of a record that rules read and change. */
export interface RuledRecord {
  readonly name: string
  readonly external_id: string | null
  readonly custom_object_fields: Readonly<Record<string, unknown>>
}

/** The names of the standard fields in rules, and their keys. */
const STANDARD: ReadonlyMap<string, string> = new Map([
  ['name', 'standard::name'],
  ['external_id', 'standard::external_id'],
])

const isStandard = (key: string) => [...STANDARD.values()].includes(key)
const prefix = ({ key }: RecordType) => `custom_object.${key}.`

/** What the names of a custom object's own fields begin with: `custom_object.car.custom_fields.`. */
export const fieldPrefix = (record: RecordType) => `${prefix(record)}custom_fields.`

/** The key of the field that a name in a rule means, if it can be one of this object. */
export function keyInRecord(name: string, record: RecordType): string | undefined {
  const own = fieldPrefix(record)
  if (name.startsWith(own)) return name.slice(own.length)
  return name.startsWith(prefix(record)) ? STANDARD.get(name.slice(prefix(record).length)) : undefined
}

/** The names of all fields of records that rules can read, in the order of definitions. */
export function recordNames(record: RecordType): readonly string[] {
  const standard = [...STANDARD].filter(([, key]) => record.fields.has(key)).map(([name]) => `${prefix(record)}${name}`)
  const own = [...record.fields.keys()].filter((key) => !isStandard(key)).map((key) => `${fieldPrefix(record)}${key}`)
  return [...standard, ...own]
}

/** The facts of a record. */
export function recordFacts({ name, external_id, custom_object_fields }: RuledRecord): TicketFacts {
  const standard = { 'standard::name': name, 'standard::external_id': external_id }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the acts on records store no other values
  const own = custom_object_fields as Readonly<Record<string, CustomValue>>
  return { ...BLANK_TICKET, custom_fields: { ...own, ...standard } }
}

/** The values of the fields of a record that has these facts, without its standard fields. */
export function recordValues({ custom_fields }: TicketFacts): Readonly<Record<string, CustomValue>> {
  return Object.fromEntries(Object.entries(custom_fields).filter(([key]) => !isStandard(key)))
}
