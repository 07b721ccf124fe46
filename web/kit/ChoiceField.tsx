import { type ReactNode, useId } from 'react'
import styles from './control.module.css'

interface ChoiceProps {
  type: 'checkbox' | 'radio'
  name: string
  value: string
  label: string
  hint?: ReactNode
  isChosen: boolean
  isInvalid?: boolean
  onChoose: () => void
}

/** A check box or a radio button with its label and hint. */
export function ChoiceField({ type, name, value, label, hint, isChosen, isInvalid = false, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <input
        id={id}
        className={styles.tick}
        type={type}
        name={name}
        value={value}
        checked={isChosen}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        {...(isInvalid ? { 'aria-invalid': true } : {})}
        onChange={onChoose}
      />
      <label htmlFor={id}>{label}</label>
      {hint && <div id={`${id}-hint`}>{hint}</div>}
    </div>
  )
}
