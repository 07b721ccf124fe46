import { createLink } from '@tanstack/react-router'
import type { ActivityLine, ActivityPage, Grouping } from './queries.ts'
import { everyDay } from '#kit/charts/days.ts'
import { Sparkline } from '#kit/charts/Sparkline.tsx'
import { paths } from '#lib/paths.ts'
import type { SortableColumn } from '#kit/table/SortableTable.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { Breakable, SecondLine, Subtle, TextAnchor } from '#kit/text.tsx'
import { drillDown } from './search.ts'
import type { ActivitySearch } from './search.ts'
import { formatNumber } from '#kit/numbers.ts'

const InsideLink = createLink(TextAnchor)

/** What a row is, by the grouping. */
export const groupingLabels: Readonly<Record<Grouping, string>> = {
  credential: 'Credential',
  client: 'OAuth client',
  user: 'User',
  user_agent: 'User agent',
  address: 'Address',
  endpoint: 'Endpoint',
}

/** The columns of the activity; the first one drills down. */
export function activityColumns(
  by: Grouping,
  search: ActivitySearch,
  { from, to }: Pick<ActivityPage, 'from' | 'to'>,
): SortableColumn<ActivityLine>[] {
  return [
    { title: groupingLabels[by], sort: 'key', render: (line) => <Subject by={by} line={line} search={search} /> },
    { title: 'Calls', width: '76px', sort: 'calls', render: ({ calls }) => formatNumber(calls) },
    { title: 'Errors', width: '76px', sort: 'errors', render: (line) => <Share part={line.errors} of={line.calls} /> },
    { title: 'Limited', width: '80px', sort: 'limited', render: (line) => <Share part={line.limited} of={line.calls} /> },
    { title: 'Last used', width: '112px', sort: 'last_at', render: ({ last_at }) => <RelativeTime at={last_at} /> },
    { title: 'Trend', width: '112px', render: ({ trend }) => <Sparkline days={everyDay(from, to, trend)} /> },
  ]
}

function Subject({ by, line, search }: { by: Grouping; line: ActivityLine; search: ActivitySearch }) {
  return (
    <div>
      <InsideLink to={paths.api_activity} search={drillDown(by, line, search)}>
        <Breakable text={line.label} />
      </InsideLink>
      {line.detail && <SecondLine>{line.detail}</SecondLine>}
    </div>
  )
}

/** A number with its share of all calls, if there are any. */
function Share({ part, of }: { part: number; of: number }) {
  if (part === 0) return <Subtle>0</Subtle>
  const percent = (part / of) * 100
  return (
    <div>
      {formatNumber(part)}
      <SecondLine>{percent < 1 ? '<1' : Math.round(percent)} %</SecondLine>
    </div>
  )
}
