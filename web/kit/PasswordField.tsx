import type { ReactNode } from 'react'
import styles from './control.module.css'
import { Field } from './Field.tsx'

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
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          className={styles.control}
          type="password"
          name={name}
          value={value}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
