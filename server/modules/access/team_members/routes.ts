// THE TEAM: inviting agents and administrators. Not here: reading and changing them, as for every user (users/), their duties
// (access_requests/people/), and the link to choose a password (password_links/).
import { urlOf } from '#http/envelope.ts'
import { answerNewRecord, route } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { inviteTeamMember } from './invite.ts'
import { OneTeamMember, TeamMemberBody } from './schema.ts'

/** Limits the number of invitation mails. */
const INVITATIONS = { name: 'invitations', limit: 100, window_seconds: 3600, per: 'user' } as const

export const teamMemberRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/deskhand/team_members',
    name: 'deskhand/team_members/create',
    summary: 'Invite an agent or administrator by mail, with duties and a manager',
    scope: '',
    buckets: [INVITATIONS],
    body: TeamMemberBody,
    answer: OneTeamMember,
    async handle(ctx, { body }) {
      const { user, person, sent } = await inviteTeamMember(ctx, body.team_member)
      const url = urlOf(ctx.caller.base_url, `users/${user.id}`)
      const { id, name, role, custom_role_id } = user
      const { duties, manager_id } = person
      const invitation_expires_at = wireTime(sent.expires_at)
      const invitation = { invitation_expires_at, invitation_mail: sent.mail }
      return answerNewRecord(
        { team_member: { id, url, name, email: sent.email, role, custom_role_id, duties, manager_id, ...invitation } },
        url,
      )
    },
  }),
]
