// The start page: what waits for the user, and for administrators the set-up checklist of a new instance.
// Does not belong here: the lists themselves (features/access_requests, features/shared_secrets and others), the settings (features/settings).

import { useQuery } from '@tanstack/react-query'
import { homeQuery } from './queries.ts'
import { meQuery } from '#features/session/public.ts'
import { Loaded } from '#features/common/public.ts'
import { Cards } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { ApiCard } from './ApiCard.tsx'
import { SetUpCard } from './SetUpCard.tsx'
import { WaitingCard } from './WaitingCard.tsx'

/** The page at `paths.home`, and for administrators at `paths.admin`. */
export function HomePage() {
  const { data: me } = useQuery(meQuery)
  return (
    <Page title="Home" isNarrow intro={me?.name ? `Welcome, ${me.name}.` : undefined}>
      <Loaded query={useQuery(homeQuery)} noun="home page" rows={4}>
        {({ waiting, checklist }) => (
          <Cards>
            <WaitingCard waiting={waiting} />
            {checklist !== null && <SetUpCard {...checklist} />}
            {checklist !== null && <ApiCard />}
          </Cards>
        )}
      </Loaded>
    </Page>
  )
}
