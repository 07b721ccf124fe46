// Webhooks: their list, the acts on one of them, and the log of their calls.
// Does not belong here: the values of the form (web/admin/apps_and_integrations/webhooks/draft.ts).

import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll, request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { Attempt, InvocationPage, Replay, ReplayInput, SigningSecret, Webhook } from './rule_types.ts'
import type { WebhookInput, WebhookTest, WebhookTestAnswer } from './rule_types.ts'

const all = ['webhooks'] as const
const INVOCATIONS_PER_PAGE = 50
const UNDER_WAY_MS = 2000

/** All webhooks by name, each with how its last calls ended. */
export const webhooksQuery = queryOptions({
  queryKey: [...all, 'list'],
  queryFn: async ({ signal }) => {
    const webhooks = await listAll(endpoints.webhooks, 'webhooks', { include: 'recent_calls', sort: 'name' }, signal)
    return webhooks.sort((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id))
  },
})

/** One webhook. */
export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, 'one', id],
    queryFn: async ({ signal }) => (await request<{ webhook: Webhook }>(endpoints.webhook(id), { signal })).webhook,
  })

/** A page of the calls of a webhook, the last one first. `asked`: filters and cursor, named as in the API. Polled while one of them waits. */
export const invocationsQuery = (id: string, asked: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: [...all, 'invocations', id, asked],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ 'page[size]': String(INVOCATIONS_PER_PAGE), ...asked })
      return request<InvocationPage>(`${endpoints.invocations(id)}?${query}`, { signal })
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.invocations.some(({ status }) => status === 'pending') === true ? UNDER_WAY_MS : false),
  })

/** The attempts of a call, the last one first. Polled until one has ended. */
export const attemptsQuery = (id: string, invocation: string) =>
  queryOptions({
    queryKey: [...all, 'attempts', id, invocation],
    queryFn: async ({ signal }) => (await request<{ attempts: Attempt[] }>(endpoints.attempts(id, invocation), { signal })).attempts,
    refetchInterval: ({ state }) => (state.data !== undefined && (state.data[0]?.status ?? 'pending') === 'pending' ? UNDER_WAY_MS : false),
  })

/**
 * An act on webhooks; reads them again. Its input or its answer may contain a secret: both are dropped when the component that asked for it
 * is removed.
 */
function useWebhookAct<Input, Output>(act: (input: Input, csrf_token: string) => Promise<Output>) {
  const queryClient = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: async (input: Input) => act(input, await csrfToken(queryClient)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: all }),
  })
}

type OneWebhook = { webhook: Webhook }

/** Creates a webhook, or changes the one with `id`; returns its id. */
export function useSaveWebhook() {
  return useWebhookAct(async ({ id, ...webhook }: Partial<WebhookInput> & { id: string | undefined }, csrf_token) => {
    if (id === undefined)
      return (await request<OneWebhook>(endpoints.webhooks, { method: 'POST', body: { webhook }, csrf_token })).webhook.id
    await request(endpoints.webhook(id), { method: 'PATCH', body: { webhook }, csrf_token })
    return id
  })
}

/** Copies a webhook with its credential; the copy is not active yet. */
export function useCloneWebhook() {
  return useWebhookAct(async (id: string, csrf_token) => {
    const body = { webhook: { status: 'inactive' } }
    return (await request<OneWebhook>(endpoints.copy_webhook(id), { method: 'POST', body, csrf_token })).webhook
  })
}

/** Deletes a webhook with its log; the server refuses one that an active rule calls. */
export function useDeleteWebhook() {
  return useWebhookAct((id: string, csrf_token) => request(endpoints.webhook(id), { method: 'DELETE', csrf_token }))
}

/** Repeats one call, or those of a range. */
export function useReplay(id: string) {
  return useWebhookAct(async (replay: ReplayInput, csrf_token) => {
    return (await request<{ replay: Replay }>(endpoints.replays(id), { method: 'POST', body: { replay }, csrf_token })).replay
  })
}

/** Calls a receiver once. `id`: the saved webhook whose credential is used where none is sent. */
export function useTestWebhook(id: string | undefined) {
  const queryClient = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: async (test: WebhookTest) => {
      const options = { method: 'POST', body: { request: test }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ response: WebhookTestAnswer }>(endpoints.test_webhook(id), options)).response
    },
  })
}

/** Reads the signing secret of a webhook, or makes a new one. It is in no cache of queries. */
export function useSigningSecret(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: async (act: 'show' | 'reset') => {
      const options = act === 'show' ? {} : ({ method: 'POST', csrf_token: await csrfToken(queryClient) } as const)
      return (await request<{ signing_secret: SigningSecret }>(endpoints.signing_secret(id), options)).signing_secret.secret
    },
  })
}
