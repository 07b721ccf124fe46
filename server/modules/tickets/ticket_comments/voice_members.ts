/** The members of a voice comment in addition to those of every comment. @source docs/reference/tickets.md §5.1 */
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { Call } from '../tickets/schema.ts'
import type { VoiceMembers } from './schema.ts'

/** The members of a call, with null for absent data. Empty for a comment that is no call. */
export function voiceMembers(data: Call | null | undefined): AnswerOf<typeof VoiceMembers> {
  if (data === null || data === undefined) return {}
  const { transcription_visible = false, trusted = true, ...call } = data
  return {
    data: { ...NO_CALL, ...call, started_at: typeof call.started_at === 'string' ? wireTime(call.started_at) : null },
    formatted_from: call.from ?? null,
    formatted_to: call.to ?? null,
    transcription_visible,
    trusted,
  }
}

const NO_CALL = {
  from: null,
  to: null,
  recording_url: null,
  call_id: null,
  call_duration: null,
  answered_by_id: null,
  answered_by_name: null,
  location: null,
  started_at: null,
  transcription_text: null,
}
