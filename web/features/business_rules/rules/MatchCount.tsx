// How many tickets meet the conditions of a form now, counted while it is filled in.

import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#contract/errors.ts'
import { matchCountQuery } from '../queries/rules.ts'
import type { SentConditions } from '../queries/rule_records.ts'
import { viewDefinitionsQuery } from '../queries/views.ts'
import { Subtle } from '#kit/text.tsx'
import { countableConditions } from './countable.ts'
import { useSettled } from './use_settled.ts'
import { formatCount } from '#kit/numbers.ts'

const SETTLES_AFTER_MS = 800

/** A sentence with the number. Conditions on the update itself cannot be counted, and are left out. */
export function MatchCount({ conditions }: { conditions: SentConditions }) {
  const { data: definitions } = useQuery(viewDefinitionsQuery)
  const part = definitions && countableConditions(conditions, definitions)
  const settled = useSettled(part?.conditions, SETTLES_AFTER_MS)
  const { data, error, isFetching } = useQuery(matchCountQuery(settled))
  return (
    <p role="status">
      <Subtle>{part === undefined ? '' : describeCount(part, { count: data?.value, error, isFetching })}</Subtle>
    </p>
  )
}

interface Counting {
  count: number | null | undefined
  error: Error | null
  isFetching: boolean
}

function describeCount(part: ReturnType<typeof countableConditions>, { count, error, isFetching }: Counting): string {
  if (part.isEmpty) return ''
  if (part.conditions === undefined) return 'These conditions are about an update: which tickets meet them cannot be counted before.'
  if (error instanceof ApiError && error.status === 422) return 'Matching tickets are counted once the conditions are complete.'
  if (count === undefined || count === null)
    return error === null || isFetching ? 'Counting the matching tickets …' : 'The matching tickets could not be counted.'
  const tickets = formatCount(count, 'ticket that is not closed meets', 'tickets that are not closed meet')
  return part.isPartial ? `${tickets} those of the conditions that can be counted now.` : `${tickets} these conditions now.`
}
