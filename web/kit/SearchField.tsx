import { useId } from 'react'
import control from './control.module.css'
import { joinClasses } from './element.ts'
import { Icon } from './Icon.tsx'
import styles from './SearchField.module.css'

/** Filters the list below as the user types. */
export function SearchField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className={styles.frame}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <Icon name="search" className={styles.icon} />
      <input
        id={id}
        className={joinClasses(control.control, styles.input)}
        type="search"
        placeholder={label}
        value={value}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
