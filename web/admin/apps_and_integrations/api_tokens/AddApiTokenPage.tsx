// The two steps of making a token: its description is entered and saved, then its value is shown once and taken away.
// Does not belong here: the list (ApiTokensPage.tsx), the request for access that comes before.

import { createLink, useNavigate } from '@tanstack/react-router'
import { useCreateApiToken } from '../../../api/api_tokens.ts'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/Card.tsx'
import { Page } from '../../../ui/Page.tsx'
import { TextAnchor } from '../../../ui/text.tsx'
import { Trail } from '../../../ui/Trail.tsx'
import { NewTokenStep } from './NewTokenStep.tsx'
import { TokenForm } from './TokenForm.tsx'

const TextLink = createLink(TextAnchor)

/** The page at `paths.new_api_token`. @source specification 5.6 rule 3 for tokens */
export function AddApiTokenPage() {
  const navigate = useNavigate()
  const create = useCreateApiToken()
  const close = () => navigate({ to: paths.api_tokens })
  return (
    <Page
      title="Add API token"
      isNarrow
      trail={
        <Trail>
          <span>Apps and integrations</span>
          <span>APIs</span>
          <TextLink to={paths.api_tokens}>API tokens</TextLink>
        </Trail>
      }
    >
      <Card>
        {create.data === undefined ? (
          <TokenForm error={create.error} isBusy={create.isPending} onSave={create.mutate} onCancel={close} />
        ) : (
          <NewTokenStep token={create.data} onSave={close} />
        )}
      </Card>
    </Page>
  )
}
