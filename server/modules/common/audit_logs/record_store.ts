/** Records an administrative act or a credential event, in the transaction of the act itself. */
import { appendAudit } from '#accounts/audit_chain.ts'
import type { Context } from '#core/context.ts'
import { configurationTopic } from '#db/topics.ts'

/** What was done to which record. `source_type` is the public API's term (`apitoken`, `user`, `group`); `details` must not hold secrets. */
export interface AuditEntry {
  readonly action: 'create' | 'update' | 'destroy' | 'login' | 'login_refused' | 'exported'
  readonly source_type: string
  readonly source_id: number
  readonly source_label: string
  readonly change_description: string
  readonly details?: Record<string, unknown>
}

/**
 * Records one entry with the caller as its actor, even when they act on behalf of an end user; then `details.on_behalf_of_id` has that
 * user's id. `details.credential` names the credential of the call: an API token acts as the user that is given with it. The entry is
 * written and chained to the one before when the transaction ends.
 * @source docs/reference/access_governance.md §13; docs/reference/specification.md §5.4.1
 */
export function recordAudit(ctx: Context, entry: AuditEntry): Promise<void> {
  const { account, auth, caller, services } = ctx
  const actor = auth.impersonator ?? ctx.actor
  return appendAudit(ctx.db, services.ids, {
    account_id: account.id,
    actor_id: actor.id,
    actor_name: actor.name,
    ip_address: caller.ip_address,
    created_at: ctx.now.toISOString(),
    ...entry,
    details: {
      ...(auth.kind === 'system' ? {} : { credential: { kind: auth.kind, id: auth.credential_id } }),
      ...entry.details,
      ...(auth.impersonator === undefined ? {} : { on_behalf_of_id: ctx.actor.id }),
    },
  })
}

/** Records a change of a configuration record, and invalidates what processes cache of the account's configuration. */
export async function recordConfigurationChange(tx: Context, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, entry)
  await tx.services.cache.invalidate(tx.db, configurationTopic(tx.account.id))
}
