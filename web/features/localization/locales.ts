import { queryOptions } from '@tanstack/react-query'
import { query } from '#contract/client.ts'
import type { Row } from '#contract/operation.ts'

/** A language. */
export type Locale = Row<'GET /api/v2/locales/public', 'locales'>

/** Every language, by name. */
export const localesQuery = queryOptions({
  ...query('GET /api/v2/locales/public'),
  select: ({ locales }) => locales.toSorted((one, other) => one.name.localeCompare(other.name)),
})
