/** The acts that export the chained log for offline verification. */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { InvalidAttribute } from '#core/errors.ts'
import type { ChainHead } from '#lib/hash_chain.ts'
import { readChainedLines, getChainHead, readUnchainedLines } from './chain_store.ts'
import { recordAudit } from './record_store.ts'

/** The name of the route in the texts of errors. */
export const EXPORT_ACTION = 'deskhand/audit_logs/export'

/** The requested part: of the chain, or of the entries recorded before there was one. */
export type ExportSpan =
  | { readonly part: 'chain'; readonly after_position: number; readonly until_position: number | null; readonly limit: number }
  | { readonly part: 'unchained'; readonly after_id: number; readonly limit: number }

/** A page of an export. `next` holds the parameters of the next page, if there is one. */
export interface ExportPage {
  readonly lines: readonly string[]
  readonly next?: Readonly<Record<string, string>>
}

/** The head of the chain. @throws Forbidden for anyone but administrators */
export async function readChainHead(ctx: Context): Promise<ChainHead & { readonly recorded_at: string }> {
  requirePermission(ctx, 'audit_log.list')
  return getChainHead(ctx.db, ctx.account.id)
}

/**
 * A page of the log for verification. The page itself is recorded in the log as an export, so the first page fixes where an export of the
 * chain ends; without that it would never end.
 * @throws Forbidden for anyone but administrators
 * @throws InvalidAttribute for an `until_position` beyond the head
 */
export async function exportChain(ctx: Context, span: ExportSpan): Promise<ExportPage> {
  requirePermission(ctx, 'audit_log.list')
  if (span.part === 'unchained') {
    await recordExport(ctx, 'Exported the entries made before the log was chained', span)
    return unchainedPage(ctx, span)
  }
  const { position } = await getChainHead(ctx.db, ctx.account.id)
  const until = span.until_position ?? position
  if (until > position) throw new InvalidAttribute('until_position', `must not be after the head, which is at ${position}`, EXPORT_ACTION)
  await recordExport(ctx, `Exported for verification up to position ${until}`, span)
  return chainPage(ctx, span, until)
}

function recordExport(ctx: Context, change_description: string, span: ExportSpan): Promise<void> {
  const source = { source_type: 'audit_log', source_id: ctx.account.id, source_label: 'Audit log' }
  return recordAudit(ctx, { action: 'exported', ...source, change_description, details: { ...span } })
}

async function chainPage(ctx: Context, span: ExportSpan & { part: 'chain' }, until: number): Promise<ExportPage> {
  const { after_position, limit } = span
  const lines = await readChainedLines(ctx.db, ctx.account.id, { after: after_position, until, limit })
  const reached = after_position + lines.length
  return reached < until && lines.length > 0
    ? { lines, next: { after_position: String(reached), until_position: String(until) } }
    : { lines }
}

async function unchainedPage(ctx: Context, { after_id, limit }: ExportSpan & { part: 'unchained' }): Promise<ExportPage> {
  const { lines, last_id } = await readUnchainedLines(ctx.db, ctx.account.id, after_id, limit)
  return lines.length === limit ? { lines, next: { after_id: String(last_id) } } : { lines }
}
