import { useQuery } from '@tanstack/react-query'
import type { ListedRule } from '../queries/rule_records.ts'
import { viewCountQuery } from '../queries/views.ts'
import { Subtle } from '#kit/text.tsx'

/** How many tickets a view of a list has. Those that are not active are not counted. */
export function TicketCount({ view }: { view: ListedRule }) {
  const { data, error } = useQuery({ ...viewCountQuery(view), enabled: view.active })
  if (!view.active) return <Subtle>–</Subtle>
  if (data === undefined) return <Subtle>{error === null ? '…' : 'not counted'}</Subtle>
  return data === null ? <Subtle>–</Subtle> : data.pretty
}
