import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll, request } from './client.ts'
import { csrfToken } from './session.ts'

export type IntegrationState = 'creating' | 'active' | 'revoking' | 'revoked'
export type IntegrationHealth = 'unused' | 'working' | 'failing' | 'silent'

/** A step of a checklist; the server does the automatic ones itself. */
export interface IntegrationStep {
  key: string
  title: string
  how: string
  automatic: boolean
  done_at: string | null
  done_by_id: number | null
  note: string | null
}

/** An OAuth client or an API token that is revoked with the integration. */
export interface IntegrationCredential {
  type: 'oauth_client' | 'api_token'
  id: number
  label: string
  tokens: number
  active: boolean
  last_used_at: string | null
}

export interface Integration {
  id: number
  kind: string
  name: string
  state: IntegrationState
  access_request_id: number
  requester_id: number
  bot_user_id: number
  scopes: string[]
  config: Record<string, string>
  sealed: string[]
  creation_steps: IntegrationStep[]
  revocation_steps: IntegrationStep[]
  credentials: IntegrationCredential[]
  last_used_at: string | null
  /** Null once its revocation has begun. */
  health: IntegrationHealth | null
  recent_calls: number
  recent_errors: number
  expires_at: string | null
  activated_at: string | null
  revoked_at: string | null
  revocation_reason: string | null
  allowed_acts: string[]
  created_at: string
}

/** A kind of integration: its label, and the fields of its configuration. */
export interface IntegrationKind {
  kind: string
  title: string
  description: string
  owns: string[]
  config: { key: string; title: string; hint: string; is: string; required: boolean }[]
}

/** Calls made with the credentials of an integration. */
export interface IntegrationImpact {
  days: number
  calls: number
  errors: number
  last_at: string | null
  callers: { user_agent: string; ip_address: string; calls: number; last_at: string }[]
  endpoints: { method: string; route: string; calls: number; last_at: string }[]
}

/** Names of users by id. */
export type Names = ReadonlyMap<number, string>

const keys = { all: ['integrations'], one: (id: number) => ['integrations', id] } as const

/** All integrations of the instance, newest first. */
export const integrationsQuery = queryOptions({
  queryKey: [...keys.all, 'list'],
  queryFn: async ({ signal }) =>
    (await listAll<Integration>(endpoints.integrations, 'integrations', {}, signal)).sort((one, other) => other.id - one.id),
})

/** The kinds of integrations; they change only with a release of the server. */
export const integrationKindsQuery = queryOptions({
  queryKey: ['integration_kinds'],
  queryFn: async ({ signal }) => (await request<{ kinds: IntegrationKind[] }>(endpoints.integration_kinds, { signal })).kinds,
  staleTime: Infinity,
})

/** One integration, with the names of the people in it. */
export const integrationQuery = (id: number) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) => {
      const answer = await request<{ integration: Integration; users: { id: number; name: string }[] }>(
        `${endpoints.integration(id)}?include=users`,
        { signal },
      )
      const names: Names = new Map(answer.users.map(({ id, name }) => [id, name]))
      return { integration: answer.integration, names }
    },
  })

/** The calls that fail once the integration is revoked. */
export const integrationImpactQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.one(id), 'impact'],
    queryFn: async ({ signal }) => (await request<{ impact: IntegrationImpact }>(endpoints.integration_impact(id), { signal })).impact,
  })

/** Ticks a step of a checklist, or unticks it. */
export function useTickStep(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ key, ...step }: { key: string; done: boolean; note?: string }) => {
      const options = { method: 'POST', body: { step }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ integration: Integration }>(endpoints.integration_step(id, key), options)).integration
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  })
}

/** Revokes an integration with its credentials; `confirm` is its name as the user typed it. */
export function useRevokeIntegration(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (step: { reason: string; confirm: string }) => {
      const options = { method: 'POST', body: { step }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ integration: Integration }>(endpoints.revoke_integration(id), options)).integration
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  })
}
