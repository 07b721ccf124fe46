// Where in a form each sentence of a refused rule belongs. Pure.

import { ApiError } from '#contract/errors.ts'
import type { RuleValue } from '../queries/rule_records.ts'
import { capitalize } from '#kit/words.ts'
import { textOf } from './entries.ts'

/** A part of the rule that sentences can name. */
interface Part {
  readonly key: number
  readonly field: string
  readonly operator?: string
  readonly value: RuleValue
}

/** The sentences of a refusal by where they are shown. */
export interface Placed {
  /** By the key of the condition or action. */
  readonly entries: ReadonlyMap<number, string>
  /** On the conditions as a whole. */
  readonly conditions: string | undefined
  /** On the actions as a whole. */
  readonly actions: string | undefined
  /** What belongs nowhere else. */
  readonly rest: readonly string[]
}

const NOWHERE: Placed = { entries: new Map(), conditions: undefined, actions: undefined, rest: [] }
const SENTENCE = /^Invalid (condition on|condition|action) ?([^:]*): ([^]+)$/
const NAMES_FIELD = /there is no (?:field|action) "([^"]*)"/

/** The parts that a sentence is about: those of the field, and of these those whose operator or empty value it complains about. */
function findMeantParts<One extends Part>(field: string, text: string, parts: readonly One[]): readonly One[] {
  const same = parts.filter((part) => part.field === field)
  const operator = /^operator "([^"]*)"/.exec(text)?.[1]
  const narrowed = same.filter((part) => (operator === undefined ? textOf(part.value) === '' : part.operator === operator))
  return same.length > 1 && narrowed.length > 0 ? narrowed : same
}

/** What is wrong with whom a rule is for; undefined if nothing is. */
export function audienceProblem(error: Error | null): string | undefined {
  const found = error instanceof ApiError ? error.problems.find((problem) => problem.startsWith('Restriction: ')) : undefined
  return found === undefined ? undefined : capitalize(found.replace('Restriction: ', ''))
}

/** Places the sentences of a refused save at the conditions and actions that they name. */
export function placeProblems(error: Error | null, conditions: readonly Part[], actions: readonly Part[]): Placed {
  if (!(error instanceof ApiError) || error.problems.length === 0) return NOWHERE
  const entries = new Map<number, string>()
  const ofConditions: string[] = []
  const ofActions: string[] = []
  const rest: string[] = []
  for (const problem of error.problems) {
    const [, what = '', named = '', text = ''] = SENTENCE.exec(problem) ?? []
    const isAction = what === 'action'
    const field = NAMES_FIELD.exec(text)?.[1] ?? named
    const parts = what === '' ? [] : findMeantParts(field, text, isAction ? actions : conditions)
    const said = field === '' ? 'Choose a field, or remove this line.' : capitalize(text)
    for (const { key } of parts)
      entries.set(key, entries.has(key) && entries.get(key) !== said ? `${entries.get(key) ?? ''} ${said}` : said)
    if (parts.length > 0) continue
    if (problem.startsWith('Invalid conditions')) ofConditions.push(problem.replace(/^Invalid conditions\. /, ''))
    else if (problem.startsWith('Invalid actions')) ofActions.push(problem.replace(/^Invalid actions\. /, ''))
    else rest.push(problem)
  }
  const joinTexts = (texts: string[]) => (texts.length === 0 ? undefined : texts.join(' '))
  return { entries, conditions: joinTexts(ofConditions), actions: joinTexts(ofActions), rest }
}
