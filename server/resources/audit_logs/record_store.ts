/** Writes down an administrative act or a credential event, in the transaction of the act itself. */
import type { Context } from '../../context.ts'
import { fixed } from '../../db/builder.ts'
import { json } from '../../db/types.ts'

/** What was done to what. `source_type` is the public API's word (`apitoken`, `user`, `group`); `details` must hold no secret. */
export interface AuditEntry {
  readonly action: 'create' | 'update' | 'destroy' | 'login' | 'exported'
  readonly source_type: string
  readonly source_id: number
  readonly source_label: string
  readonly change_description: string
  readonly details?: Record<string, unknown>
}

const insert =
  fixed<unknown>(`insert into audit_logs (account_id, actor_id, actor_name, action, source_type, source_id, source_label, change_description, ip_address, details, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`)

/** Records one entry as the caller's. @source product.md Audit */
export async function recordAudit(ctx: Context, entry: AuditEntry): Promise<void> {
  const { actor, caller } = ctx
  await ctx.db.run(
    insert(
      ctx.account.id,
      actor.id,
      actor.name,
      entry.action,
      entry.source_type,
      entry.source_id,
      entry.source_label,
      entry.change_description,
      caller.ip_address,
      json(entry.details ?? {}),
      ctx.now,
    ),
  )
}
