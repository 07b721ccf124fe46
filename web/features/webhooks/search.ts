// The search parameters of the pages of webhooks, and the API parameters they become.

import type { InvocationQuery } from './queries.ts'
import { type ListSearch, parseListSearch } from '#kit/table/search.ts'
import { toWireTime } from '#lib/wire_time.ts'

/** The search parameters of the list. Defaults: active and inactive ones, "", page 1. */
export interface WebhookSearch extends ListSearch {
  state?: 'active' | 'inactive'
}

/** Parses the search parameters; invalid ones are left out. */
export function parseWebhookSearch(search: Record<string, unknown>): WebhookSearch {
  const { state } = search
  return { ...(state === 'active' || state === 'inactive' ? { state } : {}), ...parseListSearch(search) }
}

/** How a call can stand, as the API names it. */
export const STATUSES = ['pending', 'success', 'failed', 'terminated', 'throttled', 'circuit broken'] as const
export type InvocationStatus = (typeof STATUSES)[number]

/** The search parameters of the log of one webhook. Defaults: calls of every status and time, the newest page. */
export interface InvocationSearch {
  status?: InvocationStatus
  /** Moments in the reader's time zone, `2027-05-01T00:00`. */
  from?: string
  to?: string
  after?: string
  before?: string
}

const MINUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isMinute = (value: unknown): value is string => isText(value) && MINUTE.test(value) && !Number.isNaN(Date.parse(value))

/** Parses the search parameters; invalid ones are left out. */
export function parseInvocationSearch({ status, from, to, after, before }: Record<string, unknown>): InvocationSearch {
  const known = STATUSES.find((one) => one === status)
  return {
    ...(known === undefined ? {} : { status: known }),
    ...(isMinute(from) ? { from } : {}),
    ...(isMinute(to) ? { to } : {}),
    ...(isText(after) ? { after } : isText(before) ? { before } : {}),
  }
}

/** A time in the reader's time zone as the API takes it. One that is none stays as it is, so that the server says what is wrong. */
function timeOf(text: string): string {
  const at = Date.parse(text)
  return Number.isNaN(at) ? text : toWireTime(at)
}

/** A moment of a field, `2027-05-01T00:00`, as the API takes it. */
export const momentOf = (minute: string): string => timeOf(minute)
/** The last moment of that minute: a range has its last minute in it. */
export const endOf = (minute: string): string => timeOf(`${minute}:59.999`)

/** The API parameters: the filters and the cursor. */
export function readInvocationSearch({ status, from, to, after, before }: InvocationSearch): InvocationQuery {
  return {
    ...(status === undefined ? {} : { 'filter[status]': status }),
    ...(from === undefined ? {} : { 'filter[from_ts]': momentOf(from) }),
    ...(to === undefined ? {} : { 'filter[to_ts]': endOf(to) }),
    ...(after === undefined ? {} : { 'page[after]': after }),
    ...(before === undefined ? {} : { 'page[before]': before }),
  }
}
