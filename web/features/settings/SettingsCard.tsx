// A card of settings, rendered from data: changed settings are saved, and server errors are shown at the fields.
// Does not belong here: which settings there are (the pages), how their values are parsed and sent (setting.ts).

import { useState } from 'react'
import type { ReactNode } from 'react'
import { detailOf } from '#contract/errors.ts'
import { type SettingsPlace, type Tree, useChangeSettings } from './queries.ts'
import { isSame } from '#lib/objects.ts'
import { CardForm } from '#features/common/public.ts'
import { DateField } from '#kit/DateField.tsx'
import { CheckboxGroup, SelectField, TextField } from '#kit/fields.tsx'
import { LinesField } from '#kit/LinesField.tsx'
import { showToast } from '#kit/toasts.tsx'
import { changeOf, type Draft, draftOf, fieldsOf, type Setting } from './setting.ts'

interface SettingsCardProps {
  title: string
  /** A description of the settings in a sentence or two. */
  about?: ReactNode
  place: SettingsPlace
  settings: readonly Setting[]
  /** All settings at that endpoint. */
  tree: Tree
}

/** The last part of a path: errors of the public settings name only that part. */
const memberOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)

/** A card with a form for these settings. */
export function SettingsCard({ title, about, place, settings, tree }: SettingsCardProps) {
  const change = useChangeSettings(place)
  // what the draft was made from: what is read meanwhile is no change of this form
  const [base, setBase] = useState(tree)
  const [draft, setDraft] = useState(() => draftOf(settings, tree))
  const changes = changeOf(settings, base, draft)
  const isUnchanged = isSame(changes, {})
  const error = isUnchanged ? null : change.error
  const save = () =>
    change.mutate(changes, {
      onSuccess: (saved) => {
        setBase(saved)
        setDraft(draftOf(settings, saved))
        showToast('success', `${title} saved`)
      },
    })
  return (
    <CardForm
      title={title}
      actionLabel="Save"
      error={error}
      failure="This was not saved"
      fields={fieldsOf(settings).flatMap(({ path }) => [path, memberOf(path)])}
      isBusy={change.isPending}
      isUnchanged={isUnchanged}
      onSubmit={save}
    >
      {about && <p>{about}</p>}
      {settings.map((setting) => (
        <SettingField
          key={setting.kind === 'switches' ? setting.legend : setting.path}
          setting={setting}
          draft={draft}
          error={error}
          onChange={(part) => setDraft({ ...draft, ...part })}
        />
      ))}
    </CardForm>
  )
}

interface SettingFieldProps {
  setting: Setting
  draft: Draft
  error: Error | null
  onChange: (part: Draft) => void
}

function SettingField({ setting, draft, error, onChange }: SettingFieldProps) {
  const findError = (path: string) => detailOf(error, path) ?? detailOf(error, memberOf(path))
  if (setting.kind === 'switches') {
    const all = setting.switches.map(({ path, label, hint }) => ({ value: path, label, ...(hint === undefined ? {} : { hint }) }))
    return (
      <CheckboxGroup
        legend={setting.legend}
        name={setting.legend}
        choices={all}
        values={all.filter(({ value }) => draft[value] === true).map(({ value }) => value)}
        onChange={(on) => onChange(Object.fromEntries(all.map(({ value }) => [value, on.includes(value)])))}
        error={all.map(({ value }) => findError(value)).find((sentence) => sentence !== undefined)}
      />
    )
  }
  const { kind, path, label, hint } = setting
  const field = {
    name: path,
    label,
    hint,
    value: String(draft[path]),
    onChange: (value: string) => onChange({ [path]: value }),
    error: findError(path),
  }
  switch (kind) {
    case 'choice':
      return <SelectField {...field} choices={setting.choices} />
    case 'ids':
      return (
        <CheckboxGroup
          legend={label}
          name={path}
          choices={setting.choices}
          values={field.value.split(',').filter(Boolean)}
          onChange={(ids) => field.onChange(ids.join(','))}
          error={field.error}
          isLong
        />
      )
    case 'day':
      return <DateField label={label} hint={hint} value={field.value} onChange={field.onChange} />
    case 'lines':
      return <LinesField {...field} />
    case 'number':
      return <TextField {...field} type="number" autoComplete="off" />
  }
}
