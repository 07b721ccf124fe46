/** The words of a text, as full text search splits and counts them. */
import { ensureDefined } from './defined.ts'

/** Characters between words; the same as in search_words of migrations/0018_search.sql. */
const BETWEEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u{0}-/:-`{-\u{bf}\u{d7}\u{f7}\u{2000}-\u{2bff}\u{3000}-\u{3020}\u{3030}\u{303d}-\u{303f}\u{fe00}-\u{fe6f}\u{fff0}-\u{ffff}\u{1f000}-\u{1faff}]+/u
const MARKS = /[\u{300}-\u{36f}\u{3099}\u{309a}]+/gu
/** Scripts without spaces: each character is a word. */
const SINGLE = /[\u{3040}-\u{30ff}\u{3400}-\u{4dbf}\u{4e00}-\u{9fff}]/gu
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i' }
/** PostgreSQL ignores longer words. */
const MAX_BYTES = 1_900
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\u{0}-\u{7f}]*$/u

/** The words of a text in order, in lower case and without accents. */
export function wordsOf(text: string): string[] {
  return foldText(text.toWellFormed())
    .split(BETWEEN)
    .filter((word) => word !== '' && Buffer.byteLength(word) < MAX_BYTES)
}

function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(/[ßæœøłđħŧı]/g, (letter) => ensureDefined(LETTERS[letter]))
    .replace(SINGLE, ' $& ')
}
