// Registering a client: its form, then its secret, shown once.

import { useNavigate } from '@tanstack/react-router'
import { useCreateOAuthClient } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { Card } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { ClientForm } from './ClientForm.tsx'
import { SecretStep } from './SecretStep.tsx'

/** The page at `paths.new_oauth_client`. @source docs/reference/authentication.md §3 */
export function AddOAuthClientPage() {
  const navigate = useNavigate()
  const create = useCreateOAuthClient()
  const close = () => void navigate({ to: paths.oauth_clients })
  return (
    <Page title="Add OAuth client" isNarrow trail={<MenuTrail path={paths.oauth_clients} />}>
      <Card>
        {create.data === undefined ? (
          <ClientForm error={create.error} isBusy={create.isPending} onSave={create.mutate} onCancel={close} />
        ) : (
          <SecretStep client={create.data} onDone={close} />
        )}
      </Card>
    </Page>
  )
}
