/** The envelopes lists are sent in, with their links. @source docs/reference/conventions.md §3 */
import Type from 'typebox'
import { flag, textOrNull, whole, wholeOrNull } from './answer_shape.ts'
import type { Address, AnswerOf } from './route.ts'
import type { Page } from './paging.ts'
import { MAX_COUNTED } from './totals.ts'

/**
 * The absolute URL of a resource in answers: with `.json`, on the host the client used.
 * @example urlOf(ctx.caller.base_url, 'users/5')
 */
export function urlOf(base_url: string, path: string): string {
  return `${base_url}/api/v2/${path}.json`
}

/** Authenticates the caller and is left out of links, which would carry the secret into logs and pages. */
const CREDENTIAL = 'access_token'

/**
 * The URL of the same list with other paging parameters; null removes one. Parameters are sorted, as in the public service. `suffix`: of the
 * path, where the family's URLs do not end in `.json`.
 */
export function linkTo(address: Address, changes: Readonly<Record<string, string | null>>, suffix = '.json'): string {
  const pairs: [string, string][] = []
  for (const [key, value] of Object.entries({ ...address.query, ...changes })) {
    if (value === null || key === CREDENTIAL) continue
    if (Array.isArray(value)) for (const item of value) pairs.push([`${key}[]`, item])
    else pairs.push([key, value])
  }
  pairs.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return `${address.base_url}${address.path}${suffix}?${new URLSearchParams(pairs).toString()}`
}

/** Members of a page beside its records; which of them are there follows from the style of paging. */
export const PageMembers = Type.Object({
  next_page: Type.Optional(textOrNull),
  previous_page: Type.Optional(textOrNull),
  /** Null where there are too many to be counted. */
  count: Type.Optional(wholeOrNull),
  meta: Type.Optional(Type.Object({ has_more: flag, after_cursor: textOrNull, before_cursor: textOrNull })),
  links: Type.Optional(Type.Object({ prev: textOrNull, next: textOrNull })),
})
type PageMembers = AnswerOf<typeof PageMembers>

/** `{ <key>: […] }` and the members beside it. */
type ListOf<Key extends string, Item, Beside> = { readonly [Name in Key]: readonly Item[] } & Beside & PageMembers

const listOf = <Key extends string, Item, Beside>(key: Key, records: readonly Item[], beside: Beside | undefined, paging: PageMembers) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without siblings Beside is `object`, of which nothing can be missing
  ({ [key]: records, ...beside, ...paging }) as ListOf<Key, Item, Beside>

/** A page of a list: `{ <key>: […], … }` in the style of the request, with side-loaded lists between the records and the paging. */
export function listEnvelope<const Key extends string, Row, Item, Beside extends object = object>(
  address: Address,
  key: Key,
  page: Page<Row>,
  records: readonly Item[],
  siblings?: Beside,
): ListOf<Key, Item, Beside> {
  return listOf(
    key,
    records,
    siblings,
    page.paging.style === 'offset' ? offsetMembers(address, page, page.paging.page) : cursorMembers(address, page, page.paging.size),
  )
}

function offsetMembers(address: Address, page: Page<unknown>, number: number): PageMembers {
  const linkToPage = (other: number) => linkTo(address, { page: String(other) })
  return {
    next_page: page.has_more ? linkToPage(number + 1) : null,
    previous_page: number > 1 ? linkToPage(number - 1) : null,
    count: page.count,
  }
}

function cursorMembers(address: Address, page: Page<unknown>, size: number): PageMembers {
  const linkToCursor = (name: 'page[after]' | 'page[before]', cursor: string | null) =>
    cursor === null ? null : linkTo(address, { 'page[after]': null, 'page[before]': null, 'page[size]': String(size), [name]: cursor })
  return {
    meta: { has_more: page.has_more, after_cursor: page.after_cursor, before_cursor: page.before_cursor },
    links: { prev: linkToCursor('page[before]', page.before_cursor), next: linkToCursor('page[after]', page.after_cursor) },
  }
}

/** A list that is never paged, in the offset envelope. */
export function wholeList<const Key extends string, Item, Beside extends object = object>(
  key: Key,
  records: readonly Item[],
  siblings?: Beside,
): ListOf<Key, Item, Beside> {
  return listOf(key, records, siblings, { next_page: null, previous_page: null, count: records.length })
}

/** The answer of routes that count. */
export const CountAnswer = Type.Object({ count: Type.Object({ value: whole, refreshed_at: textOrNull }) })

/**
 * `{"count":{"value":…,"refreshed_at":…}}`. `now` is the moment of counting; `refreshed_at` is null for numbers that may be cached.
 * @source docs/reference/conventions.md §3.4
 */
export function countEnvelope(value: number, now: Date): AnswerOf<typeof CountAnswer> {
  return { count: { value, refreshed_at: value > MAX_COUNTED ? null : `${now.toISOString().slice(0, 19)}+00:00` } }
}

/** The names to be side-loaded: `include=users,groups`. Routes ignore unknown names. @source docs/reference/conventions.md §5 */
export function readInclude(include: string | undefined): ReadonlySet<string> {
  return new Set(
    (include ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
}
