// The settings of the account: language and time, brand, tickets, people, requests.
// Does not belong here: signing in (security), programs (apps_and_integrations/api_settings), access (people/access_settings).

import { useQuery } from '@tanstack/react-query'
import { brandsQuery } from './brands.ts'
import { localesQuery, timeZoneChoices } from '#features/localization/public.ts'
import { accountSettingsQuery, instanceSettingsQuery } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { Cards } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import { administrators, copies, makeLocalizationSettings, makeEndUserSettings, people, requesters, tickets } from './account_settings.ts'

/** The page at `paths.account_settings`. */
export function AccountSettingsPage() {
  const account = useQuery(accountSettingsQuery)
  const instance = useQuery(instanceSettingsQuery)
  const locales = useQuery(localesQuery)
  const brands = useQuery(brandsQuery)
  const isThere = account.data && instance.data && locales.data && brands.data
  const data = isThere && { tree: account.data, own: instance.data, locales: locales.data, brands: brands.data }
  const all = [account, instance, locales, brands]
  const error = all.map((query) => query.error).find((each) => each !== null) ?? null
  const refetch = () => all.filter((query) => query.error !== null).forEach((query) => void query.refetch())
  return (
    <Page
      title="Account settings"
      isNarrow
      intro="Settings that apply to everybody here. Only administrators can change them, and every change is recorded in the audit log."
    >
      <Loaded query={{ data, error, refetch }} noun="settings">
        {({ tree, own, locales: languages, brands: names }) => (
          <Cards>
            <SettingsCard
              title="Language and time"
              place="instance_settings"
              settings={makeLocalizationSettings(languages, timeZoneChoices(own.time_zone))}
              tree={own}
            />
            <SettingsCard
              title="Brand and languages"
              about="English (United States) and the language above can always be chosen."
              place="account_settings"
              settings={makeEndUserSettings(names, languages, ['en-US', own.locale])}
              tree={tree}
            />
            <SettingsCard title="Work on tickets" place="account_settings" settings={tickets} tree={tree} />
            <SettingsCard title="Copies" place="account_settings" settings={copies} tree={tree} />
            <SettingsCard title="People and files" place="account_settings" settings={people} tree={tree} />
            <SettingsCard title="Requests from customers" place="instance_settings" settings={requesters} tree={own} />
            <SettingsCard title="Passwords of other people" place="instance_settings" settings={administrators} tree={own} />
          </Cards>
        )}
      </Loaded>
    </Page>
  )
}
