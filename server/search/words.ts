// WHAT A SEARCH MEANS: the query language as a tree, its words and dates, and what each kind of property is in SQL. Pure and synchronous.
// Not here: which properties tickets or users have (resources), running a statement.

import { wordsOf } from '../lib/words.ts'

/** Where in a record words are looked for, by the weights of its word list; '' = anywhere. See migrations/0018_search.sql. */
export type Weights = '' | 'A' | 'B' | 'C' | 'D' | 'BC'

/** A text for PostgreSQL's tsquery: the words of one term follow each other, the last one perhaps only begun. Null when there are none. */
export function phraseQuery(accountId: number, text: string, how: { prefix: boolean; weights?: Weights }): string | null {
  const words = wordsOf(text)
  const { prefix, weights = '' } = how
  if (words.length === 0) return null
  return words.map((word, index) => `'a${accountId}x${word}'${suffix(prefix && index === words.length - 1, weights)}`).join(' <-> ')
}

/**
 * A text for PostgreSQL's tsvector, without a last word that is only begun: what search_marks of migrations/0024_search_marks.sql makes of it is
 * in the marks of every record that has the text. Null when it has no marks.
 */
export function phraseVector(accountId: number, text: string, how: { prefix: boolean; weights?: Weights }): string | null {
  const words = how.prefix ? wordsOf(text).slice(0, -1) : wordsOf(text)
  const weight = how.weights === 'A' ? 'A' : ''
  if (words.length < (weight === 'A' ? 1 : 2)) return null
  return words.map((word, index) => `'a${accountId}x${word}':${index + 1}${weight}`).join(' ')
}

function suffix(prefix: boolean, weights: Weights): string {
  const flags = `${prefix ? '*' : ''}${weights}`
  return flags === '' ? '' : `:${flags}`
}
