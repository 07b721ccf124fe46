import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { Authentication } from './draft.ts'
import type { OneWebhook, RecentCalls } from './schema.ts'
import type { RecentCallsRow } from './recent_store.ts'
import type { WebhookRow } from './store.ts'

type Webhook = AnswerOf<typeof OneWebhook>['webhook']

/** A webhook as JSON, without members that have no value. @source docs/reference/webhooks.md §1 */
export function presentWebhook(row: WebhookRow): Webhook {
  const { id, name, description, status, subscriptions, endpoint, http_method, request_format, authentication, custom_headers } = row
  return {
    id,
    name,
    ...(description === null ? {} : { description }),
    status,
    subscriptions,
    created_at: wireTime(row.created_at),
    created_by: String(row.created_by),
    ...(row.updated_at === null ? {} : { updated_at: wireTime(row.updated_at), updated_by: String(row.updated_by) }),
    endpoint,
    http_method,
    request_format,
    ...(authentication === null ? {} : { authentication: presentAuthentication(authentication) }),
    ...(Object.keys(custom_headers).length === 0 ? {} : { custom_headers }),
    ...(row.integration_id === null ? {} : { integration_id: row.integration_id }),
  }
}

/** Webhooks of a list, each with how its last calls ended where that is asked for. */
export function presentWebhooks(rows: readonly WebhookRow[], recent: ReadonlyMap<string, RecentCallsRow> | undefined): Webhook[] {
  return rows.map((row) => ({ ...presentWebhook(row), ...presentRecent(recent?.get(row.id)) }))
}

function presentRecent(row: RecentCallsRow | undefined): { recent_calls?: AnswerOf<typeof RecentCalls> } {
  if (row === undefined) return {}
  const { count, failed, last_failed_at } = row
  return { recent_calls: { count, failed, ...(last_failed_at === null ? {} : { last_failed_at: wireTime(last_failed_at) }) } }
}

/** A webhook as the answer to its creation, whose time has nanoseconds. @source docs/reference/webhooks.md §1 */
export function presentNewWebhook(row: WebhookRow): Webhook {
  return { ...presentWebhook(row), created_at: row.created_at.replace(/Z$/, '000000Z') }
}

function presentAuthentication({ type, add_position, username, name }: Authentication) {
  const data = username !== undefined ? { username } : name !== undefined ? { name } : undefined
  return { type, ...(data === undefined ? {} : { data }), add_position }
}
