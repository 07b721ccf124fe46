/** Every statement that writes the log of calls, and the one that reads what a call needs. */
import type { Context } from '#core/context.ts'
import { defineStatement, defineLookup } from '#db/builder.ts'
import { accountsWith, subtractFromNow } from '#db/clocks.ts'
import { toJson } from '#db/types.ts'
import type { SealedWebhookRow } from '../store.ts'
import type { Content, LoggedMessage } from './request.ts'

/** An invocation and the webhook it calls. */
export interface InvocationKey {
  readonly id: string
  readonly webhook_id: string
}

/** An invocation to be made. */
export interface NewInvocation extends InvocationKey {
  readonly content: Content
  readonly ticket_id?: number | null | undefined
  readonly event_id?: string | null | undefined
}

/** An invocation that waits, with its webhook and the state of its circuit. */
export interface WaitingInvocation {
  readonly status: string
  readonly content: Content
  readonly tries: number
  /** The invocation that this one repeats. */
  readonly replay_of: string | null
  readonly webhook: Pick<
    SealedWebhookRow,
    'id' | 'name' | 'status' | 'endpoint' | 'http_method' | 'request_format' | 'authentication' | 'custom_headers' | 'secrets'
  >
  /** Null while the circuit is closed. */
  readonly retry_at: string | null
}

type Found = Omit<WaitingInvocation, 'webhook' | 'status'> &
  WaitingInvocation['webhook'] & { readonly invocation_status: string; readonly webhook_status: string }

const read =
  defineLookup<Found>(`select i.status as invocation_status, i.content, i.tries, i.replay_of, w.id, w.name, w.status as webhook_status, w.endpoint,
    w.http_method, w.request_format, w.authentication, w.custom_headers, w.secrets, c.retry_at
  from webhook_invocations i
  join webhooks w on w.account_id = i.account_id and w.id = i.webhook_id
  left join webhook_circuits c on c.account_id = w.account_id and c.webhook_id = w.id
  where i.account_id = $1 and w.account_id = $1 and i.id = $2`)
const insert = defineStatement<InvocationKey>(`insert into webhook_invocations
    (account_id, id, webhook_id, status, content, ticket_id, event_id, created_at, latest_at)
  select $1, n.id, w.id, 'pending', n.content, n.ticket_id, n.event_id, $3, $3
  from jsonb_to_recordset($2::jsonb) as n (id text, webhook_id text, content jsonb, ticket_id bigint, event_id text)
  join webhooks w on w.account_id = $1 and w.id = n.webhook_id and w.status = 'active'
  on conflict (account_id, webhook_id, event_id) do nothing returning id, webhook_id`)
const selectSubscribers = defineStatement<{
  id: string
  type: string
}>(`select w.id, s.type from webhooks w cross join unnest(w.subscriptions) as s (type)
  where w.account_id = $1 and w.status = 'active' and s.type = any($2::text[]) order by w.id`)
const startAttempt = defineStatement<unknown>(`with left_over as (
    update webhook_attempts set status = 'terminated', completed_at = $5 where account_id = $1 and invocation_id = $3 and status = 'pending')
  insert into webhook_attempts (account_id, id, invocation_id, status, request, started_at) values ($1, $2, $3, 'pending', $4, $5)`)
const endAttempt = defineStatement<unknown>(`with ended as (
    update webhook_attempts set status = $4, status_code = $5, response = $6, completed_at = $7 where account_id = $1 and id = $3),
  used as (
    update webhooks w set last_called_at = $7 from webhook_invocations i
    where i.account_id = $1 and i.id = $2 and w.account_id = $1 and w.id = i.webhook_id and w.integration_id is not null
      and (w.last_called_at is null or w.last_called_at < $7::timestamptz - interval '1 minute'))
  update webhook_invocations set status = $8, status_code = $5, tries = tries + 1, latest_completed_at = $7, latest_at = $7
  where account_id = $1 and id = $2 and status = 'pending'`)
const leave = defineStatement<unknown>(`with left_over as (
    update webhook_attempts set status = 'terminated', completed_at = $5 where account_id = $1 and invocation_id = $2 and status = 'pending'),
  noted as (
    insert into webhook_attempts (account_id, id, invocation_id, status, started_at, completed_at) values ($1, $3, $2, $4, $5, $5))
  update webhook_invocations set status = $4, latest_completed_at = $5, latest_at = $5
  where account_id = $1 and id = $2 and status = 'pending'`)
const KEPT_DAYS = 7
const removeOld = defineStatement<{ id: string }>(`delete from webhook_invocations where account_id = $1 and id in (
    select id from webhook_invocations where account_id = $1 and created_at < $2::timestamptz - interval '${KEPT_DAYS} days'
    order by created_at limit $3) returning id`)

/** What a call needs, if it is still there. */
export async function findInvocation(ctx: Context, id: string): Promise<WaitingInvocation | undefined> {
  const row = await ctx.db.first(read(ctx.account.id, id))
  if (row === undefined) return undefined
  const { invocation_status: status, content, tries, replay_of, retry_at, webhook_status, ...webhook } = row
  return { status, content, tries, replay_of, retry_at, webhook: { ...webhook, status: webhook_status } }
}

/** Writes invocations of active webhooks; returns those written. An event that a webhook has got already is left out. */
export function insertInvocations(tx: Context, invocations: readonly NewInvocation[]): Promise<InvocationKey[]> {
  return tx.db.all(insert(tx.account.id, toJson(invocations), tx.now))
}

/** The active webhooks that subscribe to these types of events: one row for each type. */
export function findSubscribers(ctx: Context, types: readonly string[]): Promise<{ id: string; type: string }[]> {
  return ctx.db.all(selectSubscribers(ctx.account.id, types))
}

/** Notes that an attempt begins. One that was never ended was cut off with its worker: whether the receiver has got it is not known. */
export async function beginAttempt(ctx: Context, id: string, invocationId: string, request: LoggedMessage): Promise<void> {
  await ctx.db.run(startAttempt(ctx.account.id, id, invocationId, toJson(request), ctx.now))
}

/** How an attempt ended; `next` is the status of its invocation from then on. */
export interface AttemptEnd {
  readonly status: string
  readonly status_code: number | null
  readonly response: LoggedMessage
  readonly next: string
}

/** Notes how an attempt ended, and when the webhook of an integration was used, to the minute. */
export async function finishAttempt(tx: Context, invocationId: string, id: string, end: AttemptEnd): Promise<void> {
  const { status, status_code, response, next } = end
  await tx.db.run(endAttempt(tx.account.id, invocationId, id, status, status_code, toJson(response), tx.now, next))
}

/** Ends an invocation without sending it, with an attempt that says so. */
export async function leaveUnsent(ctx: Context, invocationId: string, attemptId: string, status: string): Promise<void> {
  await ctx.db.run(leave(ctx.account.id, invocationId, attemptId, status, ctx.now))
}

/** The accounts whose log has entries that have been kept long enough. */
export const accountsWithOldInvocations = accountsWith('webhook_invocations d', `d.created_at < ${subtractFromNow(KEPT_DAYS * 86_400)}`)

/** Removes up to `most` invocations that have been kept long enough, with their attempts; returns how many. */
export async function deleteOldInvocations(ctx: Context, most: number): Promise<number> {
  return (await ctx.db.all(removeOld(ctx.account.id, ctx.now, most))).length
}
