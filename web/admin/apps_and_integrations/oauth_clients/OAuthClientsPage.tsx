// The list of OAuth clients: find one, open it, delete it.
// Does not belong here: registering one (AddOAuthClientPage.tsx), one client with its secret and tokens (OAuthClientPage.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { describeError } from '../../../api/errors.ts'
import { oauthClientsQuery } from '../../../api/oauth_clients.ts'
import type { OAuthClient } from '../../../api/oauth_clients.ts'
import { paths } from '../../../paths.ts'
import { DataTable } from '../../../table/DataTable.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card, Toolbar } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadingRows } from '../../../ui/Loading.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Page } from '../../../ui/Page.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { MenuTrail } from '../../MenuTrail.tsx'
import { clientColumns } from './columns.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { matching, parseClientSearch } from './filter.ts'

/** The page at `paths.oauth_clients`. @source auth.md §3 */
export function OAuthClientsPage() {
  const navigate = useNavigate()
  return (
    <Page
      title="OAuth clients"
      trail={<MenuTrail path={paths.oauth_clients} />}
      intro="A client is a program that people allow to act for them, or that acts as its owner. Each is bound to the addresses it may send people back to, and to the most it may be granted."
      action={
        <Button kind="primary" onClick={() => navigate({ to: paths.new_oauth_client })}>
          Add OAuth client
        </Button>
      }
    >
      <ClientList />
    </Page>
  )
}

function ClientList() {
  const { data: clients, error, isFetching, refetch } = useQuery(oauthClientsQuery)
  if (clients !== undefined && clients.length > 0) return <FilteredList clients={clients} />
  if (error !== null && !isFetching) {
    return (
      <Notice type="error" title="The OAuth clients could not be loaded" action={{ label: 'Try again', onClick: () => refetch() }}>
        {describeError(error)}
      </Notice>
    )
  }
  if (clients === undefined) {
    return (
      <Card>
        <LoadingRows label="Loading OAuth clients" />
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState icon="plug" title="No OAuth clients yet">
        Add one for each program that is to call the API with access tokens. Its secret is shown once.
      </EmptyState>
    </Card>
  )
}

function FilteredList({ clients }: { clients: readonly OAuthClient[] }) {
  const { q = '', page = 1 } = useSearch({ from: `/admin${paths.oauth_clients}` })
  const navigate = useNavigate({ from: paths.oauth_clients })
  const open = useNavigate()
  const [doomed, setDoomed] = useState<OAuthClient>()
  const shown = matching(clients, q)
  const search = (text: string) => navigate({ search: parseClientSearch({ q: text }), replace: true })
  const actionsOf = (client: OAuthClient) => [
    { label: 'Delete', isDanger: true, onSelect: () => setDoomed(client) },
    { label: 'Details', onSelect: () => void open({ to: paths.oauth_client, params: { id: String(client.id) } }) },
  ]
  return (
    <>
      <Toolbar>
        <SearchField label="Search OAuth clients" value={q} onChange={search} />
      </Toolbar>
      <Card>
        {shown.length === 0 ? (
          <EmptyState icon="search" title="No OAuth client matches" action={<Button onClick={() => search('')}>Show all</Button>}>
            None of the {clients.length} clients has that text.
          </EmptyState>
        ) : (
          <DataTable
            label="OAuth clients"
            entries={shown}
            columns={clientColumns}
            keyOf={(client) => client.id}
            nameOf={(client) => client.name}
            actionsOf={actionsOf}
            page={page}
            onPage={(next) => navigate({ search: (now) => parseClientSearch({ ...now, page: next }) })}
          />
        )}
      </Card>
      {doomed && <DeleteDialog client={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}
