/** The acts on webhooks: create, copy, change, remove, and their signing secrets. */
import { makeSecret } from '../../../auth/secrets.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { MissingParameter, refuseInvalid } from '../../../errors.ts'
import { makeUlid } from '../../../lib/ulid.ts'
import { requirePermission } from '../../../permissions/permissions.ts'
import { type AuditEntry, recordAudit } from '../../common/audit_logs/record_store.ts'
import { webhookEventsTopic } from '../../common/webhook_events/topic.ts'
import { mayCall } from './addresses.ts'
import { checkWebhook } from './check.ts'
import { BLANK, differences, draftOf, replacementOf, type WebhookDraft } from './draft.ts'
import type { WebhookInput } from './schema.ts'
import { openWebhookSecrets, sealWebhookSecrets } from './secrets.ts'
import {
  deleteWebhook,
  getSealedWebhook,
  insertWebhook,
  lockWebhook,
  type SealedWebhookRow,
  updateWebhook,
  updateWebhookSecrets,
  type WebhookColumns,
  type WebhookRow,
} from './store.ts'
import { rulesThatUse } from './used_store.ts'

function audit(tx: Context, action: AuditEntry['action'], webhook: WebhookRow, change_description: string): Promise<void> {
  const details = { webhook_id: webhook.id }
  return recordAudit(tx, {
    action,
    source_type: 'webhook',
    source_id: webhook.number,
    source_label: webhook.name,
    change_description,
    details,
  })
}

/** A webhook as a draft, with its credential. */
function draftFrom(ctx: Context, row: SealedWebhookRow): WebhookDraft {
  return { ...row, credential: openWebhookSecrets(ctx, row).credential }
}

/** The columns of a draft. `signing_secret` stays with its webhook whatever is changed. */
function columnsOf(tx: Context, id: string, { credential, ...draft }: WebhookDraft, signing_secret: string): WebhookColumns {
  return { ...draft, secrets: sealWebhookSecrets(tx, id, { signing_secret, credential }) }
}

async function copied(ctx: Context, id: string): Promise<WebhookDraft> {
  const draft = draftFrom(ctx, await getSealedWebhook(ctx, id))
  return { ...draft, name: `${draft.name} (copy)` }
}

/**
 * Creates a webhook with a signing secret of its own. `cloneId`: of the webhook it is a copy of; what is sent besides replaces its members.
 * @throws Forbidden @throws NotFound @throws MissingParameter @throws RecordInvalid
 * @source docs/reference/webhooks.md §1
 */
export async function createWebhook(ctx: Context, input: WebhookInput | undefined, cloneId?: string): Promise<WebhookRow> {
  requirePermission(ctx, 'webhook.manage')
  if (input === undefined && cloneId === undefined) throw new MissingParameter('webhook')
  return inTransaction(ctx, async (tx) => {
    const draft = draftOf(cloneId === undefined ? BLANK : await copied(tx, cloneId), input ?? {})
    refuseInvalid(checkWebhook(draft, mayCall(tx)))
    const id = makeUlid(tx.now)
    const row = await insertWebhook(tx, id, columnsOf(tx, id, draft, makeSecret('dhw')))
    await audit(tx, 'create', row, cloneId === undefined ? 'Created' : `Created as a copy of ${cloneId}`)
    await tx.services.cache.invalidate(tx.db, webhookEventsTopic(tx.account.id))
    return row
  })
}

/** Changes a webhook; members that are not sent stay. @throws Forbidden @throws NotFound @throws MissingParameter @throws RecordInvalid @source docs/reference/webhooks.md §1 */
export function changeWebhook(ctx: Context, id: string, input: WebhookInput | undefined): Promise<void> {
  return saveWebhook(ctx, id, input, draftOf)
}

/** Replaces a webhook by a whole one. @throws Forbidden @throws NotFound @throws MissingParameter @throws RecordInvalid @source docs/reference/webhooks.md §1 */
export function replaceWebhook(ctx: Context, id: string, input: WebhookInput | undefined): Promise<void> {
  return saveWebhook(ctx, id, input, replacementOf)
}

async function saveWebhook(ctx: Context, id: string, input: WebhookInput | undefined, draft: typeof draftOf): Promise<void> {
  requirePermission(ctx, 'webhook.manage')
  if (input === undefined) throw new MissingParameter('webhook')
  await inTransaction(ctx, async (tx) => {
    const row = await lockWebhook(tx, id)
    const before = draftFrom(tx, row)
    const after = draft(before, input)
    refuseInvalid(checkWebhook(after, mayCall(tx)))
    const found = differences(before, after)
    if (found.length === 0) return
    await updateWebhook(tx, id, columnsOf(tx, id, after, openWebhookSecrets(tx, row).signing_secret))
    await audit(tx, 'update', { ...row, name: after.name }, found.join('; '))
    await tx.services.cache.invalidate(tx.db, webhookEventsTopic(tx.account.id))
  })
}

/**
 * Removes a webhook with its log, unless a rule calls it.
 * @throws Forbidden @throws NotFound @throws RecordInvalid naming the rules
 * @source docs/reference/webhooks.md §1
 */
export async function removeWebhook(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'webhook.manage')
  await inTransaction(ctx, async (tx) => {
    const row = await lockWebhook(tx, id)
    const titles = await rulesThatUse(tx, id)
    const description = `The webhook is used by active rules: ${titles.map((title) => `"${title}"`).join(', ')}`
    if (titles.length > 0) refuseInvalid({ base: [{ description, error: 'WebhookInUse' }] })
    await deleteWebhook(tx, id)
    await audit(tx, 'destroy', row, 'Deleted')
    await tx.services.cache.invalidate(tx.db, webhookEventsTopic(tx.account.id))
  })
}

/** The signing secret of a webhook. @throws Forbidden @throws NotFound @source docs/reference/webhooks.md §1 */
export async function showSigningSecret(ctx: Context, id: string): Promise<string> {
  requirePermission(ctx, 'webhook.manage')
  return openWebhookSecrets(ctx, await getSealedWebhook(ctx, id)).signing_secret
}

/** Makes a new signing secret; calls are signed with it from then on. @throws Forbidden @throws NotFound @source docs/reference/webhooks.md §1 */
export async function resetSigningSecret(ctx: Context, id: string): Promise<string> {
  requirePermission(ctx, 'webhook.manage')
  return inTransaction(ctx, async (tx) => {
    const row = await lockWebhook(tx, id)
    const signing_secret = makeSecret('dhw')
    await updateWebhookSecrets(tx, id, sealWebhookSecrets(tx, id, { ...openWebhookSecrets(tx, row), signing_secret }))
    await audit(tx, 'update', row, 'Signing secret replaced')
    return signing_secret
  })
}
