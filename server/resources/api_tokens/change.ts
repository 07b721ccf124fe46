/** The acts on an API token that is there: change, deactivate, reactivate, remove. */
import { requirePermission } from '../../access/permissions.ts'
import { credentialsTopic } from '../../auth/credentials.ts'
import { type Context, inTransaction } from '../../context.ts'
import { refuseInvalid } from '../../errors.ts'
import { recordAudit } from '../audit_logs/record_store.ts'
import { checkDescription, checkExpiry, checkLevel } from './check.ts'
import type { ApiTokenInput } from './schema.ts'
import { type ApiTokenRow, deleteApiToken, lockApiToken, updateApiToken } from './store.ts'

type Draft = Pick<ApiTokenRow, 'description' | 'active' | 'expires_at'>

/**
 * Changes an API token; `active: false` revokes it for the next call in every process, `active: true` gives it back.
 * @throws Forbidden for anyone but administrators
 * @throws NotFound
 * @throws RecordInvalid as at its creation
 * @source spec §5.7, auth.md §2, product.md Revocation
 */
export async function changeApiToken(ctx: Context, id: number, given: ApiTokenInput): Promise<ApiTokenRow> {
  requirePermission(ctx, 'api_token.manage')
  return inTransaction(ctx, async (tx) => {
    const before = await lockApiToken(tx, id)
    const after: Draft = {
      description: given.description === undefined ? before.description : (given.description?.trim() ?? ''),
      active: given.active ?? before.active,
      expires_at: given.expires_at === undefined ? before.expires_at : given.expires_at,
    }
    const described = after.description === before.description ? {} : checkDescription(after.description, before.exception)
    const dated = after.expires_at === before.expires_at ? {} : checkExpiry(after.expires_at, ctx.now)
    refuseInvalid({ ...described, ...dated, ...checkLevel(given) })
    const sentences = differences(before, after)
    if (sentences.length === 0) return before
    const row = await updateApiToken(tx, id, after)
    await recordAudit(tx, {
      action: 'update',
      source_type: 'apitoken',
      source_id: id,
      source_label: after.description,
      change_description: sentences.join('. '),
      details: { before: { description: before.description, active: before.active, expires_at: before.expires_at }, after },
    })
    await tx.services.memory.forget(tx.db, credentialsTopic(ctx.account.id))
    return row
  })
}

function differences(before: Draft, after: Draft): string[] {
  const sentences: string[] = []
  if (before.active !== after.active) sentences.push(after.active ? 'Reactivated' : 'Deactivated')
  if (before.description !== after.description) sentences.push(`Description changed from ${before.description} to ${after.description}`)
  if (before.expires_at !== after.expires_at)
    sentences.push(`Expiry changed from ${before.expires_at ?? 'never'} to ${after.expires_at ?? 'never'}`)
  return sentences
}

/** Removes an inactive API token for good. @throws Forbidden @throws NotFound @throws RecordInvalid while it is active @source auth.md §2 UI path */
export async function removeApiToken(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'api_token.manage')
  await inTransaction(ctx, async (tx) => {
    const before = await lockApiToken(tx, id)
    if (before.active)
      refuseInvalid({ base: [{ description: 'An active API token cannot be deleted: deactivate it first', error: 'InvalidValue' }] })
    await deleteApiToken(tx, id)
    const { description, exception, reason, visible_token } = before
    await recordAudit(tx, {
      action: 'destroy',
      source_type: 'apitoken',
      source_id: id,
      source_label: description,
      change_description: 'Deleted',
      details: { exception, reason, visible_token },
    })
    await tx.services.memory.forget(tx.db, credentialsTopic(ctx.account.id))
  })
}
