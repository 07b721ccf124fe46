/** Changes and removes existing clients. */
import { refuseDuplicates } from '#http/unique_values.ts'
import { keysOf } from '#lib/objects.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { credentialsTopic } from '#auth/credentials.ts'
import { IN_PERSON } from '#auth/in_person.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { checkOwned, type ClientDraft } from './check.ts'
import { draftClient, refuseInvalidClient, requireOwnership, requireOwnUser, toRow } from './draft.ts'
import { requireMayMark } from './marks.ts'
import type { OAuthClientInput } from './schema.ts'
import { deleteOAuthClient, lockOAuthClient, type OAuthClientRow, updateOAuthClient, IDENTIFIER_TAKEN, withdrawScope } from './store.ts'

/**
 * Changes a client. A lowered ceiling applies to tokens granted and refreshed from now on; networks and budget apply to the next call.
 * @throws Forbidden also for members that only the user it acts as may change @throws MissingScope @throws NotFound @throws RecordInvalid
 * @source docs/reference/authentication.md §3
 */
export async function changeOAuthClient(ctx: Context, id: number, given: OAuthClientInput): Promise<OAuthClientRow> {
  requirePermission(ctx, 'oauth_client.manage')
  requireEveryScope(ctx.auth)
  return refuseDuplicates(IDENTIFIER_TAKEN, () =>
    inTransaction(ctx, async (tx) => {
      const before = await lockOAuthClient(tx, id)
      const draft = draftClient(given, before)
      const changes = differences(before, draft)
      const isUnmarked = before.may_act_in_person && !draft.may_act_in_person
      // anyone who may delete a client may take this away
      requireOwnership(ctx, before, isUnmarked ? changes.filter((change) => change !== 'may_act_in_person') : changes)
      requireMayMark(ctx, before, draft, changes)
      if (changes.includes('user_id')) requireOwnUser(ctx, draft.user_id)
      await refuseInvalidClient(tx, draft, before)
      refuseInvalid(checkOwned(before, draft))
      if (changes.length === 0) return before
      const row = await updateOAuthClient(tx, id, toRow(draft))
      const withdrawn = isUnmarked ? `; ${IN_PERSON} withdrawn from ${await withdrawScope(tx, id, IN_PERSON)} tokens` : ''
      await recordAudit(tx, {
        action: 'update',
        source_type: 'oauth_client',
        source_id: id,
        source_label: row.name,
        change_description: `Changed: ${changes.join(', ')}${withdrawn}`,
        details: { after: draft },
      })
      await tx.services.cache.invalidate(tx.db, credentialsTopic(ctx.account.id))
      return row
    }),
  )
}

function differences(before: OAuthClientRow, after: ClientDraft): string[] {
  const previous: Record<keyof ClientDraft, unknown> = { ...before, company: before.company ?? '', description: before.description ?? '' }
  const members = keysOf(after)
  return members.filter((member) => JSON.stringify(previous[member]) !== JSON.stringify(after[member]))
}

/**
 * Removes a client; its tokens are refused by the next call in every process.
 * @throws Forbidden
 * @throws NotFound
 * @source docs/reference/authentication.md §3
 */
export async function removeOAuthClient(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'oauth_client.manage')
  await inTransaction(ctx, async (tx) => {
    const before = await lockOAuthClient(tx, id)
    await deleteOAuthClient(tx, id)
    await recordAudit(tx, {
      action: 'destroy',
      source_type: 'oauth_client',
      source_id: id,
      source_label: before.name,
      change_description: `Deleted ${before.identifier} with its tokens`,
    })
    await tx.services.cache.invalidate(tx.db, credentialsTopic(ctx.account.id))
  })
}
