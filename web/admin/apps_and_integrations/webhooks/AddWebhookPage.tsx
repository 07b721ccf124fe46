import { paths } from '../../../paths.ts'
import { Page } from '../../../ui/Page.tsx'
import { MenuTrail } from '../../MenuTrail.tsx'
import { WebhookEditor } from './WebhookEditor.tsx'

/** The page at `paths.new_webhook`: an empty form. */
export function AddWebhookPage() {
  return (
    <Page title="Add webhook" trail={<MenuTrail path={paths.webhooks} isBelow />}>
      <WebhookEditor webhook={undefined} />
    </Page>
  )
}
