// The list of API tokens: find one, see its state, take it back or put it to use again.
// Does not belong here: making a token (AddApiTokenPage.tsx), what each act means (token.ts).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { apiTokensQuery } from '../../../api/api_tokens.ts'
import type { ApiToken } from '../../../api/types.ts'
import { paths } from '../../../paths.ts'
import { DataTable } from '../../../table/DataTable.tsx'
import { describeError } from '../../../api/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Toolbar } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadingRows } from '../../../ui/Loading.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Page } from '../../../ui/Page.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { MenuTrail } from '../../MenuTrail.tsx'
import { ActDialog } from './ActDialog.tsx'
import { tokenColumns } from './columns.tsx'
import { matching, parseTokenSearch, withStatus } from './filter.ts'
import type { StatusFilter } from './filter.ts'
import { actsFor } from './token.ts'
import type { TokenActRow } from './token.ts'

/** The page at `paths.api_tokens`. @source specification 5.6 rule 3 for tokens, 5.7 */
export function ApiTokensPage() {
  const navigate = useNavigate()
  const add = () => navigate({ to: paths.new_api_token })
  return (
    <Page
      title="API tokens"
      trail={<MenuTrail path={paths.api_tokens} />}
      intro="A token lets a program call the API with administrator-level access. Its description is the URL of the access request it was issued for. Use of API tokens is deprecated as of April 30, 2027."
      action={
        <Button kind="primary" onClick={add}>
          Add API token
        </Button>
      }
    >
      <TokenList />
    </Page>
  )
}

function TokenList() {
  const { data: tokens, error, isFetching, refetch } = useQuery(apiTokensQuery)
  if (tokens !== undefined && tokens.length > 0) return <FilteredList tokens={tokens} />
  if (error !== null && !isFetching) {
    return (
      <Notice type="error" title="The API tokens could not be loaded" action={{ label: 'Try again', onClick: () => refetch() }}>
        {describeError(error)}
      </Notice>
    )
  }
  if (tokens === undefined) {
    return (
      <Card>
        <LoadingRows label="Loading API tokens" />
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState icon="lock" title="No API tokens yet">
        When an access request has been accepted, add a token here and hand its value to the requester through a one-time secret.
      </EmptyState>
    </Card>
  )
}

function FilteredList({ tokens }: { tokens: readonly ApiToken[] }) {
  const { status, q, page, setFilter, setPage } = useFilter()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ token: ApiToken; row: TokenActRow }>()
  const found = matching(tokens, q)
  const shown = withStatus(found, status)
  return (
    <>
      <Filters found={found} status={status} q={q} onChange={setFilter} />
      <Card>
        {shown.length === 0 ? (
          <EmptyState
            icon="search"
            title="No API token matches"
            action={<Button onClick={() => setFilter({ status: 'all', q: '' })}>Show all</Button>}
          >
            None of the {tokens.length} tokens has that text and state.
          </EmptyState>
        ) : (
          <DataTable
            label="API tokens"
            entries={shown}
            columns={tokenColumns}
            keyOf={(token) => token.id}
            nameOf={(token) => token.description}
            actionsOf={(token) => [
              ...actsFor(token).map((row) => ({ label: row.act, isDanger: row.isDanger, onSelect: () => setAsked({ token, row }) })),
              { label: 'Details', onSelect: () => void navigate({ to: paths.api_token, params: { id: String(token.id) } }) },
            ]}
            page={page}
            onPage={setPage}
          />
        )}
      </Card>
      {asked && <ActDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface Filter {
  status: StatusFilter
  q: string
}

function Filters({ found, status, q, onChange }: Filter & { found: readonly ApiToken[]; onChange: (filter: Filter) => void }) {
  const segment = (value: StatusFilter, label: string) => ({ value, label, count: withStatus(found, value).length })
  return (
    <Toolbar>
      <SearchField label="Search API tokens" value={q} onChange={(text) => onChange({ status, q: text })} />
      <Segments
        label="State"
        segments={[segment('all', 'All'), segment('active', 'Active'), segment('inactive', 'Inactive')]}
        value={status}
        onChange={(value) => onChange({ status: value, q })}
      />
    </Toolbar>
  )
}

/** What the list shows stands in the address of the page; another filter begins at the first page. */
function useFilter() {
  const { status = 'all' as const, q = '', page = 1 } = useSearch({ from: `/admin${paths.api_tokens}` })
  const navigate = useNavigate({ from: paths.api_tokens })
  const setFilter = (filter: Filter) => navigate({ search: parseTokenSearch({ ...filter }), replace: true })
  const setPage = (next: number) => navigate({ search: (now) => parseTokenSearch({ ...now, page: next }) })
  return { status, q, page, setFilter, setPage }
}
