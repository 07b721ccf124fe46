// Triggers, automations, macros and views: their lists, what they can be made of, and the acts on one of them.
// Does not belong here: their order (rule_order.ts), revisions and categories of triggers (trigger_history.ts, trigger_categories.ts),
// categories and files of macros (macros.ts), the tickets of views (views.ts).

import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { waitsForItsTurn } from './limited.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { ListedRule, Restriction, Rule, RuleAction, RuleDefinitions, SentConditions, View } from './rule_types.ts'
import type { Counted } from './types.ts'
import type { ViewOutput } from './views.ts'

/** A rule of each kind, by the API's name of the kind. */
interface RuleOf {
  triggers: Rule
  automations: Rule
  macros: Rule
  views: View
}

/** The kinds of rules with pages of their own. */
export type RuleKind = keyof RuleOf
/** The kinds of rules that have actions. */
export type ActingKind = Exclude<RuleKind, 'views'>

/** What the API calls one of a kind. */
export const SINGULAR = { triggers: 'trigger', automations: 'automation', macros: 'macro', views: 'view' } as const

/** What the API answers on one of a kind. */
type One<Kind extends RuleKind> = Record<(typeof SINGULAR)[Kind], RuleOf[Kind]>

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
export interface RulePage extends Counted {
  rules: readonly ListedRule[]
}

/** Reads one page. @throws ApiError as `request`. */
export async function rulePage(kind: RuleKind, filter: RuleFilter, signal?: AbortSignal): Promise<RulePage> {
  const { q, active, category, access, page } = filter
  const search = new URLSearchParams({ page: String(page), per_page: String(RULES_PER_PAGE) })
  const text = q.trim()
  if (kind !== 'views') search.set('include', USAGES)
  if (access !== undefined) search.set('access', access)
  // without it macros come by their names
  if (kind === 'macros') search.set('sort_by', 'position')
  if (active !== undefined) search.set('active', String(active))
  if (text !== '') search.set('query', text)
  if (category !== undefined && kind === 'macros') search.set('category', category)
  else if (category !== undefined && text !== '') search.set('filter', JSON.stringify({ json: { category_id: category } }))
  else if (category !== undefined) search.set('category_id', category)
  const path = text === '' ? endpoints.rules(kind) : endpoints.found_rules(kind)
  const answer = await request<Counted & Record<RuleKind, ListedRule[]>>(`${path}?${search}`, signal === undefined ? {} : { signal })
  return { count: answer.count, rules: answer[kind] }
}

/** One page of the rules, in their order. */
export const rulesQuery = (kind: RuleKind, filter: RuleFilter) =>
  queryOptions({
    queryKey: [kind, 'list', filter],
    queryFn: ({ signal }) => rulePage(kind, filter, signal),
    placeholderData: keepPreviousData,
  })

/** One rule. */
export const ruleQuery = <Kind extends RuleKind>(kind: Kind, id: number) =>
  queryOptions({
    queryKey: [kind, 'one', id] as const,
    queryFn: async ({ signal }) => (await request<One<Kind>>(endpoints.rule(kind, id), { signal }))[SINGULAR[kind]],
  })

const DEFINITIONS_FRESH_MS = 60_000

/** What the rules of a kind can be made of. */
export const definitionsQuery = (kind: ActingKind) =>
  queryOptions({
    queryKey: [kind, 'definitions'],
    queryFn: async ({ signal }): Promise<RuleDefinitions> => {
      type Answer = { definitions: Pick<RuleDefinitions, 'actions'> & Partial<RuleDefinitions> }
      const { definitions } = await request<Answer>(endpoints.rule_definitions(kind), { signal })
      // macros have no conditions
      return { conditions_all: [], conditions_any: [], ...definitions }
    },
    staleTime: DEFINITIONS_FRESH_MS,
  })

/** What is saved of a rule; absent members stay. */
export interface RuleInput {
  title?: string
  description?: string | null
  category_id?: number
  restriction?: RestrictionInput
  /** The ids of the files of a macro. */
  attachments?: readonly number[]
  active?: boolean
  conditions?: SentConditions
  actions?: readonly RuleAction[]
  /** As the title is stored, with names of texts in it. */
  raw_title?: string
  output?: ViewOutput
}

/** Who a rule is for, as it is sent: without an id a person is the one who sends it. */
export type RestrictionInput = Restriction | { type: 'User' } | { type: 'Group'; ids: readonly number[] }

/** Creates a rule, or changes the one with `id`. */
export function useSaveRule<Kind extends RuleKind>(kind: Kind) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...rule }: RuleInput & { id: number | undefined }) => {
      const path = id === undefined ? endpoints.rules(kind) : endpoints.rule(kind, id)
      const options = { method: id === undefined ? 'POST' : 'PUT', body: { [SINGULAR[kind]]: rule } } as const
      return (await request<One<Kind>>(path, { ...options, csrf_token: await csrfToken(queryClient) }))[SINGULAR[kind]]
    },
    onSuccess: (rule) => {
      queryClient.setQueryData<RuleOf[Kind]>([kind, 'one', rule.id], rule)
      return queryClient.invalidateQueries({ queryKey: [kind], predicate: ({ queryKey }) => queryKey[1] !== 'definitions' })
    },
  })
}

/** Deletes a rule. */
export function useDeleteRule(kind: RuleKind) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => request(endpoints.rule(kind, id), { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
    onSuccess: () =>
      queryClient.invalidateQueries({
        queryKey: [kind],
        predicate: ({ queryKey }) => queryKey[1] === 'list' || queryKey[1] === 'categories',
      }),
  })
}

const COUNT_FRESH_MS = 30_000

/** How many tickets meet conditions now, as the API counts those of a view. Waits when it has been asked too often. */
export const matchCountQuery = (conditions: SentConditions | undefined) =>
  queryOptions({
    queryKey: ['matching_tickets', conditions],
    enabled: conditions !== undefined,
    queryFn: async ({ signal, client }) => {
      const body = { view: { title: 'Preview', ...conditions } }
      const options = { method: 'POST', body, csrf_token: await csrfToken(client), signal } as const
      return (await request<{ view_count: { value: number | null } }>(endpoints.count_of_view, options)).view_count
    },
    ...waitsForItsTurn,
    staleTime: COUNT_FRESH_MS,
  })
