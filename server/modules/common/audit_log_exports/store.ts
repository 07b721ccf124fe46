/** Every statement on exports of the audit log, except the removal of expired ones. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { AuditLogExportsTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { NotFound, orNotFound } from '#core/errors.ts'
import { addSeconds } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { AuditLogFilter } from '../audit_logs/store.ts'
import type { EXPORT_STATES } from './schema.ts'

/** An export without its content. */
export interface AuditLogExportRow extends Omit<Selectable<AuditLogExportsTable>, 'account_id' | 'content' | 'filter' | 'state'> {
  readonly state: (typeof EXPORT_STATES)[number]
  readonly filter: AuditLogFilter
}

/** How long an export can be fetched. */
const KEPT_SECONDS = 7 * 86_400
const LISTED = 'id, user_id, filter, state, entries, created_at, finished_at, expires_at'
const insert =
  defineStatement<AuditLogExportRow>(`insert into audit_log_exports (account_id, id, user_id, filter, state, created_at, expires_at)
  values ($1, $2, $3, $4, 'working', $5, $6) returning ${LISTED}`)
const find = defineStatement<AuditLogExportRow>(
  `select ${LISTED} from audit_log_exports where account_id = $1 and id = $2 and expires_at > $3`,
)
const selectContent = defineStatement<{ content: Buffer | null }>(
  'select content from audit_log_exports where account_id = $1 and id = $2 and expires_at > $3',
)
const finish = defineStatement<unknown>(`update audit_log_exports set state = $3, entries = $4, content = $5, finished_at = $6
  where account_id = $1 and id = $2 and state = 'working'`)

/** A new export for the caller. */
export async function insertExport(ctx: Context, filter: AuditLogFilter): Promise<AuditLogExportRow> {
  const [id] = await ctx.services.ids.take(ctx.db, 1)
  const row = await ctx.db.first(insert(ctx.account.id, id, ctx.actor.id, toJson(filter), ctx.now, addSeconds(ctx.now, KEPT_SECONDS)))
  return ensureDefined(row)
}

/** One export, unless it has expired. */
export function findExport(ctx: Context, id: number): Promise<AuditLogExportRow | undefined> {
  return ctx.db.first(find(ctx.account.id, id, ctx.now))
}

/** One export. @throws NotFound */
export async function getExport(ctx: Context, id: number): Promise<AuditLogExportRow> {
  return orNotFound(await findExport(ctx, id))
}

/** The CSV, gzipped. @throws NotFound until it is ready */
export async function getExportContent(ctx: Context, id: number): Promise<Buffer> {
  const row = await ctx.db.first(selectContent(ctx.account.id, id, ctx.now))
  if (row === undefined || row.content === null) throw new NotFound()
  return row.content
}

/** Finishes an export in progress; false when another run has finished it already. `made` is null when it failed. */
export async function finishExport(ctx: Context, id: number, made: { entries: number; content: Buffer } | null): Promise<boolean> {
  const state = made === null ? 'failed' : 'ready'
  return (await ctx.db.run(finish(ctx.account.id, id, state, made?.entries ?? null, made?.content ?? null, ctx.now))) === 1
}
