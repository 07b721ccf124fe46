/**
 * Finds words in a text ignoring case, with one pattern for two engines: JavaScript and PostgreSQL.
 * Case folding, word characters and `\d`, `\w`, `\m` differ between the engines and between database locales, so a pattern
 * uses none of them: each letter is written as the set of its cases, and separators of words are written out.
 */

/** Separators: ASCII spaces and punctuation without `_`, Latin-1 signs, general and CJK punctuation, full-width forms. */
const SEPARATOR = '[\t-\r -/:-@`{-~\\[\\]\\\\^\u00a0\u00a1\u00ab\u00b7\u00bb\u00bf\u2000-\u206f\u3000-\u303f\uff01-\uff0f\uff1a-\uff20]'

function escapeCharacter(character: string): string {
  return /[\\^$.*+?()[\]{}|]/.test(character) ? `\\${character}` : character
}

/** One character in any case. Conversions to several characters (ß → SS) are not treated as the same letter. */
function anyCase(character: string): string {
  const cases = [character, character.toLowerCase(), character.toUpperCase()].filter((form) => [...form].length === 1)
  const distinct = [...new Set(cases)]
  return distinct.length > 1 ? `[${distinct.join('')}]` : escapeCharacter(character)
}

/** A pattern that finds `text` anywhere. */
export function makeTextPattern(text: string): string {
  return [...text].map(anyCase).join('')
}

/** A pattern that finds at least one of `words` as a whole word. */
export function makeWordPattern(words: readonly string[]): string {
  return `(^|${SEPARATOR})(${words.map(makeTextPattern).join('|')})(${SEPARATOR}|$)`
}

const SEPARATORS = new RegExp(`${SEPARATOR}+`, 'u')

/**
 * The words of a text in capitals, such that {@link makeWordPattern} finds a word only in texts that have all words of it. Some letters that it
 * tells apart are the same here: they are converted to lower case first, since that makes one letter of a few that have different capitals.
 */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set(text.split(SEPARATORS).map((word) => word.toLowerCase().toUpperCase()))
  words.delete('')
  return words
}
