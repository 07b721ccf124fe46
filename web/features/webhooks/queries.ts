// Webhooks: their list, the acts on one of them, and the log of their calls.
// Does not belong here: the values of the form (draft.ts).

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { invalidateBelow } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer, Content, QueryOf, Row } from '#contract/operation.ts'
import { queryAll } from '#contract/queries.ts'

/** Without what is secret of its authentication, which no answer holds. */
export type Webhook = Row<'GET /api/v2/webhooks', 'webhooks'>
export type WebhookInput = Content<'POST /api/v2/webhooks', 'webhook'>
export type WebhookAuthentication = NonNullable<WebhookInput['authentication']>
/** `after_cursor` and `before_cursor` are there where there is more. */
export type InvocationPage = Answer<'GET /api/v2/webhooks/:id/invocations'>
/** Filters and cursor of that page, named as in the API. */
export type InvocationQuery = QueryOf<'GET /api/v2/webhooks/:id/invocations'>
/** A call of a webhook, which may take several attempts. */
export type Invocation = InvocationPage['invocations'][number]
export type Attempt = Row<'GET /api/v2/webhooks/:id/invocations/:invocation_id/attempts', 'attempts'>
/** A request or a response: its headers and its body as text. */
export type HttpMessage = NonNullable<Attempt['request']>
export type WebhookTest = Content<'POST /api/v2/webhooks/test', 'request'>
export type WebhookTestAnswer = Answer<'POST /api/v2/webhooks/test'>['response']

const INVOCATIONS_PER_PAGE = 50
const UNDER_WAY_MS = 2000

const sortByName = (webhooks: readonly Webhook[]) =>
  webhooks.toSorted((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id))

/** All webhooks by name, each with how its last calls ended. */
export const webhooksQuery = queryOptions({
  ...queryAll('GET /api/v2/webhooks', 'webhooks', { query: { include: 'recent_calls', sort: 'name' } }),
  select: sortByName,
})

/** One webhook. */
export const webhookQuery = (id: string) =>
  queryOptions({ ...query('GET /api/v2/webhooks/:id', { params: { id } }), select: ({ webhook }) => webhook })

/** A page of the calls of a webhook, the last one first. `asked`: filters and cursor, named as in the API. Polled while one of them waits. */
export const invocationsQuery = (id: string, asked: InvocationQuery) =>
  queryOptions({
    ...query('GET /api/v2/webhooks/:id/invocations', {
      params: { id },
      query: { 'page[size]': INVOCATIONS_PER_PAGE, ...asked },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.invocations.some(({ status }) => status === 'pending') === true ? UNDER_WAY_MS : false),
  })

/** The attempts of a call, the last one first. Polled until one has ended. */
export const attemptsQuery = (id: string, invocation_id: string) =>
  queryOptions({
    ...query('GET /api/v2/webhooks/:id/invocations/:invocation_id/attempts', { params: { id, invocation_id } }),
    select: ({ attempts }) => attempts,
    refetchInterval: ({ state }) =>
      state.data !== undefined && (state.data.attempts[0]?.status ?? 'pending') === 'pending' ? UNDER_WAY_MS : false,
  })

/**
 * An act on webhooks; reads them again. Its input or its answer may contain a secret: both are dropped when the component that asked for it
 * is removed.
 */
function useWebhookAct<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  return useMutation({ gcTime: 0, mutationFn, onSuccess: () => invalidateBelow('GET /api/v2/webhooks') })
}

/** Creates a webhook, or changes the one with `id`; returns its id. */
export function useSaveWebhook() {
  return useWebhookAct(async ({ id, ...webhook }: Partial<WebhookInput> & { id: string | undefined }) => {
    if (id === undefined) return (await call('POST /api/v2/webhooks', { body: { webhook } })).webhook.id
    await call('PATCH /api/v2/webhooks/:id', { params: { id }, body: { webhook } })
    return id
  })
}

/** Copies a webhook with its credential; the copy is not active yet. */
export function useCloneWebhook() {
  return useWebhookAct(async (id: string) => {
    const body = { webhook: { status: 'inactive' } }
    return (await call('POST /api/v2/webhooks', { query: { clone_webhook_id: id }, body })).webhook
  })
}

/** Deletes a webhook with its log; the server refuses one that an active rule calls. */
export function useDeleteWebhook() {
  return useWebhookAct((id: string) => call('DELETE /api/v2/webhooks/:id', { params: { id } }))
}

/** Repeats one call, or those of a range. */
export function useReplay(id: string) {
  return useWebhookAct(
    async (replay: Content<'POST /api/v2/deskhand/webhooks/:id/replays', 'replay'>) =>
      (await call('POST /api/v2/deskhand/webhooks/:id/replays', { params: { id }, body: { replay } })).replay,
  )
}

/** Calls a receiver once. `id`: the saved webhook whose credential is used where none is sent. */
export function useTestWebhook(id: string | undefined) {
  return useMutation({
    gcTime: 0,
    mutationFn: async (request: WebhookTest) =>
      (await call('POST /api/v2/webhooks/test', { query: id === undefined ? {} : { webhook_id: id }, body: { request } })).response,
  })
}

/** Reads the signing secret of a webhook, or makes a new one. It is in no cache of queries. */
export function useSigningSecret(id: string) {
  return useMutation({
    gcTime: 0,
    mutationFn: async (act: 'show' | 'reset') => {
      const params = { id }
      const answer =
        act === 'show'
          ? await call('GET /api/v2/webhooks/:id/signing_secret', { params })
          : await call('POST /api/v2/webhooks/:id/signing_secret', { params })
      return answer.signing_secret.secret
    },
  })
}
