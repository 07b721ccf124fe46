/** Notifies administrators of a webhook that fails so often that it is no longer called. */
import type { Context } from '#core/context.ts'
import { baseUrlOf } from '#accounts/address.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { notifyUsers } from '#modules/common/mails/notify.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { webhookPaused } from '#modules/common/mails/templates/webhooks.ts'
import { administratorIds, webhookNumber } from './alert_store.ts'

/** Writes a mail to each administrator, and an entry in the audit log. Once for each time the circuit opens. */
export async function tellCircuitOpened(tx: Context, { id, name }: { readonly id: string; readonly name: string }): Promise<void> {
  const url = `${baseUrlOf(tx.account, tx.services.config)}/admin/apps_and_integrations/webhooks/${id}`
  await notifyUsers(tx, await administratorIds(tx), writeMail(webhookPaused, { webhook: name, url }))
  await recordAudit(tx, {
    action: 'update',
    source_type: 'webhook',
    source_id: await webhookNumber(tx, id),
    source_label: name,
    change_description: 'Paused: too many of its calls have failed',
    details: { webhook_id: id },
  })
}
