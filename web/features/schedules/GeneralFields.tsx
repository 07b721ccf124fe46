import { detailOf } from '#contract/errors.ts'
import { timeZoneChoices } from '#features/localization/public.ts'
import { SelectField, TextField } from '#kit/fields.tsx'

/** What a schedule has besides its hours. */
export interface General {
  name: string
  time_zone: string
}

/** The members whose errors are shown at the fields. */
export const generalMembers = ['name', 'time_zone'] as const

interface GeneralFieldsProps {
  general: General
  /** The time zone that is listed first. */
  zone: string
  error: Error | null
  onChange: (general: General) => void
}

/** The fields of the name and the time zone. */
export function GeneralFields({ general, zone, error, onChange }: GeneralFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        value={general.name}
        error={detailOf(error, 'name')}
        onChange={(name) => onChange({ ...general, name })}
        autoComplete="off"
        isRequired
      />
      <SelectField
        label="Time zone"
        name="time_zone"
        hint="Its hours and holidays are in this time zone, with its summer time."
        choices={timeZoneChoices(zone)}
        value={general.time_zone}
        error={detailOf(error, 'time_zone')}
        onChange={(time_zone) => onChange({ ...general, time_zone })}
      />
    </>
  )
}
