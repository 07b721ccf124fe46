import type { StaffMember } from '../../../api/access_people.ts'
import type { NamedLink } from '../../../api/team_members.ts'
import { withWords } from '../../../table/search.ts'

/** Somebody who works here, with the accounts elsewhere that open this one. */
export interface Member extends StaffMember {
  links: readonly NamedLink[]
}

/** What an administrator can do for somebody, and to which link. */
export type MemberAct = { label: string } & ({ kind: 'reset' | 'end_sessions' } | { kind: 'unlink'; link: NamedLink })

/** The people, each with the own links. */
export function membersOf(staff: readonly StaffMember[], links: readonly NamedLink[]): Member[] {
  const byUser = Map.groupBy(links, ({ user_id }) => user_id)
  return staff.map((person) => ({ ...person, links: byUser.get(person.id) ?? [] }))
}

/** What can be done for a person; what concerns one's own second factor and sessions is done on the page of the own account. */
export function actsFor({ id, two_factor_auth_enabled, links }: Member, myId: number | null): MemberAct[] {
  const isMe = id === myId
  return [
    ...(two_factor_auth_enabled && !isMe ? [{ kind: 'reset' as const, label: 'Reset second factor' }] : []),
    ...links.map((link) => ({ kind: 'unlink' as const, label: `Unlink from ${link.provider_name}`, link })),
    ...(isMe ? [] : [{ kind: 'end_sessions' as const, label: 'End all sessions' }]),
  ]
}

/** What a role is called. */
export const roleWords: Readonly<Record<string, string>> = { admin: 'Administrator', agent: 'Agent' }

/** The people in whom every word of the text occurs: in name, e-mail, role, or the names of the providers. */
export function matching(members: readonly Member[], text: string): Member[] {
  return withWords(members, text, ({ name, email, role, two_factor_auth_enabled, links }) => [
    ...[name, email, roleWords[role]],
    two_factor_auth_enabled ? 'second factor' : null,
    ...links.map(({ provider_name }) => provider_name),
  ])
}
