// SLA policies: the list in the order in which they are matched, what their filters can be made of, and the acts on them.

import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { movedWithin } from '../rules/positions.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { SlaCondition, SlaDefinition, SlaPolicy, SlaTarget } from './rule_types.ts'

/** All policies, the first to be matched first. */
export const slaPoliciesQuery = queryOptions({
  queryKey: ['sla_policies', 'list'],
  queryFn: async ({ signal }) => (await request<{ sla_policies: SlaPolicy[] }>(endpoints.sla_policies, { signal })).sla_policies,
})

/** One policy. */
export const slaPolicyQuery = (id: number) =>
  queryOptions({
    queryKey: ['sla_policies', 'one', id],
    queryFn: async ({ signal }) => (await request<{ sla_policy: SlaPolicy }>(endpoints.sla_policy(id), { signal })).sla_policy,
  })

const DEFINITIONS_FRESH_MS = 60_000

/** The fields that filters can have; the same for both lists of conditions. */
export const slaDefinitionsQuery = queryOptions({
  queryKey: ['sla_policies', 'definitions'],
  queryFn: async ({ signal }) =>
    (await request<{ definitions: { all: SlaDefinition[] } }>(endpoints.sla_policy_definitions, { signal })).definitions.all,
  staleTime: DEFINITIONS_FRESH_MS,
})

/** What is saved of a policy; absent members stay. */
export interface SlaPolicyInput {
  title: string
  description: string
  filter?: { all: readonly SlaCondition[]; any: readonly SlaCondition[] }
  policy_metrics: readonly SlaTarget[]
}

/** Creates a policy after all others, or changes the one with `id`. */
export function useSaveSlaPolicy() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...sla_policy }: SlaPolicyInput & { id: number | undefined }) => {
      const path = id === undefined ? endpoints.sla_policies : endpoints.sla_policy(id)
      const options = { method: id === undefined ? 'POST' : 'PUT', body: { sla_policy } } as const
      return (await request<{ sla_policy: SlaPolicy }>(path, { ...options, csrf_token: await csrfToken(queryClient) })).sla_policy
    },
    onSuccess: (policy) => {
      queryClient.setQueryData(slaPolicyQuery(policy.id).queryKey, policy)
      return queryClient.invalidateQueries(slaPoliciesQuery)
    },
  })
}

/** Deletes a policy. */
export function useDeleteSlaPolicy() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => request(endpoints.sla_policy(id), { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
    onSuccess: () => queryClient.invalidateQueries(slaPoliciesQuery),
  })
}

/** Moves a policy to the place of another one. The list shows it at once; moves are sent one after the other. */
export function useMoveSlaPolicy() {
  const queryClient = useQueryClient()
  const { queryKey } = slaPoliciesQuery
  const mutationKey = ['sla_policies', 'move']
  const move = useMutation({
    mutationKey,
    scope: { id: 'sla_policies-order' },
    mutationFn: async (sla_policy_ids: readonly number[]) =>
      request(endpoints.reorder_sla_policies, { method: 'PUT', body: { sla_policy_ids }, csrf_token: await csrfToken(queryClient) }),
    onSettled: () => (queryClient.isMutating({ mutationKey }) === 1 ? queryClient.invalidateQueries(slaPoliciesQuery) : undefined),
  })
  return async ({ id, to }: { id: number; to: number }) => {
    const policies = queryClient.getQueryData(queryKey) ?? []
    const [from, place] = [policies.findIndex((one) => one.id === id), policies.findIndex((one) => one.id === to)]
    if (from < 0 || place < 0 || from === place) return
    const moved = movedWithin(policies, from, place)
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, moved)
    await move.mutateAsync(moved.map((one) => one.id))
  }
}
