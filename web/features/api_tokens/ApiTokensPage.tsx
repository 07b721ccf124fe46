// The list of API tokens: find one, see its state, deactivate or reactivate it.
// Does not belong here: creating a token (AddApiTokenPage.tsx), what each act means (token.ts).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type ApiToken, apiTokensQuery } from './queries.ts'
import { meQuery, type Standing, ownAccessQuery } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import { SearchableTable } from '#kit/table/SearchableTable.tsx'
import { Button } from '#kit/Button.tsx'
import { Card, Cards } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Page } from '#kit/Page.tsx'
import { Segments } from '#kit/Segments.tsx'
import { ActDialog } from './ActDialog.tsx'
import { tokenColumns } from './columns.tsx'
import { groundsFor, MissingDuty } from './duties.tsx'
import { filterTokens, parseTokenSearch, withStatus } from './filter.ts'
import type { StatusFilter } from './filter.ts'
import { actsFor } from './token.ts'
import type { TokenActRow } from './token.ts'

/** The page at `paths.api_tokens`. @source docs/reference/specification.md §5.6.7, §5.7 */
export function ApiTokensPage() {
  const { data: own } = useQuery(ownAccessQuery)
  const { data: me } = useQuery(meQuery)
  const standing = own && me && { role: me.role, duties: own.duties }
  return (
    <Page
      isList
      title="API tokens"
      intro="A token lets a program call the API with administrator-level access. Its description is the URL of the access request it was issued for. Use of API tokens is deprecated as of 30 Apr 2027."
      action={standing && <PageAction standing={standing} />}
    >
      <Cards>
        {standing && groundsFor(standing).length === 0 && <MissingDuty {...standing} />}
        <div>
          <TokenList />
        </div>
      </Cards>
    </Page>
  )
}

/** The button the user's duties allow: add a token, or request one. */
function PageAction({ standing }: { standing: Standing }) {
  const navigate = useNavigate()
  return groundsFor(standing).length > 0 ? (
    <Button kind="primary" onClick={() => navigate({ to: paths.new_api_token })}>
      Add API token
    </Button>
  ) : (
    <Button onClick={() => navigate({ to: paths.new_access_request })}>New access request</Button>
  )
}

function TokenList() {
  return (
    <Loaded query={useQuery(apiTokensQuery)} noun="API tokens">
      {(tokens) =>
        tokens.length > 0 ? (
          <FilteredList tokens={tokens} />
        ) : (
          <Card>
            <EmptyState icon="lock" title="No API tokens yet">
              When an access request has been accepted, add a token here and hand its value to the requester through a one-time secret.
            </EmptyState>
          </Card>
        )
      }
    </Loaded>
  )
}

function FilteredList({ tokens }: { tokens: readonly ApiToken[] }) {
  const { status, q, page, setFilter, setPage } = useFilter()
  const navigate = useNavigate()
  const isAdmin = useQuery(meQuery).data?.role === 'admin'
  const [asked, setAsked] = useState<{ token: ApiToken; row: TokenActRow }>()
  const found = filterTokens(tokens, q)
  return (
    <>
      <SearchableTable
        label="API tokens"
        searchLabel="Search API tokens"
        q={q}
        onSearch={(text) => setFilter({ status, q: text })}
        filters={<States found={found} status={status} onChange={(value) => setFilter({ status: value, q })} />}
        none={{ title: 'No API token matches', text: `None of the ${tokens.length} tokens has that text and state.` }}
        onShowAll={() => setFilter({ status: 'all', q: '' })}
        entries={withStatus(found, status)}
        columns={tokenColumns}
        keyOf={(token) => token.id}
        nameOf={(token) => token.description}
        actionsOf={(token) => [
          ...(isAdmin ? actsFor(token) : []).map((row) => ({
            label: row.act,
            isDanger: row.isDanger,
            onSelect: () => setAsked({ token, row }),
          })),
          { label: 'Details', onSelect: () => void navigate({ to: paths.api_token, params: { id: String(token.id) } }) },
        ]}
        page={page}
        onPage={setPage}
      />
      {asked && <ActDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface Filter {
  status: StatusFilter
  q: string
}

interface StatesProps {
  found: readonly ApiToken[]
  status: StatusFilter
  onChange: (status: StatusFilter) => void
}

function States({ found, status, onChange }: StatesProps) {
  const makeSegment = (value: StatusFilter, label: string) => ({ value, label, count: withStatus(found, value).length })
  return (
    <Segments
      label="State"
      segments={[makeSegment('all', 'All'), makeSegment('active', 'Active'), makeSegment('inactive', 'Inactive')]}
      value={status}
      onChange={onChange}
    />
  )
}

/** Keeps the filter in the URL; changing it goes back to the first page. */
function useFilter() {
  const { status = 'all' as const, q = '', page = 1 } = useSearch({ from: `/frame${paths.api_tokens}` })
  const navigate = useNavigate({ from: paths.api_tokens })
  const setFilter = (filter: Filter) => navigate({ search: parseTokenSearch({ ...filter }), replace: true })
  const setPage = (next: number) => navigate({ search: (now) => parseTokenSearch({ ...now, page: next }) })
  return { status, q, page, setFilter, setPage }
}
