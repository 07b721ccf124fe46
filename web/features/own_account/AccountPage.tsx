// The account page of every signed-in user: profile, second factor, password, sessions, applications, appearance.
// Does not belong here: enrolment when a second factor is required (EnrolPage.tsx), the policy for all users (features/security).

import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#features/session/public.ts'
import { Cards } from '#kit/Card.tsx'
import { EmailAddress } from '#kit/EmailAddress.tsx'
import { Page } from '#kit/Page.tsx'
import { AddressesCard } from './AddressesCard.tsx'
import { AppearanceCard } from './AppearanceCard.tsx'
import { ApplicationsCard } from './ApplicationsCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'

/** The page at `paths.account`. */
export function AccountPage() {
  const { data: me } = useQuery(meQuery)
  if (me === undefined || me.id === null) return null
  const intro = (
    <>
      You are signed in as {me.name}, <EmailAddress text={`${me.email}.`} />
    </>
  )
  return (
    <Page title="My account" isNarrow intro={intro}>
      <Cards>
        <ProfileCard me={me} />
        <AddressesCard owner={{ id: me.id, role: me.role }} />
        <SecondFactorCard />
        <PasswordCard userId={me.id} />
        <SessionsCard userId={me.id} />
        <ApplicationsCard />
        <AppearanceCard />
      </Cards>
    </Page>
  )
}
