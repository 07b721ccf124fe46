// The access requests: one's own, and those that wait for one as manager, provisioner or engineer.
// Does not belong here: one request with its steps (AccessRequestPage.tsx), filing one (NewAccessRequestPage.tsx).

import { useQueries, useQuery } from '@tanstack/react-query'
import { createLink, useNavigate, useSearch } from '@tanstack/react-router'
import {
  type AccessRequest,
  accessRequestsQuery,
  requestCountQuery,
  REQUESTS_PER_PAGE,
  type RequestPerson,
} from '../api/access_requests.ts'
import type { RequestRole } from '../api/access_requests.ts'
import { describeError } from '../api/errors.ts'
import { paths } from '../paths.ts'
import type { Column } from '../table/DataTable.tsx'
import { Pager } from '../table/Pager.tsx'
import { servedPage } from '../table/pages.ts'
import { PlainTable } from '../table/PlainTable.tsx'
import { Button } from '../ui/Button.tsx'
import { Card, Toolbar } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadingRows } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Segments } from '../ui/Segments.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { SecondLine, Subtle, TextAnchor } from '../ui/text.tsx'
import { parseRequestSearch, tabs } from './search.ts'
import { kinds, states } from './words.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.access_requests`. @source specification 5.6 */
export function AccessRequestsPage() {
  const navigate = useNavigate()
  const { tab = 'mine' as const, page = 1 } = useSearch({ from: `/people${paths.access_requests}` })
  const show = (role: RequestRole, next = 1) =>
    navigate({ to: paths.access_requests, search: parseRequestSearch({ tab: role, page: next }) })
  const counts = useQueries({ queries: tabs.map(({ value }) => requestCountQuery(value)) })
  return (
    <Page
      title="Access requests"
      intro="Every API token and every integration begins with a request: the manager of whoever asks approves it, a provisioner reviews it, and an engineer issues it once it is accepted."
      action={
        <Button kind="primary" onClick={() => navigate({ to: paths.new_access_request })}>
          New access request
        </Button>
      }
    >
      <Toolbar>
        <Segments
          label="Which access requests"
          segments={tabs.map(({ value, label }, index) => ({ value, label, count: counts[index]?.data }))}
          value={tab}
          onChange={(value) => show(value)}
        />
      </Toolbar>
      <RequestList role={tab} page={page} onPage={(next) => show(tab, next)} />
    </Page>
  )
}

function RequestList({ role, page, onPage }: { role: RequestRole; page: number; onPage: (page: number) => void }) {
  const { data, error, isFetching, refetch } = useQuery(accessRequestsQuery(role, page))
  if (data === undefined && error !== null && !isFetching) {
    return (
      <Notice type="error" title="The access requests could not be loaded" action={{ label: 'Try again', onClick: () => refetch() }}>
        {describeError(error)}
      </Notice>
    )
  }
  if (data === undefined) {
    return (
      <Card>
        <LoadingRows label="Loading access requests" />
      </Card>
    )
  }
  const shown = servedPage(data.access_requests, page, data.count, REQUESTS_PER_PAGE)
  return (
    <Card>
      {data.count === 0 ? (
        <EmptyState icon="clipboard-check" title="Nothing here">
          {tabs.find(({ value }) => value === role)?.empty}
        </EmptyState>
      ) : (
        <PlainTable label="Access requests" entries={shown.entries} columns={columnsFor(data.users)} keyOf={({ id }) => id} />
      )}
      {shown.page_count > 1 && <Pager {...shown} onPage={onPage} />}
    </Card>
  )
}

function columnsFor(users: readonly RequestPerson[]): Column<AccessRequest>[] {
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return [
    {
      title: 'Request',
      render: ({ id, title, kind }) => (
        <div>
          <TextLink to={paths.access_request} params={{ id: String(id) }}>
            {title}
          </TextLink>
          <SecondLine>{kinds[kind]}</SecondLine>
        </div>
      ),
    },
    { title: 'Requester', width: '180px', render: ({ requester_id }) => names.get(requester_id) ?? '' },
    { title: 'Filed', width: '150px', render: ({ created_at }) => <RelativeTime at={created_at} /> },
    {
      title: 'Expires',
      width: '150px',
      render: ({ deadline_at }) => (deadline_at === null ? <Subtle>–</Subtle> : <RelativeTime at={deadline_at} />),
    },
    { title: 'State', width: '180px', render: ({ state }) => <StatusTag tone={states[state].tone}>{states[state].label}</StatusTag> },
  ]
}
