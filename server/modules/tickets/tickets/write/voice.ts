/** The comment of a telephone call. @source docs/reference/tickets.md §5.1 */
import type { Context } from '#core/context.ts'
import { accountZone } from '#accounts/zone.ts'
import { formatMoment } from '#lib/dates.ts'
import { contentOf, NO_CONTENT } from '#modules/tickets/ticket_comments/content.ts'
import { requireCommentLength } from './comment.ts'
import type { TicketInput, VoiceInput } from '../schema.ts'
import type { NewComment } from '../store.ts'

/**
 * The voice comment to write, without its id; null if none was sent. Without a body, its text is generated from the data of the call.
 * @throws RecordInvalid when it is too long
 */
export function newVoiceComment(ctx: Context, input: TicketInput, authorId: number): NewComment | null {
  const call = input.voice_comment
  if (call === undefined) return null
  const { author_id: _author, public: isPublic, body, ...data } = call
  const text = requireCommentLength(body || sentences(call, accountZone(ctx)))
  return {
    id: 0,
    author_id: authorId,
    public: ctx.actor.only_private_comments ? false : (isPublic ?? true),
    ...(contentOf(call, { text, html: '' }) ?? NO_CONTENT),
    type: 'VoiceComment',
    data,
  }
}

function sentences(call: VoiceInput, timeZone: string): string {
  const parts: [string, string | null | undefined][] = [
    ['Call from', call.from],
    ['Call to', call.to],
    ['Time of call', call.started_at == null ? null : formatMoment(call.started_at, timeZone)],
    ['Length of phone call', call.call_duration == null ? null : `${call.call_duration} seconds`],
    ['Location', call.location],
    ['Answered by', call.answered_by_name],
    ['Listen to the recording', call.recording_url],
    ['Transcription', call.transcription_text],
  ]
  const said = parts.filter(([, value]) => value).map(([title, value]) => `${title}: ${value}`)
  return said.length === 0 ? 'Call' : said.join('\n')
}
