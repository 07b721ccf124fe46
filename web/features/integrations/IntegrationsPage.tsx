// The list of integrations, with the health and progress of each.
// Does not belong here: one integration (IntegrationPage.tsx), creating one: the integration-bot agent does that from an access request.

import { useQuery } from '@tanstack/react-query'
import { createLink, useNavigate, useSearch } from '@tanstack/react-router'
import { type Integration, integrationKindsQuery, filingQuery, integrationsQuery } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { SearchableTable } from '#kit/table/SearchableTable.tsx'
import { Card } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Page } from '#kit/Page.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { Segments } from '#kit/Segments.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { SecondLine, Subtle, TextAnchor } from '#kit/text.tsx'
import { filterIntegrations, parseIntegrationSearch, withState } from './filter.ts'
import type { StateFilter } from './filter.ts'
import { countDone, healthWords, findOpenChecklist, stateWords } from './integration.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.integrations`. @source docs/reference/specification.md §5.5 */
export function IntegrationsPage() {
  return (
    <Page
      isList
      title="Integrations"
      intro="Persistent connections to other services. Each is made by the integration-bot agent for an accepted access request, with the scopes that were asked for. An integration is much harder to revoke than an API token: prefer a token where one is enough."
    >
      <IntegrationList />
    </Page>
  )
}

function IntegrationList() {
  return (
    <Loaded query={useQuery(integrationsQuery)} noun="integrations">
      {(integrations) => (integrations.length > 0 ? <FilteredList integrations={integrations} /> : <NoIntegrations />)}
    </Loaded>
  )
}

function NoIntegrations() {
  return (
    <Loaded query={useQuery(filingQuery)} noun="rules for new integrations" rows={2}>
      {({ problem }) => (
        <Card>
          <EmptyState icon="plug" title="No integrations yet">
            {problem ??
              'An integration begins with an access request. When it has been accepted, the integration-bot agent makes it on the page of the request.'}
          </EmptyState>
        </Card>
      )}
    </Loaded>
  )
}

const segments: readonly { value: StateFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'creating', label: 'Set up' },
  { value: 'active', label: 'Active' },
  { value: 'revoking', label: 'Revoking' },
  { value: 'revoked', label: 'Revoked' },
]

function FilteredList({ integrations }: { integrations: readonly Integration[] }) {
  const { state, q, page, setFilter, setPage } = useFilter()
  const { data: kinds } = useQuery(integrationKindsQuery)
  const navigate = useNavigate()
  const titles = new Map(kinds?.map(({ kind, title }) => [kind, title]))
  const found = filterIntegrations(integrations, q)
  return (
    <SearchableTable
      label="Integrations"
      searchLabel="Search integrations"
      q={q}
      onSearch={(text) => setFilter(state, text)}
      filters={
        <Segments
          label="State"
          segments={segments.map((segment) => ({ ...segment, count: withState(found, segment.value).length }))}
          value={state}
          onChange={(value) => setFilter(value, q)}
        />
      }
      none={{ title: 'No integration matches', text: `None of the ${integrations.length} integrations has that text and state.` }}
      onShowAll={() => setFilter('all', '')}
      entries={withState(found, state)}
      columns={columnsWith(titles)}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      actionsOf={({ id, access_request_id }) => [
        { label: 'Details', onSelect: () => void navigate({ to: paths.integration, params: { id: String(id) } }) },
        {
          label: 'Access request',
          onSelect: () => void navigate({ to: paths.access_request, params: { id: String(access_request_id) } }),
        },
      ]}
      page={page}
      onPage={setPage}
    />
  )
}

function columnsWith(titles: ReadonlyMap<string, string>): readonly Column<Integration>[] {
  return [
    { title: 'Name', render: (integration) => <Name integration={integration} title={titles.get(integration.kind)} /> },
    { title: 'Health', width: '15%', render: ({ health }) => <Health health={health} /> },
    {
      title: 'Last used',
      width: '18%',
      render: ({ last_used_at: at }) => (at === null ? <Subtle>Never</Subtle> : <RelativeTime at={at} />),
    },
    { title: 'State', width: '156px', render: (integration) => <State integration={integration} /> },
  ]
}

function Name({ integration: { id, name, kind, scopes }, title }: { integration: Integration; title: string | undefined }) {
  return (
    <div>
      <TextLink to={paths.integration} params={{ id: String(id) }}>
        {name}
      </TextLink>
      <SecondLine>
        {title ?? kind}
        {scopes.length > 0 && ` · ${scopes.join(', ')}`}
      </SecondLine>
    </div>
  )
}

function Health({ health }: Pick<Integration, 'health'>) {
  if (health === null) return <Subtle>–</Subtle>
  const { label, tone } = healthWords[health]
  return <StatusTag tone={tone}>{label}</StatusTag>
}

function State({ integration }: { integration: Integration }) {
  const { label, tone } = stateWords[integration.state]
  const list = findOpenChecklist(integration)
  const steps = list === undefined ? undefined : integration[list]
  return (
    <div>
      <StatusTag tone={tone}>{label}</StatusTag>
      {steps !== undefined && (
        <SecondLine>
          {countDone(steps)} of {steps.length} steps done
        </SecondLine>
      )}
    </div>
  )
}

/** Keeps the filter in the URL; changing it goes back to the first page. */
function useFilter() {
  const { state = 'all' as const, q = '', page = 1 } = useSearch({ from: `/frame${paths.integrations}` })
  const navigate = useNavigate({ from: paths.integrations })
  const setFilter = (next: StateFilter, text: string) =>
    navigate({ search: parseIntegrationSearch({ state: next, q: text }), replace: true })
  const setPage = (next: number) => navigate({ search: (now) => parseIntegrationSearch({ ...now, page: next }) })
  return { state, q, page, setFilter, setPage }
}
