// SLA policies and group SLA policies: the list in the order in which they are matched, what their filters can be made of, and the acts on them.

import { queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { invalidate } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer, Row } from '#contract/operation.ts'
import { composeQuery } from '#contract/queries.ts'
import { queryClient } from '#contract/query_client.ts'
import { moveEntry } from '#lib/positions.ts'
import type { RuleValue } from '#features/business_rules/public_words.ts'

/** A policy of either kind. The ids of SLA policies are numbers, those of group SLA policies texts. */
export type Policy = Row<'GET /api/v2/slas/policies', 'sla_policies'> | Row<'GET /api/v2/group_slas/policies', 'group_sla_policies'>
export type SlaCondition = Policy['filter']['all'][number]
/** How long a metric of tickets of a priority may take; in minutes, of a group policy in seconds. */
export type SlaTarget = Policy['policy_metrics'][number]
/** A field that the filter of a policy can have. */
export type SlaDefinition = Answer<'GET /api/v2/slas/policies/definitions'>['definitions']['all'][number]

/** The kinds of policies, as lists are named in answers: where they are in the address. */
const PLACES = { sla_policies: 'slas', group_sla_policies: 'group_slas' } as const

export type PolicyKind = keyof typeof PLACES
type PolicyId = Policy['id']

/** All policies of a kind, the first to be matched first. */
export const policiesQuery = (kind: PolicyKind) =>
  composeQuery('policies', `GET /api/v2/${PLACES[kind]}/policies`, {}, async ({ signal }): Promise<readonly Policy[]> => {
    const answer = await call(`GET /api/v2/${PLACES[kind]}/policies`, {}, signal)
    return 'sla_policies' in answer ? answer.sla_policies : answer.group_sla_policies
  })

const acts = {
  sla_policies: {
    read: (id: PolicyId, signal: AbortSignal) => call('GET /api/v2/slas/policies/:id', { params: { id: Number(id) } }, signal),
    create: (sla_policy: PolicyInput) => call('POST /api/v2/slas/policies', { body: { sla_policy } }),
    change: (id: PolicyId, sla_policy: PolicyInput) =>
      call('PUT /api/v2/slas/policies/:id', { params: { id: Number(id) }, body: { sla_policy } }),
    remove: (id: PolicyId) => call('DELETE /api/v2/slas/policies/:id', { params: { id: Number(id) } }),
    reorder: (ids: readonly PolicyId[]) => call('PUT /api/v2/slas/policies/reorder', { body: { sla_policy_ids: ids.map(Number) } }),
  },
  group_sla_policies: {
    read: (id: PolicyId, signal: AbortSignal) => call('GET /api/v2/group_slas/policies/:id', { params: { id: String(id) } }, signal),
    create: (group_sla_policy: PolicyInput) => call('POST /api/v2/group_slas/policies', { body: { group_sla_policy } }),
    change: (id: PolicyId, group_sla_policy: PolicyInput) =>
      call('PUT /api/v2/group_slas/policies/:id', { params: { id: String(id) }, body: { group_sla_policy } }),
    remove: (id: PolicyId) => call('DELETE /api/v2/group_slas/policies/:id', { params: { id: String(id) } }),
    reorder: (ids: readonly PolicyId[]) =>
      call('PUT /api/v2/group_slas/policies/reorder', { body: { group_sla_policy_ids: ids.map(String) } }),
  },
}

type PolicyAnswer = Answer<'GET /api/v2/slas/policies/:id'> | Answer<'GET /api/v2/group_slas/policies/:id'>
const readPolicy = (answer: PolicyAnswer): Policy => ('sla_policy' in answer ? answer.sla_policy : answer.group_sla_policy)

/** One policy. */
export const policyQuery = (kind: PolicyKind, id: PolicyId) =>
  composeQuery('policy', `GET /api/v2/${PLACES[kind]}/policies/:id`, { params: { id: String(id) } }, async ({ signal }) =>
    readPolicy(await acts[kind].read(id, signal)),
  )

const DEFINITIONS_FRESH_MS = 60_000

/** The fields that filters can have; the same for both lists of conditions. */
export const slaDefinitionsQuery = (kind: PolicyKind) =>
  queryOptions({
    ...query(`GET /api/v2/${PLACES[kind]}/policies/definitions`),
    select: ({ definitions }): readonly SlaDefinition[] => definitions.all,
    staleTime: DEFINITIONS_FRESH_MS,
  })

/** A condition of a filter, as it is sent. */
export interface SentFilter {
  readonly field: string
  readonly operator: string
  readonly value: RuleValue
}

/** What is saved of a policy; absent members stay. */
export interface PolicyInput {
  title: string
  description: string
  filter?: { readonly all: readonly SentFilter[]; readonly any: readonly SentFilter[] }
  policy_metrics: readonly SlaTarget[]
}

const invalidatePolicies = (kind: PolicyKind) => invalidate(`GET /api/v2/${PLACES[kind]}/policies`)

/** Creates a policy after all others, or changes the one with `id`. */
export function useSavePolicy(kind: PolicyKind) {
  return useMutation({
    mutationFn: async ({ id, ...policy }: PolicyInput & { id: PolicyId | undefined }) =>
      readPolicy(await (id === undefined ? acts[kind].create(policy) : acts[kind].change(id, policy))),
    onSuccess: (policy) => {
      queryClient.setQueryData(policyQuery(kind, policy.id).queryKey, policy)
      return invalidatePolicies(kind)
    },
  })
}

/** Deletes a policy. */
export function useDeletePolicy(kind: PolicyKind) {
  return useMutation({
    mutationFn: (id: PolicyId) => acts[kind].remove(id),
    onSuccess: () => invalidatePolicies(kind),
  })
}

/** Moves a policy to the place of another one. The list shows it at once; moves are sent one after the other. */
export function useMovePolicy(kind: PolicyKind) {
  const { queryKey } = policiesQuery(kind)
  const mutationKey = [kind, 'move']
  const move = useMutation({
    mutationKey,
    scope: { id: `${kind}-order` },
    mutationFn: (ids: readonly PolicyId[]) => acts[kind].reorder(ids),
    onSettled: () => (queryClient.isMutating({ mutationKey }) === 1 ? invalidatePolicies(kind) : undefined),
  })
  return async ({ id, to }: { id: PolicyId; to: PolicyId }) => {
    const policies = queryClient.getQueryData(queryKey) ?? []
    const from = policies.findIndex((policy) => policy.id === id)
    const place = policies.findIndex((policy) => policy.id === to)
    if (from < 0 || place < 0 || from === place) return
    const moved = moveEntry(policies, from, place)
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, moved)
    await move.mutateAsync(moved.map((policy) => policy.id))
  }
}
