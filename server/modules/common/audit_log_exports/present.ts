import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import type { AuditLogExport } from './schema.ts'
import type { AuditLogExportRow } from './store.ts'

/** An export of the audit log as JSON. `content_url` is null until it can be fetched. */
export function presentExport(ctx: Context, row: AuditLogExportRow): AnswerOf<typeof AuditLogExport> {
  const path = `deskhand/audit_logs/exports/${row.id}`
  return {
    id: row.id,
    url: urlOf(ctx.caller.base_url, path),
    user_id: row.user_id,
    filter: { ...row.filter },
    state: row.state,
    entries: row.entries,
    content_url: row.state === 'ready' ? `${ctx.caller.base_url}/api/v2/${path}/content` : null,
    created_at: wireTime(row.created_at),
    finished_at: wireTimeOrNull(row.finished_at),
    expires_at: wireTime(row.expires_at),
  }
}
