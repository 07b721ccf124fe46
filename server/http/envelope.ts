/** The envelopes lists are sent in, with their links. @source docs/reference/conventions.md §3 */
import type { Address } from './route.ts'
import type { Page } from './paging.ts'
import { MOST_COUNTED } from './totals.ts'

/**
 * The absolute URL of a resource in answers: with `.json`, on the host the client used.
 * @example urlOf(ctx.caller.base_url, 'users/5')
 */
export function urlOf(base_url: string, path: string): string {
  return `${base_url}/api/v2/${path}.json`
}

/** Authenticates the caller and is left out of links, which would carry the secret into logs and pages. */
const CREDENTIAL = 'access_token'

/** The URL of the same list with other paging parameters; null removes one. Parameters are sorted, as in the public service. */
export function linkTo(address: Address, changes: Readonly<Record<string, string | null>>): string {
  const pairs: [string, string][] = []
  for (const [key, value] of Object.entries({ ...address.query, ...changes })) {
    if (value === null || key === CREDENTIAL) continue
    if (Array.isArray(value)) for (const item of value) pairs.push([`${key}[]`, item])
    else pairs.push([key, value])
  }
  pairs.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return `${address.base_url}${address.path}.json?${new URLSearchParams(pairs).toString()}`
}

/** A page of a list: `{ <key>: […], … }` in the requested paging style, with side-loaded lists between the records and the paging. */
export function listEnvelope<Row>(
  address: Address,
  key: string,
  page: Page<Row>,
  records: readonly unknown[],
  siblings: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const { paging } = page
  if (paging.style === 'offset') {
    const to = (number: number) => linkTo(address, { page: String(number) })
    const next_page = page.has_more ? to(paging.page + 1) : null
    const previous_page = paging.page > 1 ? to(paging.page - 1) : null
    return { [key]: records, ...siblings, next_page, previous_page, count: page.count }
  }
  const to = (name: 'page[after]' | 'page[before]', cursor: string | null) =>
    cursor === null
      ? null
      : linkTo(address, { 'page[after]': null, 'page[before]': null, 'page[size]': String(paging.size), [name]: cursor })
  return {
    [key]: records,
    ...siblings,
    meta: { has_more: page.has_more, after_cursor: page.after_cursor, before_cursor: page.before_cursor },
    links: { prev: to('page[before]', page.before_cursor), next: to('page[after]', page.after_cursor) },
  }
}

/** A list that is never paged, in the offset envelope. */
export function wholeList(
  key: string,
  records: readonly unknown[],
  siblings: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return { [key]: records, ...siblings, next_page: null, previous_page: null, count: records.length }
}

/**
 * `{"count":{"value":…,"refreshed_at":…}}`. `now` is the moment of counting; `refreshed_at` is null for numbers that may be cached.
 * @source docs/reference/conventions.md §3.4
 */
export function countEnvelope(value: number, now: Date): Record<string, unknown> {
  return { count: { value, refreshed_at: value > MOST_COUNTED ? null : `${now.toISOString().slice(0, 19)}+00:00` } }
}

/** The names to be side-loaded: `include=users,groups`. Routes ignore unknown names. @source docs/reference/conventions.md §5 */
export function included(include: string | undefined): ReadonlySet<string> {
  return new Set(
    (include ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
}
