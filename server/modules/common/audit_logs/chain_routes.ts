/**
 * Routes for the chain of the audit log: its head, and the entries with everything a verification needs.
 * @source docs/reference/access_governance.md §13
 */
import Type, { type Static } from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { InvalidAttribute } from '#core/errors.ts'
import { type Address, answerOk, type Result, route } from '#http/route.ts'
import { Flag, Id } from '#http/shape.ts'
import { wireTime } from '#lib/clock.ts'
import { EXPORT_ACTION, exportChain, type ExportPage, type ExportSpan, readChainHead } from './export.ts'
import { presentWholeAuditLog } from './present.ts'
import { ChainHead, WholeAuditLog } from './schema.ts'
import { getWholeAuditLog } from './store.ts'

const FILE = 'attachment; filename="audit_log.ndjson"'
const USUAL_LIMIT = 1000
const HIGHEST_LIMIT = 10_000

const ExportQuery = Type.Partial(Type.Object({ after_position: Id, until_position: Id, after_id: Id, unchained: Flag, limit: Id }))
type ExportQuery = Static<typeof ExportQuery>

export const auditChainRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/deskhand/audit_logs/head',
    name: 'deskhand/audit_logs/head',
    summary: "Show the head of the audit log's hash chain",
    scope: 'auditlogs',
    answer: Type.Object({ head: ChainHead }),
    async handle(ctx) {
      const { position, hash, recorded_at } = await readChainHead(ctx)
      return answerOk({ head: { position, hash, recorded_at: wireTime(recorded_at) } })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/deskhand/audit_logs/export',
    name: EXPORT_ACTION,
    summary: 'Export the audit log with its chain, one JSON object per line, for offline verification',
    scope: 'auditlogs',
    query: ExportQuery,
    async handle(ctx, { query, address }) {
      const span = readSpan(query)
      return ndjson(address, span.limit, query.unchained === true, await exportChain(ctx, span))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/deskhand/audit_logs/:id',
    name: 'deskhand/audit_logs/show',
    summary: 'Show an audit log entry with its details and its position in the hash chain',
    scope: 'auditlogs',
    answer: Type.Object({ audit_log: WholeAuditLog }),
    async handle(ctx, { params }) {
      requirePermission(ctx, 'audit_log.list')
      return answerOk({ audit_log: presentWholeAuditLog(ctx, await getWholeAuditLog(ctx, params.id)) })
    },
  }),
]

function readSpan(query: ExportQuery): ExportSpan {
  const limit = readNonNegative(query.limit, 'limit', USUAL_LIMIT)
  if (limit < 1 || limit > HIGHEST_LIMIT) throw new InvalidAttribute('limit', `must be between 1 and ${HIGHEST_LIMIT}`, EXPORT_ACTION)
  if (query.unchained === true) return { part: 'unchained', after_id: readNonNegative(query.after_id, 'after_id', 0), limit }
  if (query.after_id !== undefined) throw new InvalidAttribute('after_id', 'requires unchained=true', EXPORT_ACTION)
  const until_position = query.until_position === undefined ? null : readNonNegative(query.until_position, 'until_position', 0)
  return { part: 'chain', after_position: readNonNegative(query.after_position, 'after_position', 0), until_position, limit }
}

function readNonNegative(value: number | null | undefined, name: string, fallback: number): number {
  if (value === undefined || value === null) return fallback
  if (value < 0) throw new InvalidAttribute(name, 'must not be negative', EXPORT_ACTION)
  return value
}

function ndjson(address: Address, limit: number, unchained: boolean, { lines, next }: ExportPage): Result {
  const more = new URLSearchParams({ ...(unchained ? { unchained: 'true' } : {}), ...next, limit: String(limit) })
  const link: Record<string, string> =
    next === undefined ? {} : { link: `<${address.base_url}${address.path}?${more.toString()}>; rel="next"` }
  const headers = {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
    'content-disposition': FILE,
    ...link,
  }
  return { status: 200, body: lines.map((line) => `${line}\n`).join(''), headers }
}
