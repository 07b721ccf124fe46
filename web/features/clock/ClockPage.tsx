// The clock of this instance. On a sandbox it can be frozen or shifted, to see today what happens later.
// Does not belong here: the plan with its rate limits (apps_and_integrations/api_settings).

import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import { homeQuery } from '#features/home/public.ts'
import { instanceSettingsQuery, useChangeSettings } from '#features/settings/public.ts'
import { useNow } from '#lib/clock.ts'
import { CardForm, Loaded, reportError } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#kit/Button.tsx'
import { ButtonRow, Card, Cards, CardTitle, FormBody } from '#kit/Card.tsx'
import { formatExactMoment } from '#kit/dates.ts'
import { type Choice, RadioGroup, TextField } from '#kit/fields.tsx'
import { DateField } from '#kit/DateField.tsx'
import { Notice } from '#kit/Notice.tsx'
import { Page } from '#kit/Page.tsx'
import { Strong, TextAnchor } from '#kit/text.tsx'
import { showToast } from '#kit/toasts.tsx'
import { clockOf, type ClockSetting, draftOf, advanceClock, settingOf, getShownTime } from './clock.ts'

const TextLink = createLink(TextAnchor)
const modes: readonly Choice<ClockSetting['mode']>[] = [
  { value: 'real', label: 'The real time' },
  { value: 'frozen', label: 'Stopped', hint: 'It stays where it is until you move it.' },
  { value: 'shifted', label: 'Shifted', hint: 'It runs, earlier or later than the real time.' },
]
const strides = [
  { label: '1 hour', seconds: 3600 },
  { label: '1 day', seconds: 86_400 },
  { label: '1 week', seconds: 604_800 },
]

/** The page at `paths.clock`. */
export function ClockPage() {
  const settings = useQuery(instanceSettingsQuery)
  const home = useQuery(homeQuery)
  const data = settings.data && home.data && { clock: settingOf(settings.data.clock), kind: home.data.instance.kind }
  const refetch = () => [settings, home].filter(({ error }) => error !== null).forEach((query) => void query.refetch())
  return (
    <Page
      title="Clock"
      isNarrow
      intro={
        <>
          Move the clock of a sandbox to see today what will happen later: requests that expire, tokens that end, rules that wait. Nobody is
          signed out by it. The plan of the sandbox is on <TextLink to={paths.api_settings}>API settings</TextLink>.
        </>
      }
    >
      <Loaded query={{ data, error: settings.error ?? home.error, refetch }} noun="clock" rows={3}>
        {({ clock, kind }) =>
          kind === 'production' ? (
            <Notice type="info" title="This is a production instance">
              Its clock always shows the real time. Use a sandbox to try out other times.
            </Notice>
          ) : (
            <Cards>
              <NowCard clock={clock} />
              <ClockForm clock={clock} />
            </Cards>
          )
        }
      </Loaded>
    </Page>
  )
}

/** Shows the clock and advances it. Work scheduled before the new time runs at once. */
function NowCard({ clock }: { clock: ClockSetting }) {
  const now = useNow()
  const change = useChangeSettings('instance_settings')
  return (
    <Card aria-label="Now">
      <FormBody>
        <CardTitle>Now</CardTitle>
        <p>
          <Strong>{formatExactMoment(getShownTime(clock, now), 'UTC')}</Strong>
        </p>
        <ButtonRow>
          {strides.map(({ label, seconds }) => (
            <Button
              key={label}
              isBusy={change.isPending}
              onClick={() => change.mutate({ clock: advanceClock(clock, seconds) }, { onError: reportError })}
            >{`Move on ${label}`}</Button>
          ))}
        </ButtonRow>
      </FormBody>
    </Card>
  )
}

function ClockForm({ clock }: { clock: ClockSetting }) {
  const change = useChangeSettings('instance_settings')
  const now = useNow()
  const [draft, setDraft] = useState(() => draftOf(clock, now))
  const error = detailOf(change.error, 'clock') ?? detailOf(change.error, 'clock.mode')
  return (
    <CardForm
      title="Set the clock"
      actionLabel="Set"
      error={change.error}
      failure="The clock was not set"
      fields={draft.mode === 'real' ? [] : ['clock', 'clock.mode']}
      isBusy={change.isPending}
      onSubmit={() => change.mutate({ clock: clockOf(draft) }, { onSuccess: () => showToast('success', 'Clock set') })}
    >
      <RadioGroup
        legend="This instance goes by"
        name="mode"
        choices={modes}
        value={draft.mode}
        onChange={(mode) => setDraft({ ...draft, mode })}
      />
      {draft.mode === 'frozen' && (
        <DateField
          hasTime
          label="Stopped at (UTC)"
          name="at"
          value={draft.at}
          onChange={(at) => setDraft({ ...draft, at })}
          error={error}
        />
      )}
      {draft.mode === 'shifted' && (
        <TextField
          label="Days later than the real time"
          name="days"
          hint="Such as 7 for a week later, or -1 for yesterday."
          autoComplete="off"
          value={draft.days}
          onChange={(days) => setDraft({ ...draft, days })}
          error={error}
        />
      )}
    </CardForm>
  )
}
