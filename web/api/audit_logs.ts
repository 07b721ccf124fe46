import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request, requestLocation } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { AuditLog, AuditLogExport, ChainHead, Page, WholeAuditLog } from './types.ts'

interface AuditLogPage extends Page {
  audit_logs: AuditLog[]
}

const ENTRIES_PER_PAGE = 50
const all = ['audit_logs'] as const

/** A page of the log, newest entries first. `asked`: filters and cursor, named as in the API. */
export const auditLogsQuery = (asked: Readonly<Record<string, readonly string[]>>) =>
  queryOptions({
    queryKey: [...all, asked],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ 'page[size]': String(ENTRIES_PER_PAGE), sort: '-created_at' })
      for (const [name, values] of Object.entries(asked)) for (const value of values) query.append(name, value)
      return request<AuditLogPage>(`${endpoints.audit_logs}?${query}`, { signal })
    },
    placeholderData: keepPreviousData,
  })

/** One entry with everything stored about it. */
export const auditLogQuery = (id: number) =>
  queryOptions({
    queryKey: [...all, id],
    queryFn: async ({ signal }) => (await request<{ audit_log: WholeAuditLog }>(endpoints.whole_audit_log(id), { signal })).audit_log,
  })

/** The current head of the hash chain. */
export const chainHeadQuery = queryOptions({
  queryKey: [...all, 'head'],
  queryFn: async ({ signal }) => (await request<{ head: ChainHead }>(endpoints.audit_chain_head, { signal })).head,
})

const UNDER_WAY_MS = 1000

/** An export as CSV; polled until it is finished. */
export const auditLogExportQuery = (id: number) =>
  queryOptions({
    queryKey: [...all, 'exports', id],
    queryFn: async ({ signal }) =>
      (await request<{ audit_log_export: AuditLogExport }>(endpoints.audit_log_export(id), { signal })).audit_log_export,
    refetchInterval: ({ state }) => (state.data?.state === 'working' ? UNDER_WAY_MS : false),
  })

/** Starts an export of the entries that match the filters as CSV; returns its id. */
export function useExportAuditLogs() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (asked: Readonly<Record<string, readonly string[]>>) => {
      const query = new URLSearchParams()
      for (const [name, values] of Object.entries(asked)) for (const value of values) query.append(name, value)
      const place = await requestLocation(`${endpoints.export_audit_logs}?${query}`, {
        method: 'POST',
        csrf_token: await csrfToken(queryClient),
      })
      return Number(/\/(\d+)\.json$/.exec(place)?.[1])
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: all }),
  })
}
