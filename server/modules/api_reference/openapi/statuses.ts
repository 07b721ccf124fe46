/** The error statuses an operation returns: those that follow from its route, and those that tests received. */
import type { AnyRoute } from '#http/route.ts'
import { isOneOf } from '#lib/objects.ts'

/** The meaning of each error status. Their bodies are described in the guide to errors. */
export const REFUSALS: Readonly<Record<number, string>> = {
  400: 'A parameter is missing or has the wrong type',
  401: 'No or wrong credentials',
  403: 'Not allowed for this caller, or the OAuth token lacks the scope',
  404: 'No such record, or none that this caller may see',
  409: 'Somebody changed the record in between, or it is not in a state for this',
  410: 'It was there and is gone for good',
  413: 'The body or the file is too large',
  415: 'The media type is not taken here',
  416: 'The file does not have the part that was asked for',
  422: 'The record may not be saved like this',
  429: 'Too many requests: wait as long as Retry-After says',
  507: 'The file store is full',
}

/** @param isRefused whether the operation refuses some role; @param seen error statuses that tests received */
export function refusalsOf(route: AnyRoute, isRefused: boolean, seen: readonly number[]): number[] {
  const reads = route.method === 'GET'
  const isOpen = route.credentials === 'none'
  const takesIds = [...route.path.matchAll(/:(\w+)/g)].some(([, name]) => !isOneOf(route.text_params ?? [], name))
  const follows: [number, boolean][] = [
    [400, takesIds || route.query !== undefined || route.body !== undefined],
    [401, !isOpen],
    [403, !isOpen && (route.scope !== null || isRefused || !reads)],
    [404, route.path.includes(':')],
    [409, route.idempotent === true],
    [413, route.body !== undefined || route.files !== undefined],
    [415, route.json_only === true || (route.body !== undefined && route.files !== 'body')],
    [422, route.body !== undefined],
    [429, true],
    [507, route.files !== undefined],
  ]
  const all = [...follows.filter(([, does]) => does).map(([status]) => status), ...seen.filter((status) => status in REFUSALS)]
  return [...new Set(all)].sort((one, other) => one - other)
}
