// How programs may call the API: authentication, rules for API tokens, and rate limits.
// Does not belong here: single tokens (api_tokens), the rules of access requests (people/access_settings), networks (account/security).

import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { accountSettingsQuery, instanceSettingsQuery } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { Cards } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { TextAnchor } from '#kit/text.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import { ending, grants, idle, limits, signingIn } from './api_settings.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.api_settings`. */
export function ApiSettingsPage() {
  const account = useQuery(accountSettingsQuery)
  const instance = useQuery(instanceSettingsQuery)
  const data = account.data && instance.data && { account: account.data, instance: instance.data }
  const refetch = () => [account, instance].filter(({ error }) => error !== null).forEach((query) => void query.refetch())
  return (
    <Page
      title="API settings"
      isNarrow
      intro={
        <>
          How programs may call the API. Only administrators can change this, and every change is recorded in the audit log. Networks that
          programs may call from are on <TextLink to={paths.security}>Security</TextLink>.
        </>
      }
    >
      <Loaded query={{ data, error: account.error ?? instance.error, refetch }} noun="settings">
        {({ account: tree, instance: own }) => (
          <Cards>
            <SettingsCard title="Ways to sign in" place="account_settings" settings={signingIn} tree={tree} />
            <SettingsCard
              title="End of API tokens"
              about="The public API announces that API tokens end. Answers to calls with a token say so, in the headers Deprecation and Sunset."
              place="instance_settings"
              settings={ending}
              tree={own}
            />
            <SettingsCard title="Unused API tokens" place="instance_settings" settings={idle} tree={own} />
            <SettingsCard title="Rate limits" place="instance_settings" settings={limits} tree={own} />
            <SettingsCard title="OAuth" place="instance_settings" settings={grants} tree={own} />
          </Cards>
        )}
      </Loaded>
    </Page>
  )
}
