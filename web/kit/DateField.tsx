import type { ReactNode } from 'react'
import styles from './control.module.css'
import { joinClasses } from './element.ts'
import { Field } from './Field.tsx'

interface DateFieldProps {
  label: string
  name?: string
  hint?: ReactNode
  /** `2027-05-01`, or '' for none. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** A day, chosen from the browser's date picker or typed. */
export function DateField({ label, hint, error, onChange, ...input }: DateFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          {...input}
          className={joinClasses(styles.control, styles.day)}
          type="date"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
