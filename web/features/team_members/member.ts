import type { CustomRole, NamedLink } from './queries.ts'
import type { StaffMember } from '#features/access_duties/public.ts'
import { withWords } from '#kit/table/search.ts'
import { roleName } from './roles.ts'

/** A team member with the identity provider links that sign them in. */
export interface Member extends StaffMember {
  links: readonly NamedLink[]
}

/** An act of an administrator on a team member, and the link it concerns. */
export type MemberAct = { label: string; isDanger?: boolean } & (
  | { kind: 'invite' | 'password' | 'reset' | 'end_sessions' | 'suspend' | 'unsuspend' }
  | { kind: 'unlink'; link: NamedLink }
)

/** The team members, each with their links. */
export function membersOf(staff: readonly StaffMember[], links: readonly NamedLink[]): Member[] {
  const byUser = Map.groupBy(links, ({ user_id }) => user_id)
  return staff.map((person) => ({ ...person, links: byUser.get(person.id) ?? [] }))
}

/** The acts allowed on a member. Those on the user's own password, second factor and sessions are on the account page instead. */
export function actsFor({ id, email, two_factor_auth_enabled, links, last_login_at, suspended }: Member, myId: number | null): MemberAct[] {
  const unlink = links.map((link) => ({ kind: 'unlink' as const, label: `Unlink from ${link.provider_name}`, link, isDanger: true }))
  if (id === myId) return unlink
  const password =
    last_login_at === null
      ? ({ kind: 'invite', label: 'Send the invitation again' } as const)
      : ({ kind: 'password', label: 'Mail a link for a new password' } as const)
  return [
    ...(suspended || email === null ? [] : [password]),
    ...(two_factor_auth_enabled ? [{ kind: 'reset' as const, label: 'Reset second factor', isDanger: true }] : []),
    ...unlink,
    { kind: 'end_sessions', label: 'End all sessions', isDanger: true },
    suspended ? { kind: 'unsuspend', label: 'Lift the suspension' } : { kind: 'suspend', label: 'Suspend', isDanger: true },
  ]
}

/** The members that contain every word of the text in their name, e-mail, role or provider names. */
export function filterMembers(members: readonly Member[], roles: readonly CustomRole[], text: string): Member[] {
  return withWords(members, text, (member) => [
    member.name,
    member.email,
    roleName(member, roles),
    member.two_factor_auth_enabled ? 'second factor' : null,
    member.suspended ? 'suspended' : null,
    ...member.links.map(({ provider_name }) => provider_name),
  ])
}
