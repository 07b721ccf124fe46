// The team members and how each signs in; links to each member's page and to the invitation.
// Does not belong here: duties (access_people), the sign-in policy (account/security), the user's own account (web/account).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { meQuery } from '#features/session/public.ts'
import { agentRolesQuery } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { parseListSearch } from '#kit/table/search.ts'
import { SearchableTable } from '#kit/table/SearchableTable.tsx'
import { Button } from '#kit/Button.tsx'
import { Page } from '#kit/Page.tsx'
import { ActDialog } from './ActDialog.tsx'
import { memberColumns } from './columns.tsx'
import { actsFor, type Member, filterMembers } from './member.ts'
import type { MemberAct } from './member.ts'
import { useTeam } from './use_team.ts'

/** The page at `paths.team_members`. */
export function TeamMembersPage() {
  const navigate = useNavigate()
  return (
    <Page
      isList
      title="Team members"
      intro="Agents and administrators, what they may do and how they sign in. Only administrators change the team."
      action={
        <Button kind="primary" onClick={() => navigate({ to: paths.invite_team_member })}>
          Invite
        </Button>
      }
    >
      <Loaded query={useTeam()} noun="team members">
        {(members) => <MemberList members={members} />}
      </Loaded>
    </Page>
  )
}

function MemberList({ members }: { members: readonly Member[] }) {
  const { q = '', page = 1 } = useSearch({ from: `/frame${paths.team_members}` })
  const navigate = useNavigate({ from: paths.team_members })
  const open = useNavigate()
  const { data: me } = useQuery(meQuery)
  const { data: roles = [] } = useQuery(agentRolesQuery)
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
        entries={filterMembers(members, roles, q)}
        columns={memberColumns(roles)}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actionsOf={(member) => [
          ...actsFor(member, me?.id ?? null).map((act) => ({
            label: act.label,
            isDanger: act.isDanger ?? false,
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
