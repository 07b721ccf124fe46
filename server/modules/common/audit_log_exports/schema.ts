// AUDIT LOG EXPORTS AS CSV: requested by an administrator, made by a job, fetched until they expire.
// Not here: the log itself, and its export with the chain (audit_logs/).
import Type from 'typebox'

const TextOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })

export const AuditLogExport = Type.Object(
  {
    id: Type.Integer(),
    url: Type.String(),
    user_id: Type.Integer(),
    filter: Type.Record(Type.String(), Type.Unknown()),
    state: Type.String(),
    entries: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    content_url: TextOrNull,
    created_at: Type.String(),
    finished_at: TextOrNull,
    expires_at: Type.String(),
  },
  { additionalProperties: false },
)
