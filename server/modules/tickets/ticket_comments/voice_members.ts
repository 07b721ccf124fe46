/** The members of a voice comment in addition to those of every comment. @source docs/reference/tickets.md §5.1 */
import { wireTime } from '../../../lib/clock.ts'
import { isObject } from '../../../lib/json.ts'

/** The members of a call, with null for absent data. Empty for a comment that is no call. */
export function voiceMembers(data: unknown): Record<string, unknown> {
  if (!isObject(data)) return {}
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
