const PAGE_SIZE = 50

export interface ShownPage<Entry> {
  entries: readonly Entry[]
  /** The page shown: the requested one, or the nearest that exists. */
  page: number
  page_count: number
  /** Position of the first and last record shown, counted from 1 (0 when there are none). */
  first: number
  last: number
  total: number
}

/** One page of a list; pages count from 1. */
export function pageOf<Entry>(all: readonly Entry[], wanted: number): ShownPage<Entry> {
  const page_count = Math.max(1, Math.ceil(all.length / PAGE_SIZE))
  const page = Math.min(Math.max(1, wanted), page_count)
  const start = (page - 1) * PAGE_SIZE
  const entries = all.slice(start, start + PAGE_SIZE)
  return { entries, page, page_count, first: entries.length === 0 ? 0 : start + 1, last: start + entries.length, total: all.length }
}

/** A page returned by the server, of a list of `total` records; pages count from 1. Past the end, the previous page is the last one. */
export function makeServedPage<Entry>(entries: readonly Entry[], wanted: number, total: number, size: number): ShownPage<Entry> {
  const page_count = Math.max(1, Math.ceil(total / size))
  const page = Math.min(wanted, page_count + 1)
  const start = (page - 1) * size
  if (entries.length === 0) return { entries, page: total === 0 ? 1 : page, page_count, first: 0, last: 0, total }
  return { entries, page, page_count, first: start + 1, last: start + entries.length, total }
}
