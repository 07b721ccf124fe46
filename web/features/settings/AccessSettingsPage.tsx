// The settings of access governance: who creates integrations, where the trackers of access requests are, and how long requests wait.
// Does not belong here: who has which duty (access_people), the rules for tokens (apps_and_integrations/api_settings).

import { useQuery } from '@tanstack/react-query'
import { type StaffMember, staffQuery } from '#features/access_duties/public.ts'
import { instanceSettingsQuery } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { Cards } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import type { Setting } from './setting.ts'
import { SettingsCard } from './SettingsCard.tsx'

const trackers: readonly Setting[] = [
  {
    kind: 'lines',
    path: 'access.tracker_urls',
    label: 'Addresses of your trackers',
    hint: 'One per line, with a slash at the end, such as https://tracker.example.com/browse/. An issue below one of them counts as an access request.',
  },
]

const times: readonly Setting[] = [
  { kind: 'number', path: 'access.request_days', label: 'Days a request waits for its decision', hint: 'Then it expires. 1 to 365.' },
  {
    kind: 'number',
    path: 'access.approval_days',
    label: 'Days an accepted request waits to be issued',
    hint: 'Then it expires. 1 to 365.',
  },
  {
    kind: 'switches',
    legend: 'Separation of duties',
    switches: [
      {
        path: 'access.engineer_may_review',
        label: 'The engineer may be the one who reviewed the request',
        hint: 'For small teams. Each time is noted in the audit log.',
      },
    ],
  },
]

const botOf = (staff: readonly StaffMember[], id: unknown): readonly Setting[] => [
  {
    kind: 'choice',
    path: 'access.integration_bot_id',
    label: 'Integration bot',
    hint: 'An agent account of its own is best: integrations do not end when a person leaves.',
    isNumber: true,
    choices: [
      { value: '', label: 'None: no integration can be made' },
      ...staff
        .filter((person) => !person.suspended || person.id === id)
        .map(({ id: value, name, email }) => ({ value: String(value), label: `${name} (${email ?? ''})` })),
    ],
  },
]

/** The page at `paths.access_settings`. @source docs/reference/access_governance.md */
export function AccessSettingsPage() {
  return (
    <Page
      title="Access settings"
      isNarrow
      intro="The rules for access requests, tokens and integrations. Only administrators change them, signed in and not with an API token. Every change is recorded in the audit log."
    >
      <Rules />
    </Page>
  )
}

function Rules() {
  const staff = useQuery(staffQuery)
  const settings = useQuery(instanceSettingsQuery)
  const data = staff.data && settings.data && { staff: staff.data, tree: settings.data }
  const refetch = () => [staff, settings].filter(({ error }) => error !== null).forEach((query) => void query.refetch())
  return (
    <Loaded query={{ data, error: staff.error ?? settings.error, refetch }} noun="settings">
      {({ staff: people, tree }) => {
        const bot = tree.access.integration_bot_id
        return (
          <Cards>
            <SettingsCard
              title="Integration bot"
              about="The agent in whose name integrations are made. Only this agent can issue an accepted request for an integration."
              place="instance_settings"
              settings={botOf(people, bot)}
              tree={tree}
            />
            <SettingsCard title="Trackers" place="instance_settings" settings={trackers} tree={tree} />
            <SettingsCard title="Requests" place="instance_settings" settings={times} tree={tree} />
          </Cards>
        )
      }}
    </Loaded>
  )
}
