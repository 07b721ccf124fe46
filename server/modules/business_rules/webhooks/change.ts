/** The acts on webhooks: create, copy, change, remove, and their signing secrets. */
import { hasScope } from '#auth/scopes.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { MissingParameter, refuseInvalid } from '#core/errors.ts'
import { isMoved } from '#lib/origin.ts'
import { makeUlid } from '#lib/ulid.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { mayCall } from './addresses.ts'
import { checkMove, checkWebhook } from './check.ts'
import { BLANK, describeDifferences, draftOf, replacementOf, type WebhookDraft } from './draft.ts'
import { ownerProblems, refuseRemovalOfOwned, requireNotOwned } from './owner.ts'
import { columnsOf, draftFrom, noteChange, replaceSigningSecret } from './record.ts'
import type { WebhookInput } from './schema.ts'
import { openWebhookSecrets } from './secrets.ts'
import { makeSigningSecret } from './signing_secret.ts'
import { deleteWebhook, getSealedWebhook, insertWebhook, lockWebhook, updateWebhook, type WebhookRow } from './store.ts'
import { rulesThatUse } from './used_store.ts'

async function copyDraft(ctx: Context, id: string): Promise<WebhookDraft> {
  const draft = draftFrom(ctx, await getSealedWebhook(ctx, id))
  return { ...draft, name: `${draft.name} (copy)` }
}

/**
 * Creates a webhook with a signing secret of its own. `cloneId`: of the webhook it is a copy of; what is sent besides replaces its members.
 * A copy for another origin needs the credentials again, as {@link checkMove} says.
 * @throws Forbidden @throws NotFound @throws MissingParameter @throws RecordInvalid
 * @source docs/reference/webhooks.md §1
 */
export async function createWebhook(ctx: Context, input: WebhookInput | undefined, cloneId?: string): Promise<WebhookRow> {
  requirePermission(ctx, 'webhook.manage')
  if (input === undefined && cloneId === undefined) throw new MissingParameter('webhook')
  return inTransaction(ctx, async (tx) => {
    const model = cloneId === undefined ? undefined : await copyDraft(tx, cloneId)
    const draft = draftOf(model ?? BLANK, input ?? {})
    refuseInvalid({ ...checkWebhook(draft, mayCall(tx)), ...(model === undefined ? {} : checkMove(model, draft, input ?? {})) })
    const id = makeUlid(tx.now)
    const row = await insertWebhook(tx, id, columnsOf(tx, id, draft, makeSigningSecret()), null)
    await noteChange(tx, 'create', row, cloneId === undefined ? 'Created' : `Created as a copy of ${cloneId}`)
    return row
  })
}

/** Changes a webhook; members that are not sent stay. Another origin needs the credentials again. @throws Forbidden @throws NotFound @throws MissingParameter @throws RecordInvalid @source docs/reference/webhooks.md §1 */
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
    refuseInvalid({ ...checkWebhook(after, mayCall(tx)), ...checkMove(before, after, input), ...(await ownerProblems(tx, row, after)) })
    const found = describeDifferences(before, after)
    if (found.length === 0) return
    // who may not read the signing secret could have anything signed with it by a server of theirs, and forge calls to the one that trusts it
    const isResigned = isMoved(before.endpoint, after.endpoint) && !hasScope(ctx.auth, 'webhooks', 'read')
    if (isResigned) found.push('Signing secret replaced, since whoever moved the webhook may not read it')
    const signing_secret = isResigned ? makeSigningSecret() : openWebhookSecrets(tx, row).signing_secret
    await updateWebhook(tx, id, columnsOf(tx, id, after, signing_secret))
    await noteChange(tx, 'update', { ...row, name: after.name }, found.join('; '))
  })
}

/**
 * Removes a webhook with its log, unless a rule calls it or an integration that is not being revoked owns it.
 * @throws Forbidden @throws NotFound @throws RecordInvalid naming the rules or the integration
 * @source docs/reference/webhooks.md §1
 */
export async function removeWebhook(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'webhook.manage')
  await inTransaction(ctx, async (tx) => {
    const row = await lockWebhook(tx, id)
    await refuseRemovalOfOwned(tx, row)
    const titles = await rulesThatUse(tx, id)
    const description = `The webhook is used by active rules: ${titles.map((title) => `"${title}"`).join(', ')}`
    if (titles.length > 0) refuseInvalid({ base: [{ description, error: 'WebhookInUse' }] })
    await deleteWebhook(tx, id)
    await noteChange(tx, 'destroy', row, 'Deleted')
  })
}

/**
 * The signing secret of a webhook. That of an integration is only for its requester.
 * @throws Forbidden @throws NotFound
 * @source docs/reference/webhooks.md §1; docs/reference/access_governance.md §8
 */
export async function showSigningSecret(ctx: Context, id: string): Promise<string> {
  requirePermission(ctx, 'webhook.manage')
  const row = await getSealedWebhook(ctx, id)
  requireNotOwned(row)
  return openWebhookSecrets(ctx, row).signing_secret
}

/**
 * Makes a new signing secret; calls are signed with it from then on. That of an integration is rotated at its access request.
 * @throws Forbidden @throws NotFound
 * @source docs/reference/webhooks.md §1; docs/reference/access_governance.md §8
 */
export async function resetSigningSecret(ctx: Context, id: string): Promise<string> {
  requirePermission(ctx, 'webhook.manage')
  return inTransaction(ctx, async (tx) => {
    const row = await lockWebhook(tx, id)
    requireNotOwned(row)
    return replaceSigningSecret(tx, row)
  })
}
