/** Translates a query into a condition on the records of one type. */
import { type RawBuilder, sql } from 'kysely'
import { ensureDefined } from '#lib/defined.ts'
import { joinWithAnd, joinWithOr, type Condition, isAny, isNone, type Kind, type SearchContext } from './kinds.ts'
import type { Query, Term } from './parse.ts'
import { phraseQuery, phraseVector, type Weights } from './words.ts'

/** How a type of record can be searched. */
export interface Searched {
  /** The word list of a record, a tsvector. */
  readonly words: RawBuilder<unknown>
  /** The result of search_marks for that list, if it is stored. */
  readonly marks?: RawBuilder<unknown>
  /** The kind of a property by its name; undefined when records of this type do not have it. */
  readonly property: (name: string) => Kind | undefined
  /** Properties whose words are in the word list, and the weights they have there. */
  readonly weights: ReadonlyMap<string, Weights>
  /** Time properties that records can be sorted by, and their columns. */
  readonly moments?: ReadonlyMap<string, string>
  /** The condition for a bare word with a special meaning here, such as an e-mail address. */
  readonly word?: (term: Term, context: SearchContext) => Condition | undefined
}

/** The meaning of a query for records of one type. */
export interface Meaning {
  /** The part on the word list, as a tsquery for the index on words. Null when there is none. */
  readonly words: string | null
  /** A necessary condition on the marks of records with these words; null when marks add nothing. */
  readonly marks: Condition | null
  /** All other conditions. */
  readonly condition: Condition
  /** Those of the other conditions that are on columns records can be sorted by. */
  readonly bounds: ReadonlyMap<string, Condition>
  /** True when the other conditions read the word list, too. */
  readonly reads_words: boolean
  /** True when there are no other conditions. */
  readonly is_words_only: boolean
}

/**
 * The meaning of a query for records of one type: all of its words and properties must match; `:` twice on the same property are
 * alternatives. Null when no record of the type can match.
 * @source docs/reference/search.md §3.1
 */
export function meaningOf(query: Query, searched: Searched, context: SearchContext): Meaning | null {
  if (query.properties.some((term) => searched.property(ensureDefined(term.property)) === undefined)) return null
  const words = bareWords(query.words, searched, context)
  const rest: Condition[] = [...words.conditions]
  const together: string[] = [...words.together]
  const marks: Condition[] = [...words.marks]
  const bounds = new Map<string, Condition>()
  const ask = (name: string, condition: Condition) => {
    rest.push(condition)
    const column = searched.moments?.get(name)
    if (column !== undefined) bounds.set(column, joinWithAnd([bounds.get(column), condition].filter((one) => one !== undefined)))
  }
  const alternatives = Map.groupBy(query.properties.filter(isPositive), (term) => ensureDefined(term.property))
  for (const [name, terms] of alternatives) {
    const weights = searched.weights.get(name)
    const wordQueries = terms.map((term) => wordQuery(term, weights, context))
    if (wordQueries.every((one) => one !== null)) {
      together.push(`(${wordQueries.join(' | ')})`)
      const marked = terms.flatMap((term) => marksOf(term, searched, context, { prefix: starOf(term) !== -1, weights }))
      if (marked.length === terms.length) marks.push(joinWithOr(marked))
    } else ask(name, joinWithOr(terms.map((term) => propertyCondition(term, searched, context))))
  }
  for (const term of query.properties.filter((one) => !isPositive(one)))
    ask(ensureDefined(term.property), propertyCondition(term, searched, context))
  // a query without letters and digits finds nothing, `*` alone everything
  const hasNoTerm = query.words.some((term) => !isAny(term)) && rest.length + together.length === 0
  if (hasNoTerm) return null
  const textual = query.properties.filter((term) => searched.weights.has(ensureDefined(term.property)))
  return {
    words: together.length === 0 ? null : together.join(' & '),
    marks: marks.length === 0 ? null : joinWithAnd(marks),
    condition: joinWithAnd(rest),
    bounds,
    is_words_only: rest.length === 0,
    reads_words: words.is_denied || textual.some((term) => !isPositive(term) || wordQuery(term, 'A', context) === null),
  }
}

const isPositive = (term: Term) => !term.negated && term.operator === ':'

const starOf = (term: Term) => (term.quoted ? -1 : term.value.indexOf('*'))

/** The condition of a term on marks; empty when there is none. */
function marksOf(
  term: Term,
  searched: Searched,
  context: SearchContext,
  how: { prefix: boolean; weights?: Weights | undefined },
): Condition[] {
  const { prefix, weights = '' } = how
  const vector = searched.marks && phraseVector(context.account_id, term.value, { prefix, weights })
  return vector === undefined || vector === null ? [] : [sql<boolean>`${searched.marks} @> search_marks(${vector}::tsvector)`]
}

/** A property's value as a query on the word list; null when it cannot be expressed as one. */
function wordQuery(term: Term, weights: Weights | undefined, context: SearchContext): string | null {
  if (weights === undefined || isNone(term) || isAny(term)) return null
  const star = starOf(term)
  if (star !== -1 && star < term.value.length - 1) return null
  return phraseQuery(context.account_id, term.value, { prefix: star !== -1, weights })
}

function propertyCondition(term: Term, searched: Searched, context: SearchContext): Condition {
  const condition = ensureDefined(searched.property(ensureDefined(term.property)))(term, context) ?? sql<boolean>`false`
  return term.negated ? sql<boolean>`(${condition}) is not true` : condition
}

function bareWords(terms: readonly Term[], searched: Searched, context: SearchContext) {
  const conditions: Condition[] = []
  const together: string[] = []
  const marks: Condition[] = []
  let is_denied = false
  for (const term of terms) {
    const own = searched.word?.(term, context)
    const query = own === undefined ? phraseQuery(context.account_id, term.value, { prefix: !term.quoted }) : null
    if (own !== undefined) conditions.push(term.negated ? sql<boolean>`(${own}) is not true` : own)
    else if (query !== null && term.negated) {
      conditions.push(sql<boolean>`not ${searched.words} @@ ${query}::tsquery`)
      is_denied = true
    } else if (query !== null) {
      together.push(`(${query})`)
      marks.push(...marksOf(term, searched, context, { prefix: !term.quoted }))
    }
  }
  return { conditions, together, marks, is_denied }
}
