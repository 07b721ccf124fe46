import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import { meQuery } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#kit/Button.tsx'
import { ButtonRow, Card, CardTitle, FormBody } from '#kit/Card.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { Facts, TextAnchor } from '#kit/text.tsx'
import { ActDialog } from './ActDialog.tsx'
import { actsFor, type Member, type MemberAct } from './member.ts'

const TextLink = createLink(TextAnchor)

/** How a team member signs in, and what an administrator can change about it. */
export function SigningInCard({ member }: { member: Member }) {
  const { data: me } = useQuery(meQuery)
  const [asked, setAsked] = useState<MemberAct>()
  const { last_login_at: at, two_factor_auth_enabled: hasFactor, links } = member
  return (
    <Card aria-label="Signing in">
      <FormBody>
        <CardTitle>Signing in</CardTitle>
        <Facts>
          <dt>Last sign-in</dt>
          <dd>{at === null ? 'Never' : <RelativeTime at={at} />}</dd>
          <dt>Second factor</dt>
          <dd>{hasFactor ? 'On' : 'Off'}</dd>
          <dt>Single sign-on</dt>
          <dd>{links.length === 0 ? 'Not linked' : links.map(({ provider_name }) => provider_name).join(', ')}</dd>
        </Facts>
        {member.id === me?.id && (
          <p>
            Your own password, second factor and sessions are on <TextLink to={paths.account}>My account</TextLink>.
          </p>
        )}
        <ButtonRow>
          {actsFor(member, me?.id ?? null).map((act) => (
            <Button key={act.label} onClick={() => setAsked(act)}>
              {act.label}
            </Button>
          ))}
        </ButtonRow>
        <p>
          <TextLink to={paths.audit_log} search={{ actor: member.id }}>
            What they have done, in the audit log
          </TextLink>
        </p>
      </FormBody>
      {asked && <ActDialog member={member} act={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  )
}
