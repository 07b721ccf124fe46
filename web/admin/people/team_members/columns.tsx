import type { Column } from '../../../table/PlainTable.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { SecondLine, Strong, Subtle } from '../../../ui/text.tsx'
import { type Member, roleWords } from './member.ts'

/** What the list says of each person. */
export const memberColumns: readonly Column<Member>[] = [
  {
    title: 'Person',
    render: ({ name, email }) => (
      <div>
        <Strong>{name}</Strong>
        <SecondLine>{email}</SecondLine>
      </div>
    ),
  },
  { title: 'Role', width: '130px', render: ({ role }) => roleWords[role] ?? role },
  {
    title: 'Second factor',
    width: '130px',
    render: ({ two_factor_auth_enabled: isOn }) => (isOn ? <StatusTag tone="good">On</StatusTag> : <StatusTag tone="off">Off</StatusTag>),
  },
  {
    title: 'Single sign-on',
    width: '190px',
    render: ({ links }) => (links.length === 0 ? <Subtle>Not linked</Subtle> : links.map(({ provider_name }) => provider_name).join(', ')),
  },
  {
    title: 'Last sign-in',
    width: '140px',
    render: ({ last_login_at: at }) => (at === null ? <Subtle>Never</Subtle> : <RelativeTime at={at} />),
  },
]
