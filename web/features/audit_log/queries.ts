import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callForLocation, query } from '#contract/client.ts'
import { invalidate } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer, QueryOf, Row } from '#contract/operation.ts'

/** An entry of the audit log. */
export type AuditLog = Row<'GET /api/v2/audit_logs', 'audit_logs'>
/** With its details and its place in the chain; entries made before there was a chain have none. */
export type WholeAuditLog = Answer<'GET /api/v2/deskhand/audit_logs/:id'>['audit_log']
/** A page of the log. */
export type AuditLogPage = Answer<'GET /api/v2/audit_logs'>
export type ChainHead = Answer<'GET /api/v2/deskhand/audit_logs/head'>['head']

const ENTRIES_PER_PAGE = 50

/** Filters and cursor, named as in the API. */
export type AuditQuery = QueryOf<'GET /api/v2/audit_logs'>

/** A page of the log, newest entries first. */
export const auditLogsQuery = (asked: AuditQuery) =>
  queryOptions({
    ...query('GET /api/v2/audit_logs', { query: { 'page[size]': ENTRIES_PER_PAGE, sort: '-created_at', ...asked } }),
    placeholderData: keepPreviousData,
  })

/** One entry with everything stored about it. */
export const auditLogQuery = (id: number) =>
  queryOptions({ ...query('GET /api/v2/deskhand/audit_logs/:id', { params: { id } }), select: ({ audit_log }) => audit_log })

/** The current head of the hash chain. */
export const chainHeadQuery = queryOptions({ ...query('GET /api/v2/deskhand/audit_logs/head'), select: ({ head }) => head })

const UNDER_WAY_MS = 1000

/** An export as CSV; polled until it is finished. */
export const auditLogExportQuery = (id: number) =>
  queryOptions({
    ...query('GET /api/v2/deskhand/audit_logs/exports/:id', { params: { id } }),
    select: ({ audit_log_export }) => audit_log_export,
    refetchInterval: ({ state }) => (state.data?.audit_log_export.state === 'working' ? UNDER_WAY_MS : false),
  })

/** Starts an export of the entries that match the filters as CSV; returns its id. */
export function useExportAuditLogs() {
  return useMutation({
    mutationFn: async (asked: AuditQuery) => {
      const place = await callForLocation('POST /api/v2/audit_logs/export', { query: asked })
      return Number(/\/(\d+)\.json$/.exec(place)?.[1])
    },
    onSuccess: () => Promise.all([invalidate('GET /api/v2/audit_logs'), invalidate('GET /api/v2/deskhand/audit_logs/head')]),
  })
}
