import styles from './control.module.css'
import { joinClasses } from './element.ts'
import { Field } from './Field.tsx'

interface MomentFieldProps {
  label: string
  name: string
  hint?: string
  /** `2027-05-01T00:00`, or '' for none. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** A date and time, chosen from the browser's date picker or typed. */
export function MomentField({ label, hint, error, onChange, ...input }: MomentFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          {...input}
          className={joinClasses(styles.control, styles.day)}
          type="datetime-local"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
