/** The JSON of invitations and of invited team members. */
import Type, { type Static } from 'typebox'
import { Id, input, Text, Words, wrapped } from '../../../http/shape.ts'

export const TeamMemberInput = input({ name: Text, email: Text, role: Text, custom_role_id: Id, duties: Words, manager_id: Id })
export type TeamMemberInput = Static<typeof TeamMemberInput>
export const TeamMemberBody = wrapped('team_member', TeamMemberInput)

const idOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })

export const OneTeamMember = Type.Object({
  team_member: Type.Object({
    id: Type.Integer(),
    url: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role: Type.String(),
    custom_role_id: idOrNull,
    duties: Type.Array(Type.String()),
    manager_id: idOrNull,
    invitation_expires_at: Type.String(),
  }),
})
