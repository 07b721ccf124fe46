// THE SEARCH LANGUAGE: its parser, words and dates, and the SQL of each kind of property. Pure and synchronous.
// Not here: which properties tickets or users have (resources), running a statement.

import { wordsOf } from '#lib/words.ts'

/** The parts of a record that words are searched in, by the weights of its word list; '' = all. See migrations/0018_search.sql. */
export type Weights = '' | 'A' | 'B' | 'C' | 'D' | 'BC'

/** A PostgreSQL tsquery as text: the words of one term follow each other, the last one optionally a prefix. Null without words. */
export function phraseQuery(accountId: number, text: string, how: { prefix: boolean; weights?: Weights }): string | null {
  const words = wordsOf(text)
  const { prefix, weights = '' } = how
  if (words.length === 0) return null
  return words.map((word, index) => `'a${accountId}x${word}'${suffix(prefix && index === words.length - 1, weights)}`).join(' <-> ')
}

/**
 * A PostgreSQL tsvector as text, without a last word that is a prefix: the result of search_marks (migrations/0024_search_marks.sql) for it
 * is contained in the marks of every record with this text. Null when it has no marks.
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
