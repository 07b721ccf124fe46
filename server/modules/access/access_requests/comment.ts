import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { checkComment } from './check.ts'
import { type EventRow, getEvent, insertEvent } from './event_store.ts'
import { getVisibleRequest } from './rights.ts'
import { notifyOfComment } from './notify.ts'

/** Writes a comment on an access request and notifies those concerned. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function commentOnRequest(ctx: Context, id: number, body: string): Promise<EventRow> {
  const request = await getVisibleRequest(ctx, id)
  const text = body.trim()
  refuseInvalid(checkComment(text))
  return inTransaction(ctx, async (tx) => {
    const eventId = await insertEvent(tx, id, { type: 'comment', body: text })
    await notifyOfComment(tx, request, text)
    return getEvent(tx, id, eventId)
  })
}
