import { useId } from 'react'
import styles from './Switch.module.css'

interface SwitchProps {
  /** What is switched. */
  label: string
  hint?: string
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Switches something on or off. */
export function Switch({ label, hint, isLabelHidden = false, isOn, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.frame}>
      <input
        id={id}
        className={styles.switch}
        type="checkbox"
        role="switch"
        checked={isOn}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id} className={isLabelHidden ? styles.hidden : styles.label}>
        {label}
      </label>
      {hint !== undefined && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  )
}
