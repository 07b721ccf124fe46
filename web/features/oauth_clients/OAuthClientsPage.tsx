// The list of OAuth clients: find one, open it, delete it.
// Does not belong here: registering one (AddOAuthClientPage.tsx), one client with its secret and tokens (OAuthClientPage.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type OAuthClient, oauthClientsQuery } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import { parseListSearch } from '#kit/table/search.ts'
import { SearchableTable } from '#kit/table/SearchableTable.tsx'
import { Button } from '#kit/Button.tsx'
import { Card } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Page } from '#kit/Page.tsx'
import { clientColumns } from './columns.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { filterClients } from './filter.ts'

/** The page at `paths.oauth_clients`. @source docs/reference/authentication.md §3 */
export function OAuthClientsPage() {
  const navigate = useNavigate()
  return (
    <Page
      isList
      title="OAuth clients"
      intro="A client is a program that people allow to act for them, or that acts as its owner. Each one names the addresses it may send people back to, and the most it may be granted."
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
  return (
    <Loaded query={useQuery(oauthClientsQuery)} noun="OAuth clients">
      {(clients) =>
        clients.length > 0 ? (
          <FilteredList clients={clients} />
        ) : (
          <Card>
            <EmptyState icon="plug" title="No OAuth clients yet">
              Add one for each program that is to call the API with access tokens. Its secret is shown once.
            </EmptyState>
          </Card>
        )
      }
    </Loaded>
  )
}

function FilteredList({ clients }: { clients: readonly OAuthClient[] }) {
  const { q = '', page = 1 } = useSearch({ from: `/frame${paths.oauth_clients}` })
  const navigate = useNavigate({ from: paths.oauth_clients })
  const open = useNavigate()
  const [doomed, setDoomed] = useState<OAuthClient>()
  const search = (text: string) => navigate({ search: parseListSearch({ q: text }), replace: true })
  return (
    <>
      <SearchableTable
        label="OAuth clients"
        searchLabel="Search OAuth clients"
        q={q}
        onSearch={search}
        none={{ title: 'No OAuth client matches', text: `None of the ${clients.length} clients has that text.` }}
        onShowAll={() => search('')}
        entries={filterClients(clients, q)}
        columns={clientColumns}
        keyOf={(client) => client.id}
        nameOf={(client) => client.name}
        actionsOf={(client) => [
          { label: 'Delete', isDanger: true, onSelect: () => setDoomed(client) },
          { label: 'Details', onSelect: () => void open({ to: paths.oauth_client, params: { id: String(client.id) } }) },
        ]}
        page={page}
        onPage={(next) => navigate({ search: (now) => parseListSearch({ ...now, page: next }) })}
      />
      {doomed && <DeleteDialog client={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}
