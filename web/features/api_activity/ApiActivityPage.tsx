// Who calls the API, how often and with how many errors: by credential, client, user, user agent, address or endpoint.
// Does not belong here: the search parameters (search.ts), the columns (columns.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { activityFile, type ActivityPage, activityQuery, GROUPINGS } from './queries.ts'
import { everyDay } from '#kit/charts/days.ts'
import { TrendChart } from '#kit/charts/TrendChart.tsx'
import { currentTime } from '#lib/clock.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import { Pager } from '#kit/table/Pager.tsx'
import { SortableTable } from '#kit/table/SortableTable.tsx'
import { Button } from '#kit/Button.tsx'
import { Card, Cards } from '#kit/Card.tsx'
import { DownloadLink } from '#kit/DownloadLink.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Figures } from '#kit/Figures.tsx'
import { InlineSelect } from '#kit/InlineSelect.tsx'
import { Page } from '#kit/Page.tsx'
import { activityColumns, groupingLabels } from './columns.tsx'
import styles from './ApiActivityPage.module.css'
import { Filters } from './Filters.tsx'
import { readSearch, filtersOf, parseActivitySearch, PER_PAGE, SPANS, USUAL_SORT } from './search.ts'
import type { ActivitySearch } from './search.ts'

/** The page at `paths.api_activity`. @source docs/reference/access_governance.md §12.2 */
export function ApiActivityPage() {
  const { search, change } = useActivitySearch()
  const query = readSearch(search, currentTime())
  return (
    <Page
      title="API activity"
      intro="Every API call is counted: who made it, with what, from where, and how it went. Days are in UTC."
      action={<DownloadLink href={activityFile(query)}>Download CSV</DownloadLink>}
    >
      <Choices search={search} change={change} />
      <Filters search={search} onChange={change} />
      <Activity search={search} change={change} />
    </Page>
  )
}

const spans = SPANS.map((days) => ({ value: String(days), label: `the last ${days} days` }))
const ORDERS = [
  ['-calls', 'Most calls'],
  ['-errors', 'Most errors'],
  ['-limited', 'Most rate limited'],
  ['-last_at', 'Last use'],
  ['key', 'Name'],
] as const

interface ActivityProps {
  search: ActivitySearch
  change: (search: ActivitySearch) => void
}

/** Chooses how calls are grouped, the period, and the order. */
function Choices({ search, change }: ActivityProps) {
  const sort = search.sort ?? USUAL_SORT
  const orders = ORDERS.map(([value, label]) => ({ value: value as string, label: label as string }))
  // an order chosen in a column header, ascending, which the list of orders lacks
  const all = orders.some(({ value }) => value === sort) ? orders : [...orders, { value: sort, label: 'As chosen in the table' }]
  return (
    <div className={styles.selects}>
      <InlineSelect
        label="Sum up by"
        options={GROUPINGS.map((value) => ({ value, label: groupingLabels[value] }))}
        value={search.by ?? 'credential'}
        onChange={(by) => change({ ...search, by, page: 1 })}
      />
      <InlineSelect
        label="Over"
        options={spans}
        value={String(search.days ?? 30)}
        onChange={(chosen) => change({ ...search, days: SPANS.find((days) => String(days) === chosen) ?? 30, page: 1 })}
      />
      <InlineSelect label="Sorted by" options={all} value={sort} onChange={(next) => change({ ...search, sort: next, page: 1 })} />
    </div>
  )
}

function Activity({ search, change }: ActivityProps) {
  const asked = { ...readSearch(search, currentTime()), per_page: String(PER_PAGE), page: String(search.page ?? 1) }
  return (
    <Loaded query={useQuery(activityQuery(asked))} noun="activity">
      {(page) => <Lines page={page} search={search} change={change} />}
    </Loaded>
  )
}

function Lines({ page, search, change }: ActivityProps & { page: ActivityPage }) {
  const by = search.by ?? 'credential'
  const total = page.count ?? 0
  if (page.totals.calls === 0) return <NoCalls search={search} change={change} />
  const current = search.page ?? 1
  const first = (current - 1) * PER_PAGE + 1
  const pages = {
    page: current,
    page_count: Math.ceil(total / PER_PAGE),
    first,
    last: first + page.activity.length - 1,
    total,
  }
  return (
    <Cards>
      <Card aria-label="Calls day by day">
        <div className={styles.inside}>
          <Figures
            figures={[
              ['Calls', page.totals.calls],
              ['Errors', page.totals.errors],
              ['Rate limited', page.totals.limited],
            ]}
          />
          <TrendChart title="Calls day by day" days={everyDay(page.from, page.to, page.totals.days)} />
        </div>
      </Card>
      <Card aria-label={`By ${groupingLabels[by]}`}>
        <SortableTable
          label={`Activity by ${groupingLabels[by]}`}
          entries={page.activity}
          columns={activityColumns(by, search, page)}
          keyOf={({ key }) => key}
          sort={search.sort ?? USUAL_SORT}
          onSort={(sort) => change({ ...search, sort, page: 1 })}
        />
        {pages.page_count > 1 && <Pager {...pages} onPage={(next) => change({ ...search, page: next })} />}
      </Card>
    </Cards>
  )
}

function NoCalls({ search, change }: ActivityProps) {
  const isNarrowed = filtersOf(search).length > 0
  const showAll = () => change(parseActivitySearch({ by: search.by, days: search.days }))
  return (
    <Card>
      <EmptyState
        icon="search"
        title="No calls"
        action={isNarrowed ? <Button onClick={showAll}>Show everybody’s calls</Button> : undefined}
      >
        {search.by === 'client'
          ? 'Nobody has called the API with the access token of an OAuth client in these days.'
          : `Nobody has called the API ${isNarrowed ? 'like this ' : ''}in these days.`}
      </EmptyState>
    </Card>
  )
}

/** Keeps the state of the page in its URL. */
function useActivitySearch() {
  const search = useSearch({ from: `/frame${paths.api_activity}` })
  const navigate = useNavigate({ from: paths.api_activity })
  const change = (next: ActivitySearch) => void navigate({ search: parseActivitySearch({ ...next }) })
  return { search, change }
}
