// The access requests: the user's own, and those waiting for them as manager, provisioner or engineer.
// Does not belong here: one request with its steps (AccessRequestPage.tsx), filing one (NewAccessRequestPage.tsx).

import { useQueries, useQuery } from '@tanstack/react-query'
import { createLink, useNavigate, useSearch } from '@tanstack/react-router'
import {
  type AccessRequest,
  accessRequestsQuery,
  requestCountQuery,
  type RequestPerson,
  type RequestRole,
  REQUESTS_PER_PAGE,
} from './queries.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { ServedTable } from '#kit/table/ServedTable.tsx'
import { Button } from '#kit/Button.tsx'
import { Card, Toolbar } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Page } from '#kit/Page.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { SearchField } from '#kit/SearchField.tsx'
import { Segments } from '#kit/Segments.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { SecondLine, Subtle, TextAnchor } from '#kit/text.tsx'
import { parseRequestSearch, tabs } from './search.ts'
import { nextStepSentence } from './next_words.ts'
import { kinds } from './words.ts'

const TextLink = createLink(TextAnchor)
/** The longest title the server searches for, in characters. */
const MAX_TITLE_LENGTH = 255

/** The page at `paths.access_requests`. @source docs/reference/specification.md §5.6 */
export function AccessRequestsPage() {
  const navigate = useNavigate()
  const { tab = 'mine' as const, page = 1, q = '' } = useSearch({ from: `/frame${paths.access_requests}` })
  const show = (role: RequestRole, next = 1) =>
    navigate({ to: paths.access_requests, search: parseRequestSearch({ tab: role, page: next, q }) })
  const find = (words: string) =>
    navigate({ to: paths.access_requests, search: parseRequestSearch({ tab, q: words }), replace: true, resetScroll: false })
  const counts = useQueries({ queries: tabs.map(({ value }) => requestCountQuery(value)) })
  return (
    <Page
      isList
      title="Access requests"
      intro="Every API token and every integration begins with a request: the requester’s manager approves it, a provisioner reviews it, and an engineer issues it once it is accepted."
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
        <SearchField label="Search requests" value={q} onChange={find} />
      </Toolbar>
      <RequestList role={tab} title={q.slice(0, MAX_TITLE_LENGTH)} page={page} onPage={(next) => show(tab, next)} />
    </Page>
  )
}

interface RequestListProps {
  role: RequestRole
  title: string
  page: number
  onPage: (page: number) => void
}

function RequestList({ role, title, page, onPage }: RequestListProps) {
  return (
    <Loaded query={useQuery(accessRequestsQuery(role, page, title))} noun="access requests">
      {({ access_requests, users = [], count }) => (
        <Card>
          {count === 0 ? (
            <EmptyState icon="clipboard-check" title={title === '' ? 'Nothing here' : 'No request matches'}>
              {title === '' ? tabs.find(({ value }) => value === role)?.empty : 'No title in this list contains all of these words.'}
            </EmptyState>
          ) : (
            <ServedTable
              label="Access requests"
              entries={access_requests}
              columns={columnsFor(users)}
              keyOf={({ id }) => id}
              page={page}
              total={count ?? 0}
              size={REQUESTS_PER_PAGE}
              onPage={onPage}
            />
          )}
        </Card>
      )}
    </Loaded>
  )
}

function Standing({ request }: { request: AccessRequest }) {
  const { label, tone } = nextStepSentence(request)
  return <StatusTag tone={tone}>{label}</StatusTag>
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
    { title: 'Requester', width: '156px', render: ({ requester_id }) => names.get(requester_id) ?? '' },
    { title: 'Filed', width: '132px', render: ({ created_at }) => <RelativeTime at={created_at} /> },
    {
      title: 'Expires',
      width: '132px',
      render: ({ deadline_at }) => (deadline_at === null ? <Subtle>–</Subtle> : <RelativeTime at={deadline_at} />),
    },
    { title: 'State', width: '156px', render: (request) => <Standing request={request} /> },
  ]
}
