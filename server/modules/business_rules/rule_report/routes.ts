// THE REPORT ON RULES: what of the active triggers and automations has no effect, is broken or works against another rule.
// Not here: how that is found out (server/rules/report/).
import type { Bucket } from '#http/limits.ts'
import { answerOk, route } from '#http/route.ts'
import { reportOnRules } from './read.ts'
import { OneRuleReport } from './schema.ts'

/** Rules are compared with each other: with thousands that takes a second. */
const REPORTS: Bucket = { name: 'rule-reports', limit: 10, window_seconds: 60 }

export const ruleReportRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/deskhand/rules/report',
    name: 'deskhand/rules/report',
    summary: 'Report unused, shadowed, contradicting, mutual and broken rules',
    scope: '',
    answer: OneRuleReport,
    buckets: [REPORTS],
    handle: async (ctx) => answerOk({ rule_report: await reportOnRules(ctx) }),
  }),
]
