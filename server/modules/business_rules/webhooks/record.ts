/** A webhook as it is written: its draft as columns, its audit entries, and what is cached of it. */
import type { Context } from '#core/context.ts'
import { type AuditEntry, recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { webhookEventsTopic } from '#modules/common/webhook_events/topic.ts'
import type { WebhookDraft } from './draft.ts'
import { openWebhookSecrets, sealWebhookSecrets } from './secrets.ts'
import { makeSigningSecret } from './signing_secret.ts'
import { type SealedWebhookRow, updateWebhookSecrets, type WebhookColumns, type WebhookRow } from './store.ts'

/** Writes an entry of the audit log, and invalidates which events webhooks want. */
export async function noteChange(
  tx: Context,
  action: AuditEntry['action'],
  webhook: Pick<WebhookRow, 'id' | 'number' | 'name'>,
  change_description: string,
): Promise<void> {
  await recordAudit(tx, {
    action,
    source_type: 'webhook',
    source_id: webhook.number,
    source_label: webhook.name,
    change_description,
    details: { webhook_id: webhook.id },
  })
  await tx.services.cache.invalidate(tx.db, webhookEventsTopic(tx.account.id))
}

/** A webhook as a draft, with its credential. */
export function draftFrom(ctx: Context, row: SealedWebhookRow): WebhookDraft {
  return { ...row, credential: openWebhookSecrets(ctx, row).credential }
}

/** The columns of a draft. `signing_secret` stays with its webhook whatever is changed. */
export function columnsOf(tx: Context, id: string, { credential, ...draft }: WebhookDraft, signing_secret: string): WebhookColumns {
  return { ...draft, secrets: sealWebhookSecrets(tx, id, { signing_secret, credential }) }
}

/** Replaces the signing secret of a webhook that the transaction has locked; returns the new one. */
export async function replaceSigningSecret(tx: Context, row: SealedWebhookRow): Promise<string> {
  const signing_secret = makeSigningSecret()
  await updateWebhookSecrets(tx, row.id, sealWebhookSecrets(tx, row.id, { ...openWebhookSecrets(tx, row), signing_secret }))
  await noteChange(tx, 'update', row, 'Signing secret replaced')
  return signing_secret
}
