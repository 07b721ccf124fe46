import styles from './control.module.css'
import { Field } from './Field.tsx'

interface LinesFieldProps {
  label: string
  name: string
  hint?: string | undefined
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** A list typed as text, one entry per line. */
export function LinesField({ label, hint, error, onChange, ...area }: LinesFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...control}
          {...area}
          className={styles.area}
          rows={3}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
