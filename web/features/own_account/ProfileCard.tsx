import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import { type Locale, localesQuery, timeZoneChoices } from '#features/localization/public.ts'
import { useChangeProfile } from './profile.ts'
import type { CurrentUser } from '#features/session/public.ts'
import { isSame } from '#lib/objects.ts'
import { CardForm, Loaded } from '#features/common/public.ts'
import { SelectField, TextField } from '#kit/fields.tsx'
import { showToast } from '#kit/toasts.tsx'

/** Name, language and time zone of the signed-in user. */
export function ProfileCard({ me }: { me: CurrentUser }) {
  return (
    <Loaded query={useQuery(localesQuery)} noun="languages" rows={4}>
      {(locales) => <ProfileForm me={me} locales={locales} />}
    </Loaded>
  )
}

const members = ['name', 'locale', 'time_zone'] as const

function ProfileForm({ me, locales }: { me: CurrentUser; locales: readonly Locale[] }) {
  const change = useChangeProfile()
  const [draft, setDraft] = useState({ name: me.name, locale: me.locale, time_zone: me.time_zone })
  // send only changed members: a role may forbid changing the name but not the time zone
  const changed = Object.fromEntries(members.filter((member) => draft[member] !== me[member]).map((member) => [member, draft[member]]))
  const isUnchanged = isSame(changed, {})
  const error = isUnchanged ? null : change.error
  return (
    <CardForm
      title="Profile"
      actionLabel="Save"
      error={error}
      failure="Your profile was not saved"
      fields={members}
      isBusy={change.isPending}
      isUnchanged={isUnchanged}
      onSubmit={() => change.mutate(changed, { onSuccess: () => showToast('success', 'Profile saved') })}
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
        error={detailOf(error, 'name')}
        isRequired
      />
      <SelectField
        label="Language"
        name="locale"
        hint="The language of texts that are kept in several. The dashboard is in English."
        choices={locales.map(({ locale, name }) => ({ value: locale, label: name }))}
        value={draft.locale}
        onChange={(locale) => setDraft({ ...draft, locale })}
        error={detailOf(error, 'locale')}
      />
      <SelectField
        label="Time zone"
        name="time_zone"
        choices={timeZoneChoices(me.time_zone)}
        value={draft.time_zone}
        onChange={(time_zone) => setDraft({ ...draft, time_zone })}
        error={detailOf(error, 'time_zone')}
      />
    </CardForm>
  )
}
