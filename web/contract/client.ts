// Calls of the API by operation, and queries of their answers. The key of a query is the operation and its input.
// Does not belong here: queries whose data more than one call makes up (queries.ts), what is read again after a write (invalidate.ts).

import { type DataTag, queryOptions, type SkipToken } from '@tanstack/react-query'
import { API_PATH, splitOperation } from './address.ts'
import { bodyOf } from './body.ts'
import type { Answer, CallArguments, InputArgument, Operation } from './operation.ts'
import { queryClient } from './query_client.ts'
import { type SentInput, sendRequest } from './send.ts'

/** The key of a query: the operation, its input, and how its data comes about where it is not the answer to one call. */
export type QueryKey = readonly [operation: Operation, input: object, reading?: 'all' | 'pages' | 'composed', name?: string]

/** A query as the library takes it. Options such as `select` and `staleTime` are added with its function `queryOptions`. */
export interface Query<Data> {
  readonly queryKey: DataTag<QueryKey, Data, Error>
  /** `skipToken` while there is nothing to ask for. */
  readonly queryFn: ((context: { readonly signal: AbortSignal }) => Promise<Data>) | SkipToken
  /** Never set: from it the compiler infers what a query gives to which no other is added. */
  readonly select?: (data: Data) => Data
}

/**
 * Calls an operation with the session; returns its answer.
 * @throws ApiError when the response is not 2xx, or (status 0) when there is none.
 */
export async function call<Op extends Operation>(operation: Op, ...[input, signal]: CallArguments<Op>): Promise<Answer<Op>> {
  return callWith(operation, input ?? {}, signal)
}

/**
 * As {@link call}, for an operation whose result is made in the background; returns the path where it will be.
 * @throws ApiError as `call`.
 */
export async function callForLocation<Op extends Operation>(operation: Op, ...[input]: InputArgument<Op>): Promise<string> {
  return (await send(operation, input ?? {})).headers.get('location') ?? ''
}

/** The query of what an operation answers. */
export function query<Op extends Operation>(operation: Op, ...[input]: InputArgument<Op>): Query<Answer<Op>> {
  return makeQuery([operation, input ?? {}], ({ signal }) => callWith(operation, input ?? {}, signal))
}

/** A query with a key of the contract. */
export function makeQuery<Data>(key: QueryKey, queryFn: Query<Data>['queryFn']): Query<Data> {
  const { queryKey } = queryOptions({ queryKey: key, queryFn })
  return { queryKey, queryFn }
}

/**
 * As {@link call}, with an input that was checked before.
 * @throws ApiError as `call`.
 */
export async function callWith<Op extends Operation>(operation: Op, input: SentInput, signal?: AbortSignal): Promise<Answer<Op>> {
  return bodyOf(operation, await send(operation, input, signal))
}

async function send(operation: Operation, input: SentInput, signal?: AbortSignal): Promise<Response> {
  const { method, path } = splitOperation(operation)
  // what is open to everybody, such as signing in, takes no token
  const isWrite = method !== 'GET' && path.startsWith(API_PATH)
  const csrf_token = isWrite ? (await queryClient.ensureQueryData(query('GET /api/v2/users/me'))).user.authenticity_token : undefined
  return sendRequest(operation, input, { csrf_token, signal })
}
