// Who works here and how each signs in; taking a second factor or a link away from whoever lost it.
// Does not belong here: duties (access_people), what all must have to sign in (account/security), one's own account (web/account).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { staffQuery } from '../../../api/access_people.ts'
import { meQuery } from '../../../api/session.ts'
import { providerLinksQuery } from '../../../api/team_members.ts'
import { Loaded } from '../../../parts/Loaded.tsx'
import { paths } from '../../../paths.ts'
import { parseListSearch } from '../../../table/search.ts'
import { SearchableTable } from '../../../table/SearchableTable.tsx'
import { Page } from '../../../ui/Page.tsx'
import { MenuTrail } from '../../MenuTrail.tsx'
import { ActDialog } from './ActDialog.tsx'
import { memberColumns } from './columns.tsx'
import { actsFor, type Member, matching, membersOf } from './member.ts'
import type { MemberAct } from './member.ts'

/** The page at `paths.team_members`. */
export function TeamMembersPage() {
  return (
    <Page
      title="Team members"
      trail={<MenuTrail path={paths.team_members} />}
      intro="Agents and administrators, and how they sign in. Whoever has lost a phone or changed the account at an identity provider starts anew from here."
    >
      <Loaded query={useTeam()} noun="team members">
        {(members) => <MemberList members={members} />}
      </Loaded>
    </Page>
  )
}

function MemberList({ members }: { members: readonly Member[] }) {
  const { q = '', page = 1 } = useSearch({ from: `/admin${paths.team_members}` })
  const navigate = useNavigate({ from: paths.team_members })
  const open = useNavigate()
  const { data: me } = useQuery(meQuery)
  const [asked, setAsked] = useState<{ member: Member; act: MemberAct }>()
  const search = (text: string) => navigate({ search: parseListSearch({ q: text }), replace: true })
  return (
    <>
      <SearchableTable
        label="Team members"
        searchLabel="Search team members"
        q={q}
        onSearch={search}
        none={{ title: 'Nobody matches', text: `None of the ${members.length} team members has that text.` }}
        onShowAll={() => search('')}
        entries={matching(members, q)}
        columns={memberColumns}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actionsOf={(member) => [
          ...actsFor(member, me?.id ?? null).map((act) => ({
            label: act.label,
            isDanger: true,
            onSelect: () => setAsked({ member, act }),
          })),
          {
            label: 'Show in the audit log',
            onSelect: () => void open({ to: paths.audit_log, search: { actor: member.id } }),
          },
        ]}
        page={page}
        onPage={(next) => navigate({ search: (now) => parseListSearch({ ...now, page: next }) })}
      />
      {asked && <ActDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** The people and their links, together: who is linked decides what can be done. */
function useTeam() {
  const staff = useQuery(staffQuery)
  const links = useQuery(providerLinksQuery)
  const data = staff.data && links.data && membersOf(staff.data, links.data)
  const refetch = () => Promise.all([staff, links].filter(({ error }) => error !== null).map((query) => query.refetch()))
  return { data, error: staff.error ?? links.error, refetch }
}
