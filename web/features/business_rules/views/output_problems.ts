// Where in the form of a view each sentence of a refusal belongs that is not about a condition. Pure.

import { isKeyOf } from '#lib/objects.ts'
import { capitalize } from '#kit/words.ts'

/** The parts of the form that sentences can be about. */
export interface OutputProblems {
  readonly columns?: string
  readonly group?: string
  readonly sort?: string
  readonly audience?: string
  /** What belongs nowhere else. */
  readonly rest: readonly string[]
}

const PARTS = {
  columns: 'columns',
  group_by: 'group',
  group_order: 'group',
  sort_by: 'sort',
  sort_order: 'sort',
  restriction: 'audience',
} as const
const SENTENCE = /^(?:Invalid )?(columns|group_by|group_order|sort_by|sort_order|restriction)[.:] ([^]+)$/i

/** Places the sentences at the parts that they name. */
export function outputProblems(sentences: readonly string[]): OutputProblems {
  const placed: { -readonly [Part in Exclude<keyof OutputProblems, 'rest'>]?: string } = {}
  const rest: string[] = []
  for (const sentence of sentences) {
    const [, member = '', text = ''] = SENTENCE.exec(sentence) ?? []
    const name = member.toLowerCase()
    if (isKeyOf(PARTS, name)) placed[PARTS[name]] = [placed[PARTS[name]], capitalize(text)].filter(Boolean).join(' ')
    else rest.push(sentence)
  }
  return { ...placed, rest }
}
