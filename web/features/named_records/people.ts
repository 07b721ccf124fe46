import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { query } from '#contract/client.ts'
import type { Row } from '#contract/operation.ts'

/** A user, as every caller sees them. */
export type Person = Pick<Row<'GET /api/v2/users/autocomplete', 'users'>, 'id' | 'name' | 'email'>

/** The shortest text that is searched for, in characters. */
export const MIN_TYPED = 2
const MAX_FOUND = 10

/** The first ten people whose name begins with the text, or whose e-mail address is exactly that. */
export const foundPeopleQuery = (typed: string) =>
  queryOptions({
    ...query('GET /api/v2/users/autocomplete', { query: { name: typed, per_page: MAX_FOUND } }),
    select: ({ users }) => users,
    enabled: typed.length >= MIN_TYPED,
    placeholderData: keepPreviousData,
  })
