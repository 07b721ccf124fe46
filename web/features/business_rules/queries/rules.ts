// Triggers, automations, macros and views: their lists, what they can be made of, and the acts on one of them.
// Does not belong here: what they are (rule_records.ts), their order (rule_order.ts), revisions and categories of triggers
// (trigger_history.ts, trigger_categories.ts), categories and files of macros (macros.ts), the tickets of views (views.ts).

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { invalidate } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer } from '#contract/operation.ts'
import { composeQuery } from '#contract/queries.ts'
import { queryClient } from '#contract/query_client.ts'
import { waitsForItsTurn } from './limited.ts'
import type { ActingKind, ListedRule, Rule, RuleDefinitions, RuleInput, RuleKind, SentConditions } from './rule_records.ts'

export const RULES_PER_PAGE = 100
/** Periods of the counts that the list asks for. */
const USAGES = 'usage_24h,usage_7d'

/** Which rules a list shows; pages count from 1. */
export interface RuleFilter {
  q: string
  active: boolean | undefined
  /** The id of a trigger category, or the name of a category of macros. */
  category: string | undefined
  /** Views for the person alone, or for others as well. */
  access?: Access | undefined
  page: number
}

export type Access = 'personal' | 'shared'

/** One page of a list of rules. */
export interface RulePage {
  count: number
  rules: readonly ListedRule[]
}

/** The operation that lists rules, and its query. */
function makeListing(kind: RuleKind, { q, active, category, access, page }: RuleFilter) {
  const text = q.trim()
  const query = {
    page,
    per_page: RULES_PER_PAGE,
    ...(kind === 'views' ? {} : { include: USAGES }),
    ...(access === undefined ? {} : { access }),
    // without it macros come by their names
    ...(kind === 'macros' ? { sort_by: 'position' } : {}),
    ...(active === undefined ? {} : { active }),
    ...(text === '' ? {} : { query: text }),
    ...(category === undefined ? {} : writeCategory(kind, category, text !== '')),
  }
  return { operation: text === '' ? (`GET /api/v2/${kind}` as const) : (`GET /api/v2/${kind}/search` as const), query }
}

function writeCategory(kind: RuleKind, category: string, isSearch: boolean) {
  if (kind === 'macros') return { category }
  return isSearch ? { filter: JSON.stringify({ json: { category_id: category } }) } : { category_id: Number(category) }
}

/** Reads one page. @throws ApiError as `call`. */
export async function rulePage(kind: RuleKind, filter: RuleFilter, signal?: AbortSignal): Promise<RulePage> {
  const { operation, query } = makeListing(kind, filter)
  const answer = await call(operation, { query }, signal)
  return { count: answer.count ?? 0, rules: readRules(answer) }
}

function readRules(answer: Answer<`GET /api/v2/${RuleKind}`>): readonly ListedRule[] {
  if ('triggers' in answer) return answer.triggers
  if ('automations' in answer) return answer.automations
  return 'macros' in answer ? answer.macros : answer.views
}

/** One page of the rules, in their order. */
export const rulesQuery = (kind: RuleKind, filter: RuleFilter) => {
  const { operation, query } = makeListing(kind, filter)
  return queryOptions({
    ...composeQuery('rules', operation, { query }, ({ signal }) => rulePage(kind, filter, signal)),
    placeholderData: keepPreviousData,
  })
}

/** One trigger, automation or macro. */
export const ruleQuery = (kind: ActingKind, id: number) =>
  queryOptions({ ...query(`GET /api/v2/${kind}/:id`, { params: { id } }), select: readRule })

function readRule(answer: Answer<`GET /api/v2/${ActingKind}/:id`>): Rule {
  if ('trigger' in answer) return answer.trigger
  return 'automation' in answer ? answer.automation : answer.macro
}

const DEFINITIONS_FRESH_MS = 60_000

