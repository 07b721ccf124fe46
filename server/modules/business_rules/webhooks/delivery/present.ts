import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { SomeAttempts, SomeInvocations } from '../schema.ts'
import type { AttemptRow, InvocationRow } from './log_store.ts'

/** An invocation as JSON. @source docs/reference/webhooks.md §2 */
export function presentInvocation(row: InvocationRow): AnswerOf<typeof SomeInvocations>['invocations'][number] {
  return {
    id: row.id,
    ...(row.status_code === null ? {} : { status_code: row.status_code }),
    status: row.status,
    ...(row.latest_completed_at === null ? {} : { latest_completed_at: wireTime(row.latest_completed_at) }),
  }
}

/** An attempt as JSON. One that was not sent has neither request nor response. @source docs/reference/webhooks.md §2 */
export function presentAttempt(row: AttemptRow): AnswerOf<typeof SomeAttempts>['attempts'][number] {
  return {
    id: row.id,
    invocation_id: row.invocation_id,
    ...(row.status_code === null ? {} : { status_code: row.status_code }),
    status: row.status,
    ...(row.request === null ? {} : { request: row.request }),
    ...(row.response === null ? {} : { response: row.response }),
    ...(row.completed_at === null ? {} : { completed_at: wireTime(row.completed_at) }),
  }
}
