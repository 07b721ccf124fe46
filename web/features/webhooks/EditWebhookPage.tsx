import { useQuery } from '@tanstack/react-query'
import { createLink, useParams } from '@tanstack/react-router'
import { webhookQuery } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { Page } from '#kit/Page.tsx'
import { TextAnchor } from '#kit/text.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { WebhookEditor } from './WebhookEditor.tsx'

const TextLink = createLink(TextAnchor)

/** The page at `paths.edit_webhook`: the form of a saved webhook. */
export function EditWebhookPage() {
  const { id } = useParams({ from: `/frame${paths.edit_webhook}` })
  const query = useQuery(webhookQuery(id))
  return (
    <Page
      title={query.data === undefined ? 'Edit webhook' : `Edit ${query.data.name}`}
      trail={<MenuTrail path={paths.webhooks} />}
      intro={
        <TextLink to={paths.webhook} params={{ id }}>
          Go to the webhook and its calls
        </TextLink>
      }
    >
      <Loaded query={query} noun="webhook" hint="It may have been deleted. The audit log says so." rows={8}>
        {(webhook) => <WebhookEditor key={webhook.id} webhook={webhook} />}
      </Loaded>
    </Page>
  )
}
