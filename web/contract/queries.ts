// Queries whose data more than one call makes up: whole lists, lists that grow page by page, and answers put together.

import { infiniteQueryOptions } from '@tanstack/react-query'
import { callWith, makeQuery, type Query, type QueryKey } from './client.ts'
import type { Answer, Input, InputArgument, ListName, ListOperation, Operation, PageMeta, Row } from './operation.ts'
import type { SentInput } from './send.ts'

const MAX_PAGE_SIZE = 100

/**
 * Reads all pages of a list, 100 records each, following the cursor. `name`: of the list in the answer.
 * @throws ApiError as `call`.
 */
export async function callAll<Op extends ListOperation, Name extends ListName<Op>>(
  operation: Op,
  name: Name,
  input: Input<Op> & SentInput,
  signal?: AbortSignal,
): Promise<readonly Row<Op, Name>[]> {
  const rows: Row<Op, Name>[] = []
  let cursor: string | null = null
  do {
    const page: ListPage<Op, Name> = await readPage(operation, input, cursor, signal)
    rows.push(...page[name])
    cursor = page.meta?.has_more === true ? (page.meta.after_cursor ?? null) : null
  } while (cursor !== null)
  return rows
}

/** The query of a whole list. */
export function queryAll<Op extends ListOperation, Name extends ListName<Op>>(
  operation: Op,
  name: Name,
  ...[input]: InputArgument<Op>
): Query<readonly Row<Op, Name>[]> {
  const given = input ?? {}
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input may be left out where all of it may be
  return makeQuery([operation, given, 'all'], ({ signal }) => callAll(operation, name, given as Input<Op> & SentInput, signal))
}

/** A list that grows page by page. `makeInput`: the input of the page at a cursor, which is empty for the first page. */
export function queryPages<Op extends Operation>(
  operation: Op,
  makeInput: (cursor: string) => Input<Op>,
  findNextCursor: (answer: Answer<Op>) => string | null | undefined,
) {
  const queryKey: QueryKey = [operation, makeInput(''), 'pages']
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) => callWith(operation, makeInput(pageParam), signal),
    initialPageParam: '',
    getNextPageParam: findNextCursor,
  })
}

/**
 * A query whose data is made of several answers, or of one in another form. Its key is the operation that it is mainly about, with what else
 * the data depends on, and its name, which no other query has. `load` is `skipToken` while there is nothing to ask for.
 */
export function composeQuery<Data>(name: string, operation: Operation, given: object, load: Query<Data>['queryFn']): Query<Data> {
  return makeQuery([operation, given, 'composed', name], load)
}

type ListPage<Op extends ListOperation, Name extends ListName<Op>> = { readonly [Key in Name]: readonly Row<Op, Name>[] } & {
  readonly meta?: PageMeta
}

async function readPage<Op extends ListOperation, Name extends ListName<Op>>(
  operation: Op,
  input: SentInput,
  cursor: string | null,
  signal: AbortSignal | undefined,
): Promise<ListPage<Op, Name>> {
  const paging = { 'page[size]': MAX_PAGE_SIZE, ...(cursor === null ? {} : { 'page[after]': cursor }) }
  const answer = await callWith(operation, { ...input, query: { ...paging, ...input.query } }, signal)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what makes it a list operation, which is lost on the way through a generic one
  return answer as unknown as ListPage<Op, Name>
}
