// How people sign in to this instance: second factor, single sign-on, passwords, networks.
// Does not belong here: the user's own account (web/account), tokens and clients of programs (apps_and_integrations).

import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { securityQuery } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import { Card, Cards, CardTitle, FormBody } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { TextAnchor } from '#kit/text.tsx'
import { NetworksCard } from './NetworksCard.tsx'
import { PasswordPolicyCard } from './PasswordPolicyCard.tsx'
import { ProvidersCard } from './ProvidersCard.tsx'
import { SignInCard } from './SignInCard.tsx'

const TextLink = createLink(TextAnchor)

/** The page at `paths.security`. */
export function SecurityPage() {
  return (
    <Page title="Security" isNarrow intro="How people sign in to this instance, and from where. Every change is recorded in the audit log.">
      <Parts />
    </Page>
  )
}

function Parts() {
  return (
    <Loaded query={useQuery(securityQuery)} noun="settings">
      {(security) => (
        <Cards>
          <SignInCard security={security} />
          <ProvidersCard />
          <PasswordPolicyCard policy={security.password} />
          <NetworksCard networks={security.allowed_ips} />
          <Card>
            <FormBody>
              <CardTitle>People and programs</CardTitle>
              <p>
                A lost second factor is reset at <TextLink to={paths.team_members}>Team members</TextLink>. For the tokens of programs see{' '}
                <TextLink to={paths.api_tokens}>API tokens</TextLink>, and <TextLink to={paths.radar}>the deprecation radar</TextLink> for
                what ends when.
              </p>
            </FormBody>
          </Card>
        </Cards>
      )}
    </Loaded>
  )
}
