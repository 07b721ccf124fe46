// One team member: their role, their part in access governance, and how they sign in.
// Does not belong here: the list (TeamMembersPage.tsx), inviting (InvitePage.tsx), the user's own password and second factor (web/account).

import { createLink, useParams } from '@tanstack/react-router'
import { Loaded } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { Cards } from '#kit/Card.tsx'
import { EmailAddress } from '#kit/EmailAddress.tsx'
import { Notice } from '#kit/Notice.tsx'
import { Page } from '#kit/Page.tsx'
import { TextAnchor } from '#kit/text.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { DutiesCard } from './DutiesCard.tsx'
import { RoleCard } from './RoleCard.tsx'
import { SigningInCard } from './SigningInCard.tsx'
import { useTeam } from './use_team.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.team_member`. */
export function MemberPage() {
  const id = Number(useParams({ from: `/frame${paths.team_member}` }).id)
  const team = useTeam()
  const member = team.data?.find((each) => each.id === id)
  return (
    <Page
      title={member?.name ?? 'Team member'}
      isNarrow
      intro={member && <EmailAddress text={member.email} />}
      trail={<MenuTrail path={paths.team_members} />}
    >
      <Loaded query={team} noun="team member" rows={4}>
        {() =>
          member === undefined ? (
            <Notice type="error" title="There is no such team member">
              They may have been deleted, or may be an end user. <TextLink to={paths.team_members}>Show all team members</TextLink>
            </Notice>
          ) : (
            <Cards key={member.id}>
              {member.suspended && (
                <Notice type="warning" title={`${member.name} is suspended`}>
                  They cannot sign in, and their tokens are refused.
                </Notice>
              )}
              <RoleCard member={member} />
              <DutiesCard member={member} />
              <SigningInCard member={member} />
            </Cards>
          )
        }
      </Loaded>
    </Page>
  )
}
