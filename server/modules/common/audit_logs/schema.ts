/** An entry of the audit log as JSON. @source docs/reference/account.md §8 */
import Type from 'typebox'
import { anyObject, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'

const MEMBERS = {
  url: text,
  id: whole,
  action: text,
  action_label: text,
  actor_id: whole,
  actor_name: text,
  source_id: whole,
  source_type: text,
  source_label: text,
  change_description: text,
  ip_address: textOrNull,
  created_at: text,
}
export const AuditLog = Type.Object(MEMBERS, { additionalProperties: false })
/** With the members that Zendesk does not have. */
export const WholeAuditLog = Type.Object(
  {
    ...MEMBERS,
    details: anyObject,
    position: wholeOrNull,
    previous_hash: textOrNull,
    hash: textOrNull,
  },
  { additionalProperties: false },
)
export const ChainHead = Type.Object({ position: whole, hash: text, recorded_at: text })
