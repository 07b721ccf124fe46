import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import type { RuleReport } from './rule_types.ts'

/** What is wrong with the active rules. */
export const ruleReportQuery = queryOptions({
  queryKey: ['rule_report'],
  queryFn: async ({ signal }) => (await request<{ rule_report: RuleReport }>(endpoints.rule_report, { signal })).rule_report,
})
