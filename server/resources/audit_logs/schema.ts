/** What an entry of the audit log is on the wire. @source _schemas.md AuditLogObject, other.md §7 */
import Type from 'typebox'

export const AuditLog = Type.Object(
  {
    url: Type.String(),
    id: Type.Integer(),
    action: Type.String(),
    action_label: Type.String(),
    actor_id: Type.Integer(),
    actor_name: Type.String(),
    source_id: Type.Integer(),
    source_type: Type.String(),
    source_label: Type.String(),
    change_description: Type.String(),
    ip_address: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    created_at: Type.String(),
  },
  { additionalProperties: false },
)
