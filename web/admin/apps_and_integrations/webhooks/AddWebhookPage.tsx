import { paths } from '../../../paths.ts'
import { Page } from '#kit/Page.tsx'
import { MenuTrail } from '../../MenuTrail.tsx'
import { WebhookEditor } from './WebhookEditor.tsx'

/** The page at `paths.new_webhook`: an empty form. */
export function AddWebhookPage() {
  return (
    <Page title="Add webhook" trail={<MenuTrail path={paths.webhooks} />}>
      <WebhookEditor webhook={undefined} />
    </Page>
  )
}
