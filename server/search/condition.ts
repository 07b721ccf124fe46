/** A query as a condition on the records of one type. */
import { type RawBuilder, sql } from 'kysely'
import { all, any, type Condition, isAny, isNone, type Kind, type SearchContext } from './kinds.ts'
import type { Query, Term } from './parse.ts'
import { phraseQuery, phraseVector, type Weights } from './words.ts'

/** What a type of record can be searched by. */
export interface Searched {
  /** The list of words of a record. */
  readonly words: RawBuilder<unknown>
  /** What search_marks makes of that list, where it is kept. */
  readonly marks?: RawBuilder<unknown>
  /** The kind of a property by its name; undefined when records of this type have none such. */
  readonly property: (name: string) => Kind | undefined
  /** Properties whose words are in the list of words, and under which weights. */
  readonly weights: ReadonlyMap<string, Weights>
  /** Properties that are a moment which records can be sorted by, and its column. */
  readonly moments?: ReadonlyMap<string, string>
  /** A bare word that means something else than words here, such as an e-mail address. */
  readonly word?: (term: Term, context: SearchContext) => Condition | undefined
}

/** What a query asks of records of a type. */
export interface Meaning {
  /** Of the list of words, as a tsquery: what the index on words is asked. Null when nothing is asked of it. */
  readonly words: string | null
  /** What is true of the marks of all that have these words; null where marks say nothing more than words do. */
  readonly marks: Condition | null
  /** All the rest. */
  readonly condition: Condition
  /** Of all the rest, what is asked of the columns that records can be sorted by. */
  readonly bounds: ReadonlyMap<string, Condition>
  /** True when the rest reads the list of words, too. */
  readonly reads_words: boolean
  /** True when there is no rest. */
  readonly is_words_only: boolean
}

/**
 * What a query asks of records of a type: every word, and every property it names; `:` twice on the same property are alternatives.
 * Null when no record of the type can fit.
 * @source docs/reference/search.md §3.1
 */
export function meaningOf(query: Query, searched: Searched, context: SearchContext): Meaning | null {
  if (query.properties.some((term) => searched.property(term.property as string) === undefined)) return null
  const words = bareWords(query.words, searched, context)
  const rest: Condition[] = [...words.conditions]
  const together: string[] = [...words.together]
  const marks: Condition[] = [...words.marks]
  const bounds = new Map<string, Condition>()
  const ask = (name: string, condition: Condition) => {
    rest.push(condition)
    const column = searched.moments?.get(name)
    if (column !== undefined) bounds.set(column, all([bounds.get(column), condition].filter((one) => one !== undefined)))
  }
  const alternatives = Map.groupBy(query.properties.filter(isPositive), (term) => term.property as string)
  for (const [name, terms] of alternatives) {
    const weights = searched.weights.get(name)
    const spoken = terms.map((term) => wordQuery(term, weights, context))
    if (spoken.every((one) => one !== null)) {
      together.push(`(${spoken.join(' | ')})`)
      const marked = terms.flatMap((term) => marksOf(term, searched, context, { prefix: starOf(term) !== -1, weights }))
      if (marked.length === terms.length) marks.push(any(marked))
    } else ask(name, any(terms.map((term) => propertyCondition(term, searched, context))))
  }
  for (const term of query.properties.filter((one) => !isPositive(one)))
    ask(term.property as string, propertyCondition(term, searched, context))
  // a query of nothing but signs finds nothing, `*` alone everything
  const isSenseless = query.words.some((term) => !isAny(term)) && rest.length + together.length === 0
  if (isSenseless) return null
  const textual = query.properties.filter((term) => searched.weights.has(term.property as string))
  return {
    words: together.length === 0 ? null : together.join(' & '),
    marks: marks.length === 0 ? null : all(marks),
    condition: all(rest),
    bounds,
    is_words_only: rest.length === 0,
    reads_words: words.is_denied || textual.some((term) => !isPositive(term) || wordQuery(term, 'A', context) === null),
  }
}

const isPositive = (term: Term) => !term.negated && term.operator === ':'

const starOf = (term: Term) => (term.quoted ? -1 : term.value.indexOf('*'))

/** What a term asks of the marks; none where that is nothing. */
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

/** A property's value as a query of the list of words; null when it is nothing such. */
function wordQuery(term: Term, weights: Weights | undefined, context: SearchContext): string | null {
  if (weights === undefined || isNone(term) || isAny(term)) return null
  const star = starOf(term)
  if (star !== -1 && star < term.value.length - 1) return null
  return phraseQuery(context.account_id, term.value, { prefix: star !== -1, weights })
}

function propertyCondition(term: Term, searched: Searched, context: SearchContext): Condition {
  const condition = (searched.property(term.property as string) as Kind)(term, context) ?? sql<boolean>`false`
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
