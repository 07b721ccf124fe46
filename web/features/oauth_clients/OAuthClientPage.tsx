// One OAuth client: its facts, its secret, its tokens.
// Does not belong here: the list (OAuthClientsPage.tsx), registering one (AddOAuthClientPage.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type OAuthClient, oauthClientQuery, useChangeOAuthClient } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { Card, Cards } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { LongMono } from '#kit/text.tsx'
import { showToast } from '#kit/toasts.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { ClientForm } from './ClientForm.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { SecretCard } from './SecretCard.tsx'
import { TokensCard } from './TokensCard.tsx'

/** The page at `paths.oauth_client`. @source docs/reference/authentication.md §3 */
export function OAuthClientPage() {
  const id = Number(useParams({ from: `/frame${paths.oauth_client}` }).id)
  const query = useQuery(oauthClientQuery(id))
  const { data: client } = query
  return (
    <Page
      title={client?.name ?? 'OAuth client'}
      intro={client && <LongMono>{client.identifier}</LongMono>}
      trail={<MenuTrail path={paths.oauth_clients} />}
      action={client && <Delete client={client} />}
    >
      <Loaded query={query} noun="OAuth client" hint="It may have been deleted. The audit log says so." rows={4}>
        {(found) => (
          <Cards key={found.id}>
            <Settings client={found} />
            <SecretCard client={found} />
            <TokensCard client={found} />
          </Cards>
        )}
      </Loaded>
    </Page>
  )
}

function Settings({ client }: { client: OAuthClient }) {
  const change = useChangeOAuthClient(client.id)
  return (
    <Card>
      <ClientForm
        client={client}
        error={change.error}
        isBusy={change.isPending}
        onSave={(input) => change.mutate(input, { onSuccess: () => showToast('success', 'OAuth client saved') })}
      />
    </Card>
  )
}

function Delete({ client }: { client: OAuthClient }) {
  const [isAsked, setAsked] = useState(false)
  const navigate = useNavigate()
  const close = (isDone: boolean) => {
    setAsked(false)
    if (isDone) void navigate({ to: paths.oauth_clients })
  }
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        Delete
      </Button>
      {isAsked && <DeleteDialog client={client} onClose={close} />}
    </>
  )
}
