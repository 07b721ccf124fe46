/** The fields that conditions of queues may name, with their operators and values. Pure. @source docs/reference/other.md §13 */
import type { AnswerOf } from '../../../http/route.ts'
import type { ArgumentType } from '../../../rules/argument.ts'
import type { CustomFieldTypes } from '../../../rules/facts.ts'
import { fieldRow } from '../../../rules/fields.ts'
import type { FieldRow } from '../../../rules/row.ts'
import { skillFields } from '../attributes/conditions.ts'
import type { DefinitionShape } from './schema.ts'

type Definition = AnswerOf<DefinitionShape>

const TITLES: Readonly<Record<string, string>> = {
  includes: 'Contains at least one of the following',
  not_includes: 'Contains none of the following',
}
/** The public words for types of arguments; all others are texts. */
const TYPES: Partial<Record<ArgumentType, string>> = { list: 'list', id: 'list', ids: 'list', tags: 'tags', date: 'date' }

const inWords = (name: string) => {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function definitionOf(subject: string, title: string, { operators }: FieldRow): Definition {
  const [first] = [...operators.values()].map(({ argument }) => argument).filter(({ type }) => type !== 'none')
  const values = first?.values ?? []
  return {
    title,
    subject,
    type: TYPES[first?.type ?? 'none'] ?? 'text',
    group: 'ticket',
    nullable: values.includes(''),
    repeatable: false,
    operators: [...operators].map(([value, { argument }]) => ({
      value,
      title: TITLES[value] ?? inWords(value),
      terminal: argument.type === 'none',
    })),
    values: values.map((value) => ({
      value: value === '' ? '__NULL__' : value,
      title: value === '' ? '-' : inWords(value),
      enabled: true,
    })),
  }
}

/** All fields; custom ones by the titles that are given by id. */
export function queueDefinitions(types: CustomFieldTypes, titles: ReadonlyMap<string, string>): readonly Definition[] {
  return skillFields(types, titles).flatMap(({ subject, title }) => {
    const row = fieldRow(subject, types)
    return row === undefined ? [] : [definitionOf(subject, title, row)]
  })
}
