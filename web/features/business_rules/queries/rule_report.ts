import { queryOptions } from '@tanstack/react-query'
import { query } from '#contract/client.ts'
import type { Answer } from '#contract/operation.ts'

/** What is wrong with the active rules. */
export type RuleReport = Answer<'GET /api/v2/deskhand/rules/report'>['rule_report']
export type RuleFinding = RuleReport['findings'][number]

/** What is wrong with the active rules. */
export const ruleReportQuery = queryOptions({ ...query('GET /api/v2/deskhand/rules/report'), select: ({ rule_report }) => rule_report })
