/** An entry of the audit log as JSON. @source docs/reference/account.md §8 */
import Type from 'typebox'

const MEMBERS = {
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
}
const Hex = Type.Unsafe<string | null>({ type: ['string', 'null'] })

export const AuditLog = Type.Object(MEMBERS, { additionalProperties: false })
/** With the members that Zendesk does not have. */
export const WholeAuditLog = Type.Object(
  {
    ...MEMBERS,
    details: Type.Record(Type.String(), Type.Unknown()),
    position: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    previous_hash: Hex,
    hash: Hex,
  },
  { additionalProperties: false },
)
export const ChainHead = Type.Object({ position: Type.Integer(), hash: Type.String(), recorded_at: Type.String() })
