import { Field, Hint, Input, Label, Message } from '@zendeskgarden/react-forms'
import type { ReactNode } from 'react'

interface PasswordFieldProps {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
}

/** A masked field for a secret that password managers should not save. */
export function PasswordField({ label, name, value, onChange, hint, error }: PasswordFieldProps) {
  return (
    <Field>
      <Label>{label}</Label>
      {hint && <Hint>{hint}</Hint>}
      <Input
        type="password"
        name={name}
        value={value}
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
        spellCheck={false}
        {...(error === undefined ? {} : { validation: 'error' as const })}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <Message validation="error">{error}</Message>}
    </Field>
  )
}
