// SLA policies and group SLA policies: the list in the order in which they are matched, what their filters can be made of, and the acts on them.

import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { moveEntry } from '../rules/positions.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { Policy, SentConditions, SlaDefinition, SlaTarget } from './rule_types.ts'

/** The kinds of policies, as lists are named in answers: their path, and the member of one. */
const resources = {
  sla_policies: { slas: 'slas', one: 'sla_policy' },
  group_sla_policies: { slas: 'group_slas', one: 'group_sla_policy' },
} as const

export type PolicyKind = keyof typeof resources
type PolicyId = Policy['id']
type OnePolicy = Record<(typeof resources)[PolicyKind]['one'], Policy>

/** All policies of a kind, the first to be matched first. */
export const policiesQuery = (kind: PolicyKind) =>
  queryOptions({
    queryKey: [kind, 'list'],
    queryFn: async ({ signal }) =>
      (await request<Record<PolicyKind, Policy[]>>(endpoints.policies(resources[kind].slas), { signal }))[kind],
  })

/** One policy. */
export const policyQuery = (kind: PolicyKind, id: PolicyId) =>
  queryOptions({
    queryKey: [kind, 'one', String(id)],
    queryFn: async ({ signal }) => {
      const { slas, one } = resources[kind]
      return (await request<OnePolicy>(endpoints.policy(slas, id), { signal }))[one]
    },
  })

const DEFINITIONS_FRESH_MS = 60_000

/** The fields that filters can have; the same for both lists of conditions. */
export const slaDefinitionsQuery = (kind: PolicyKind) =>
  queryOptions({
    queryKey: [kind, 'definitions'],
    queryFn: async ({ signal }) =>
      (await request<{ definitions: { all: SlaDefinition[] } }>(endpoints.policy_definitions(resources[kind].slas), { signal })).definitions
        .all,
    staleTime: DEFINITIONS_FRESH_MS,
  })

/** What is saved of a policy; absent members stay. */
export interface PolicyInput {
  title: string
  description: string
  filter?: SentConditions
  policy_metrics: readonly SlaTarget[]
}

/** Creates a policy after all others, or changes the one with `id`. */
export function useSavePolicy(kind: PolicyKind) {
  const queryClient = useQueryClient()
  const { slas, one } = resources[kind]
  return useMutation({
    mutationFn: async ({ id, ...policy }: PolicyInput & { id: PolicyId | undefined }) => {
      const path = id === undefined ? endpoints.policies(slas) : endpoints.policy(slas, id)
      const options = { method: id === undefined ? 'POST' : 'PUT', body: { [one]: policy } } as const
      return (await request<OnePolicy>(path, { ...options, csrf_token: await csrfToken(queryClient) }))[one]
    },
    onSuccess: (policy) => {
      queryClient.setQueryData(policyQuery(kind, policy.id).queryKey, policy)
      return queryClient.invalidateQueries(policiesQuery(kind))
    },
  })
}

/** Deletes a policy. */
export function useDeletePolicy(kind: PolicyKind) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: PolicyId) =>
      request(endpoints.policy(resources[kind].slas, id), { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
    onSuccess: () => queryClient.invalidateQueries(policiesQuery(kind)),
  })
}

/** Moves a policy to the place of another one. The list shows it at once; moves are sent one after the other. */
export function useMovePolicy(kind: PolicyKind) {
  const queryClient = useQueryClient()
  const { queryKey } = policiesQuery(kind)
  const { slas, one } = resources[kind]
  const mutationKey = [kind, 'move']
  const move = useMutation({
    mutationKey,
    scope: { id: `${kind}-order` },
    mutationFn: async (ids: readonly PolicyId[]) =>
      request(endpoints.reorder_policies(slas), { method: 'PUT', body: { [`${one}_ids`]: ids }, csrf_token: await csrfToken(queryClient) }),
    onSettled: () => (queryClient.isMutating({ mutationKey }) === 1 ? queryClient.invalidateQueries(policiesQuery(kind)) : undefined),
  })
  return async ({ id, to }: { id: PolicyId; to: PolicyId }) => {
    const policies = queryClient.getQueryData(queryKey) ?? []
    const [from, place] = [policies.findIndex((policy) => policy.id === id), policies.findIndex((policy) => policy.id === to)]
    if (from < 0 || place < 0 || from === place) return
    const moved = moveEntry(policies, from, place)
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, moved)
    await move.mutateAsync(moved.map((policy) => policy.id))
  }
}
