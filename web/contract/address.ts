// The address of an operation: its path with its parameters, and its query. Pure.

import { isList } from '#lib/objects.ts'
import type { InputArgument, Operation } from './operation.ts'

/** Below it are the operations that a session calls with its token. */
export const API_PATH = '/api/v2/'

/** What is put into an address. */
export interface AddressInput {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: SentQuery
}

type SentQuery = Readonly<Record<string, Single | readonly Single[] | undefined>>
type Single = string | number | boolean

/** The address of an operation, from the root of the server: for links to files, and for addresses that are shown. */
export function writeAddress<Op extends Operation>(operation: Op, ...[input]: InputArgument<Op>): string {
  return makeAddress(operation, input ?? {})
}

/** The same with an input that was checked before. */
export function makeAddress(operation: Operation, { params = {}, query = {} }: AddressInput): string {
  const path = splitOperation(operation).path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = writeQuery(query)
  return search === '' ? path : `${path}?${search}`
}

/** `GET /api/v2/tickets` → `GET` and `/api/v2/tickets`. */
export function splitOperation(operation: string): { method: string; path: string } {
  const [method = '', path = ''] = operation.split(' ')
  return { method, path }
}

/** A list is repeated, with brackets behind its name; what is undefined is left out. */
function writeQuery(query: SentQuery): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (isList(value)) for (const item of value) search.append(`${name}[]`, String(item))
    else if (value !== undefined) search.append(name, String(value))
  }
  return search.toString()
}
