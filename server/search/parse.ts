/** The query language: text → terms. Never throws. @source docs/reference/search.md §3 */
import { composeLetters } from '#lib/text_forms.ts'

const OPERATORS = [':', '<', '>', '<=', '>='] as const
export type Operator = (typeof OPERATORS)[number]

/** One term of a query. `property` is null for a bare word or phrase. */
export interface Term {
  readonly property: string | null
  readonly operator: Operator
  readonly value: string
  /** In quotes: a literal phrase, without wildcards. */
  readonly quoted: boolean
  readonly negated: boolean
  /** The term as it was written, without the sign of a negation. */
  readonly written: string
}

/** A parsed query. */
export interface Query {
  /** The types to search; empty = all. */
  readonly types: readonly string[]
  readonly words: readonly Term[]
  readonly properties: readonly Term[]
  /** The sort order and direction named in the query itself. */
  readonly order_by: string | null
  readonly sort: string | null
  /** True when the query is longer than the limits. */
  readonly is_excessive: boolean
}

const PROPERTY = /^([\p{L}_][\p{L}\p{N}_.]*)(:[<>]=?|:|<=|>=|<|>)/u
/** No sensible query has more terms, and each costs time. */
export const MAX_TERMS = 60
const MAX_QUERY_LENGTH = 8_000

/** Parses a query. Text that is not a property is a word; a missing closing quote is assumed at the end. */
export function parseQuery(text: string): Query {
  // a byte order mark is a blank to patterns, but parts no words
  const { terms, isExcessive } = readTerms(composeLetters(text.slice(0, MAX_QUERY_LENGTH)).replaceAll('\0', ' ').replaceAll('\ufeff', ''))
  const findTerms = (name: string) => terms.filter((term) => term.property === name)
  const findLastValue = (...names: string[]) => names.flatMap(findTerms).at(-1)?.value.toLowerCase() ?? null
  return {
    types: findTerms('type').map((term) => term.value.toLowerCase()),
    words: terms.filter((term) => term.property === null),
    properties: terms.filter((term) => term.property !== null && !DIRECTIVES.has(term.property)),
    order_by: findLastValue('order_by', 'sort_by'),
    sort: findLastValue('sort', 'sort_order'),
    is_excessive: isExcessive || text.length > MAX_QUERY_LENGTH,
  }
}

const SORTS = new Set(['order_by', 'sort_by', 'sort', 'sort_order'])
/** Properties that no record has: they select types or the sort order. */
const DIRECTIVES = new Set(['type', ...SORTS])

/** The query with each term as a word whose property nothing has: `http://example.com`, `std::vector`, `C:\Users` are text. */
export function withWordsForUnknown(query: Query, isProperty: (name: string) => boolean): Query {
  const isWord = ({ property }: Term) => property !== null && !isProperty(property)
  const words = query.properties
    .filter(isWord)
    .map((term) => ({ ...term, property: null, operator: ':' as const, value: term.written, quoted: false }))
  return words.length === 0
    ? query
    : { ...query, words: [...query.words, ...words], properties: query.properties.filter((term) => !isWord(term)) }
}

function readTerms(text: string): { terms: Term[]; isExcessive: boolean } {
  const terms: Term[] = []
  let rest = text.trimStart()
  while (rest !== '' && terms.length < MAX_TERMS) {
    const negated = /^-[^\s-]/.test(rest)
    if (negated) rest = rest.slice(1)
    const [start = '', name, sign] = PROPERTY.exec(rest) ?? []
    const { value, quoted, length } = readValue(rest.slice(start.length))
    const property = name === undefined ? null : name.toLowerCase()
    const operator = OPERATORS.find((one) => one === sign?.replace(/^:(?=.)/, '')) ?? ':'
    const written = rest.slice(0, start.length + length)
    if (value !== '') terms.push({ property, operator, value, quoted, negated, written })
    // a property without a value is the word that it is; one that only sorts is nothing
    else if (name !== undefined && !SORTS.has(name.toLowerCase()))
      terms.push({ property: null, operator: ':', value: name, quoted: false, negated: false, written })
    rest = rest.slice(start.length + length).trimStart()
  }
  return { terms, isExcessive: rest !== '' }
}

/** A value up to the next space, or in quotes. `length` is the number of characters read; at least 1, so that parsing always advances. */
function readValue(text: string): { value: string; quoted: boolean; length: number } {
  if (text.startsWith('"')) {
    const end = text.indexOf('"', 1)
    const stop = end === -1 ? text.length : end
    return { value: text.slice(1, stop).trim(), quoted: true, length: stop + 1 }
  }
  const value = /^\S*/.exec(text)?.[0] ?? ''
  return { value, quoted: false, length: Math.max(value.length, 1) }
}
