import type { ReactNode } from 'react'
import styles from './control.module.css'
import { joinClasses } from './element.ts'
import { Field } from './Field.tsx'

interface DateFieldProps {
  label: string
  name?: string
  /** Also the time of the day. */
  hasTime?: boolean
  hint?: ReactNode
  /** `2027-05-01`, with the time `2027-05-01T00:00`, or '' for none. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** A day or a moment, chosen from the browser's date picker or typed. */
export function DateField({ label, hasTime = false, hint, error, onChange, ...input }: DateFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          {...input}
          className={joinClasses(styles.control, styles.day)}
          type={hasTime ? 'datetime-local' : 'date'}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
