import { Field, Hint, Input, Label, Message } from '@zendeskgarden/react-forms'
import type { ReactNode } from 'react'

interface DayFieldProps {
  label: string
  name: string
  hint?: ReactNode
  /** `2027-05-01`, or '' for none. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** A day in a form, with its error. */
export function DayField({ label, hint, error, onChange, ...input }: DayFieldProps) {
  return (
    <Field>
      <Label>{label}</Label>
      {hint && <Hint>{hint}</Hint>}
      <Input
        type="date"
        {...input}
        {...(error === undefined ? {} : { validation: 'error' as const })}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <Message validation="error">{error}</Message>}
    </Field>
  )
}