/** What the rules of a kind can be made of. */
export const definitionsQuery = (kind: ActingKind) =>
  queryOptions({
    ...query(`GET /api/v2/${kind}/definitions`),
    select: readDefinitions,
    staleTime: DEFINITIONS_FRESH_MS,
  })

/** Macros have no conditions. */
const readDefinitions = ({ definitions }: Answer<`GET /api/v2/${ActingKind}/definitions`>): RuleDefinitions => ({
  conditions_all: [],
  conditions_any: [],
  ...definitions,
})

const create = {
  triggers: (trigger: RuleInput) => call('POST /api/v2/triggers', { body: { trigger } }),
  automations: (automation: RuleInput) => call('POST /api/v2/automations', { body: { automation } }),
  macros: (macro: RuleInput) => call('POST /api/v2/macros', { body: { macro } }),
  views: (view: RuleInput) => call('POST /api/v2/views', { body: { view } }),
}

const change = {
  triggers: (id: number, trigger: RuleInput) => call('PUT /api/v2/triggers/:id', { params: { id }, body: { trigger } }),
  automations: (id: number, automation: RuleInput) => call('PUT /api/v2/automations/:id', { params: { id }, body: { automation } }),
  macros: (id: number, macro: RuleInput) => call('PUT /api/v2/macros/:id', { params: { id }, body: { macro } }),
  views: (id: number, view: RuleInput) => call('PUT /api/v2/views/:id', { params: { id }, body: { view } }),
}

/** Creates a rule, or changes the one with `id`. */
export function useSaveRule(kind: RuleKind) {
  return useMutation({
    mutationFn: async ({ id, ...rule }: RuleInput & { id: number | undefined }) => {
      const answer = await (id === undefined ? create[kind](rule) : change[kind](id, rule))
      const saved = 'view' in answer ? answer.view : readRule(answer)
      queryClient.setQueryData(query(`GET /api/v2/${kind}/:id`, { params: { id: saved.id } }).queryKey, answer)
      return saved
    },
    onSuccess: () => invalidateRules(kind),
  })
}

/** Has the lists of a kind read again. */
export const invalidateRuleLists = (kind: RuleKind) =>
  Promise.all([invalidate(`GET /api/v2/${kind}`), invalidate(`GET /api/v2/${kind}/search`)])

function invalidateCategories(kind: RuleKind): Promise<void>[] {
  if (kind === 'triggers') return [invalidate('GET /api/v2/trigger_categories')]
  return kind === 'macros' ? [invalidate('GET /api/v2/macros/categories')] : []
}

/** Has everything about the rules of a kind read again but what they can be made of. */
function invalidateRules(kind: RuleKind) {
  const parts = [invalidateRuleLists(kind), ...invalidateCategories(kind), invalidate(`GET /api/v2/${kind}/:id`)]
  if (kind === 'triggers') parts.push(invalidate('GET /api/v2/triggers/:trigger_id/revisions'))
  if (kind === 'macros')
    parts.push(invalidate('GET /api/v2/macros/:id/attachments'), invalidate('GET /api/v2/tickets/:ticket_id/macros/:id/apply'))
  return Promise.all(parts)
}

/** Deletes a rule. */
export function useDeleteRule(kind: RuleKind) {
  return useMutation({
    mutationFn: (id: number) => call(`DELETE /api/v2/${kind}/:id`, { params: { id } }),
    onSuccess: () => Promise.all([invalidateRuleLists(kind), ...invalidateCategories(kind)]),
  })
}

const COUNT_FRESH_MS = 30_000

/** How many tickets meet conditions now, as the API counts those of a view. Waits when it has been asked too often. */
export const matchCountQuery = (conditions: SentConditions | undefined) =>
  queryOptions({
    ...query('POST /api/v2/views/preview/count', { body: { view: { title: 'Preview', ...conditions } } }),
    select: ({ view_count }) => view_count,
    enabled: conditions !== undefined,
    ...waitsForItsTurn,
    staleTime: COUNT_FRESH_MS,
  })
