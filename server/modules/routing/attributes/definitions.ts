/** The fields that conditions of skills and queues may name, with their operators and values. Pure. @source docs/reference/other.md §12.1, §13 */
import type { AnswerOf } from '#http/route.ts'
import type { RuleCatalogue } from '#rules/facts.ts'
import type { FieldRow } from '#rules/row.ts'
import { skillFields } from './conditions.ts'
import type { DefinitionShape } from './schema.ts'

type Definition = AnswerOf<DefinitionShape>

const TITLES: Readonly<Record<string, string>> = {
  includes: 'Contains at least one of the following',
  not_includes: 'Contains none of the following',
}

const inWords = (name: string) => {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function definitionOf(subject: string, { title, group, nullable, drawing, operators }: FieldRow): Definition {
  const usable = [...operators].filter(([, { uses, isShown }]) => isShown && uses.includes('trigger'))
  const named = usable.map(([, { argument }]) => argument.values).find((values) => values.length > 0) ?? []
  const choices = drawing.choices ?? named.map((value) => ({ value, title: inWords(value) }))
  return {
    title,
    subject,
    type: drawing.type,
    group,
    nullable,
    repeatable: false,
    operators: usable.map(([value, { argument }]) => ({
      value,
      title: TITLES[value] ?? inWords(value),
      terminal: argument.type === 'none',
    })),
    values: choices.map(({ value, title: shown }) => ({
      value: value === '' ? '__NULL__' : value,
      title: value === '' ? '-' : shown,
      enabled: true,
    })),
  }
}

/** All fields with their operators and the values that are the same in every account. */
export function skillDefinitions(catalogue: RuleCatalogue): readonly Definition[] {
  return skillFields(catalogue).map(({ subject, row }) => definitionOf(subject, row))
}
