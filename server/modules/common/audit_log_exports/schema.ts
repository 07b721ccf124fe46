// AUDIT LOG EXPORTS AS CSV: requested by an administrator, made by a job, fetched until they expire.
// Not here: the log itself, and its export with the chain (audit_logs/).
import Type from 'typebox'
import { anyObject, oneOf, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'

/** How far an export is. */
export const EXPORT_STATES = ['working', 'ready', 'failed'] as const

export const AuditLogExport = Type.Object(
  {
    id: whole,
    url: text,
    user_id: whole,
    filter: anyObject,
    state: oneOf(EXPORT_STATES),
    entries: wholeOrNull,
    content_url: textOrNull,
    created_at: text,
    finished_at: textOrNull,
    expires_at: text,
  },
  { additionalProperties: false },
)
