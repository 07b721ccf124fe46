import { useId } from 'react'
import styles from './control.module.css'
import { joinClasses } from './element.ts'

interface InlineSelectProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Selects one of a few views of a list; the label is next to it. */
export function InlineSelect<Value extends string>({ label, options, value, onChange }: InlineSelectProps<Value>) {
  const id = useId()
  const choose = (text: string) => {
    const chosen = options.find((option) => option.value === text)
    if (chosen !== undefined) onChange(chosen.value)
  }
  return (
    <div className={styles.inline}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className={joinClasses(styles.select, styles.small)} value={value} onChange={(event) => choose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
