// THE AUDIT LOG AS A TABLE: asked for, made by a job, fetched by an administrator until it has had its time.
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
