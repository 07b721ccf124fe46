import { paths } from '#lib/paths.ts'
import { Page } from '#kit/Page.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { WebhookEditor } from './WebhookEditor.tsx'

/** The page at `paths.new_webhook`: an empty form. */
export function AddWebhookPage() {
  return (
    <Page title="Add webhook" trail={<MenuTrail path={paths.webhooks} />}>
      <WebhookEditor webhook={undefined} />
    </Page>
  )
}
