/** Invites a person to the team: creates the user, their duties, their manager and the mail to choose a password, in one act. */
import { ensureDefined } from '#lib/defined.ts'
import { requireInPerson } from '#auth/in_person.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { changeAccessPerson } from '../access_requests/people/change.ts'
import type { AccessPersonRow } from '../access_requests/people/store.ts'
import { mailPasswordLink, type SentLink } from '#modules/sign_in/password_links/link.ts'
import { findPasswordHolder } from '#modules/sign_in/password_links/store.ts'
import { createUser } from '#modules/people/users/create.ts'
import type { UserRow } from '#modules/people/users/store.ts'
import type { TeamMemberInput } from './schema.ts'
import { isEmailAddress, plainAddress } from '#lib/text_forms.ts'

/** An invited person. */
export interface Invited {
  readonly user: UserRow
  readonly person: AccessPersonRow
  readonly sent: SentLink
}

/** The roles of the team. Requesters who are end users are not part of it. */
const ROLES: readonly string[] = ['agent', 'admin']

/**
 * Creates an agent or administrator and mails them an invitation.
 * @throws Forbidden for anyone but administrators acting in person @throws MissingScope @throws RecordInvalid
 */
export async function inviteTeamMember(ctx: Context, input: TeamMemberInput): Promise<Invited> {
  requirePermission(ctx, 'user.manage_staff')
  requireInPerson(ctx)
  const { duties, manager_id, role = 'agent', ...user_input } = input
  refuseInvalid(checkInvitation(input.email, role))
  return inTransaction(ctx, async (tx) => {
    const user = await createUser(tx, { ...user_input, role })
    const part = { ...(duties === undefined ? {} : { duties }), ...(manager_id === undefined ? {} : { manager_id }) }
    const person = await changeAccessPerson(tx, user.id, part)
    const sent = await mailPasswordLink(tx, ensureDefined(await findPasswordHolder(tx, user.id)))
    return { user, person, sent }
  })
}

function checkInvitation(email: string | null | undefined, role: string | null): Details {
  const makeDetails = (member: string, description: string) => ({ [member]: [{ description, error: 'InvalidValue' }] })
  return {
    ...(isEmailAddress(plainAddress(email ?? '')) ? {} : makeDetails('email', 'Email: must be an e-mail address')),
    ...(ROLES.includes(role ?? '') ? {} : makeDetails('role', 'Role: must be agent or admin')),
  }
}
