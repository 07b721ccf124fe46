import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import type { ActivityRow } from './store.ts'
import type { User } from '../users/schema.ts'
import type { Activity } from './schema.ts'

/** The title of an activity, in Deskhand's own wording. */
function titleOf(row: ActivityRow, actor: string): string {
  if (row.verb === 'tickets.assignment') return `${actor} assigned ticket #${row.ticket_id} to you`
  return row.verb === 'tickets.comment'
    ? `${actor} commented on ticket #${row.ticket_id}`
    : `${actor} raised the priority of ticket #${row.ticket_id}`
}

/** An actor that is not a user: rules and system jobs. */
const system = (id: number) => ({ id, name: 'System' })

/** An activity as JSON. `users` holds the presented users it refers to, by id. @source docs/reference/other.md §2 */
export function presentActivity(
  ctx: Context,
  row: ActivityRow,
  users: ReadonlyMap<number, AnswerOf<typeof User>>,
): AnswerOf<typeof Activity> {
  const user = users.get(row.user_id)
  const actor = users.get(row.actor_id)
  const ticket = { id: row.ticket_id, subject: row.subject }
  return {
    url: urlOf(ctx.caller.base_url, `activities/${row.id}`),
    id: row.id,
    title: titleOf(row, (actor ?? system(row.actor_id)).name),
    verb: row.verb,
    user_id: row.user_id,
    actor_id: row.actor_id,
    updated_at: wireTime(row.updated_at),
    created_at: wireTime(row.created_at),
    object: row.comment === null ? { ticket } : { comment: { value: row.comment, public: row.public }, ticket },
    target: { ticket },
    user: user ?? system(row.user_id),
    actor: actor ?? system(row.actor_id),
  }
}
