/** The JSON of invitations and of invited team members. */
import Type, { type Static } from 'typebox'
import { text, texts, whole, wholeOrNull } from '#http/answer_shape.ts'
import { SentMail } from '#modules/common/mails/schema.ts'
import { Address, Id, defineInput, Line, Text, Words, wrapInKey } from '#http/shape.ts'

export const TeamMemberInput = defineInput({ name: Line, email: Address, role: Text, custom_role_id: Id, duties: Words, manager_id: Id })
export type TeamMemberInput = Static<typeof TeamMemberInput>
export const TeamMemberBody = wrapInKey('team_member', TeamMemberInput)

export const OneTeamMember = Type.Object({
  team_member: Type.Object({
    id: whole,
    url: text,
    name: text,
    email: text,
    role: text,
    custom_role_id: wholeOrNull,
    duties: texts,
    manager_id: wholeOrNull,
    invitation_expires_at: text,
    invitation_mail: SentMail,
  }),
})
