// What is read again after a write: answers in the cache that are no longer true.

import { splitOperation } from './address.ts'
import type { Operation, ParamsOf } from './operation.ts'
import { queryClient } from './query_client.ts'

/** Has the answers of an operation read again where they are shown: all of them, or those for parameters of its path. */
export function invalidate<Op extends Operation>(operation: Op, params?: ParamsOf<Op>): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: params === undefined ? [operation] : [operation, { params }] })
}

/** Has everything read again that is answered at the path of an operation or below it: a list, its records, and what belongs to each. */
export function invalidateBelow(operation: Operation): Promise<void> {
  const { path } = splitOperation(operation)
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => isAtOrBelow(queryKey[0], path) })
}

function isAtOrBelow(operation: unknown, path: string): boolean {
  if (typeof operation !== 'string') return false
  const own = splitOperation(operation).path
  return own === path || own.startsWith(`${path}/`)
}
