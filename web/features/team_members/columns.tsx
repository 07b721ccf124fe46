import { createLink } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { EmailAddress } from '#kit/EmailAddress.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { SecondLine, Subtle, TextAnchor } from '#kit/text.tsx'
import type { Member } from './member.ts'
import { roleName } from './roles.ts'
import type { CustomRole } from './queries.ts'

const TextLink = createLink(TextAnchor)

/** The columns of the list of team members. */
export function memberColumns(roles: readonly CustomRole[]): readonly Column<Member>[] {
  return [
    {
      title: 'Person',
      render: ({ id, name, email, suspended }) => (
        <div>
          <TextLink to={paths.team_member} params={{ id: String(id) }}>
            {name}
          </TextLink>{' '}
          {suspended && <StatusTag tone="warning">Suspended</StatusTag>}
          <SecondLine>
            <EmailAddress text={email} />
          </SecondLine>
        </div>
      ),
    },
    { title: 'Role', width: '112px', render: (member) => roleName(member, roles) },
    {
      title: 'Second factor',
      width: '112px',
      render: ({ two_factor_auth_enabled: isOn }) => (isOn ? <StatusTag tone="good">On</StatusTag> : <StatusTag tone="off">Off</StatusTag>),
    },
    {
      title: 'Single sign-on',
      width: '164px',
      render: ({ links }) =>
        links.length === 0 ? <Subtle>Not linked</Subtle> : links.map(({ provider_name }) => provider_name).join(', '),
    },
    {
      title: 'Last sign-in',
      width: '120px',
      render: ({ last_login_at: at }) => (at === null ? <Subtle>Never</Subtle> : <RelativeTime at={at} />),
    },
  ]
}
