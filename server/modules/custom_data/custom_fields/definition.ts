/**
 * Checks the definition of a custom field, for every kind of holder. Pure.
 * @source docs/reference/fields_and_forms.md §1, §2, §3; docs/reference/people.md §7
 */
import type { Details, Problem } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import { compilePattern } from '#lib/pattern.ts'
import { PatternError } from '#lib/pattern_reader.ts'
import { isTargetType, targetObject } from './targets.ts'
import { checkOptions, type OptionDraft } from './options.ts'
import { FIELD_TYPES } from './types.ts'

/** The members that fields of every holder have. */
export interface FieldDefinition {
  readonly type: string
  readonly title: string
  readonly regexp_for_validation: string | null
  readonly tag: string | null
  readonly relationship_target_type: string | null
  readonly options: readonly OptionDraft[]
}

const MAX_TITLE_LENGTH = 255

/** What is wrong with a field as it would be saved. `types` are the types its holder supports. */
export function checkDefinition(field: FieldDefinition, types: readonly string[]): Details {
  const found: Record<string, Problem[]> = { title: checkTitle(field.title) }
  const isKnown = types.includes(field.type)
  if (!isKnown) found.type = [makeInvalidProblem('Type')]
  const needs = isKnown ? FIELD_TYPES[field.type]?.needs : null
  if (needs === 'options') found.field_options = checkOptions(field.options)
  if (needs === 'regexp') found.regexp_for_validation = checkPattern(field.regexp_for_validation)
  const target = field.relationship_target_type
  if (needs === 'target' && !isTargetType(target) && targetObject(target) === undefined)
    found.relationship_target_type = [makeInvalidProblem('Relationship target type')]
  return Object.fromEntries(Object.entries(found).filter(([, problems]) => problems.length > 0))
}

function checkTitle(title: string): Problem[] {
  if (title === '') return [makeBlankProblem('Title')]
  if (title.length > MAX_TITLE_LENGTH)
    return [{ description: `Title: is too long (maximum is ${MAX_TITLE_LENGTH} characters)`, error: 'TooLong' }]
  return []
}

/** Accepts only patterns that can be matched in bounded time; see lib/pattern.ts. */
function checkPattern(source: string | null): Problem[] {
  if (source === null || source === '') return [makeBlankProblem('Regexp for validation')]
  try {
    compilePattern(source)
    return []
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    return [{ description: `Regexp for validation: ${error.message}`, error: 'InvalidValue' }]
  }
}
