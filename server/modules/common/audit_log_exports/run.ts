/** The job that creates the table, and notifies the user who requested it. */
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { requirePermission } from '#permissions/permissions.ts'
import { type StartedBy, AuthorityEnded, contextAsStarted } from '#auth/started_by.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'
import type { JobRun } from '#queue/enqueue.ts'
import { csvLine } from '#lib/csv.ts'
import { type AuditLogFilter, type AuditLogRow, auditLogsAfter } from '../audit_logs/store.ts'
import { notifyUser } from '../mails/notify.ts'
import { auditLogExported } from '../mails/templates/exports.ts'
import { writeMail } from '../mails/templates/layout.ts'
import { findExport, finishExport } from './store.ts'

const AT_ONCE = 1000
const COLUMNS = [
  'id',
  'created_at',
  'actor_id',
  'actor_name',
  'action',
  'source_type',
  'source_id',
  'source_label',
  'change_description',
  'ip_address',
] as const satisfies readonly (keyof AuditLogRow)[]

/**
 * Creates an export and mails the user who requested it, if they are still permitted to when the job runs. May run more than once: the
 * first run that ends wins.
 * @throws Error to be retried
 */
export async function makeExport(ctx: Context, { id }: { id: number }, run: JobRun): Promise<void> {
  const row = await findExport(ctx, id)
  if (row === undefined || row.state !== 'working') return
  try {
    const made = await csvOf(ctx, row.filter)
    await inTransaction(ctx, async (tx) => {
      await requireAsked(tx, run.asked)
      if (!(await finishExport(tx, id, made))) return
      const url = `${ctx.caller.base_url}/admin/account/audit_log?export=${id}`
      await notifyUser(tx, row.user_id, writeMail(auditLogExported, { entries: made.entries, url }))
    })
  } catch (error) {
    const isOver = error instanceof AuthorityEnded || error instanceof Forbidden
    if (isOver) ctx.log.warn({ err: error, account_id: ctx.account.id, audit_log_export_id: id }, 'an export was not made')
    if (isOver || run.isFinal(error)) await finishExport(ctx, id, null)
    if (!isOver) throw error
  }
}

async function requireAsked(tx: Context, asked: StartedBy | undefined): Promise<void> {
  if (asked !== undefined) requirePermission(await contextAsStarted(tx, asked), 'audit_log.list')
}

async function csvOf(ctx: Context, filter: AuditLogFilter): Promise<{ content: Buffer; entries: number }> {
  let entries = 0
  async function* lines() {
    yield csvLine(COLUMNS)
    let last: AuditLogRow | undefined
    for (;;) {
      const rows = await auditLogsAfter(ctx, filter, last, AT_ONCE)
      yield rows.map((row) => csvLine(COLUMNS.map((name) => row[name]))).join('')
      entries += rows.length
      last = rows.at(-1)
      if (rows.length < AT_ONCE) return
    }
  }
  let content = Buffer.alloc(0)
  await pipeline(lines(), createGzip(), async (compressed: AsyncIterable<Buffer>) => void (content = await buffer(compressed)))
  return { content, entries }
}
