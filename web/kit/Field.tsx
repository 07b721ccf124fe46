import { type ReactNode, useId } from 'react'
import styles from './Field.module.css'

interface FieldProps {
  label: string
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
  /** The field may be left empty, where most of its form must not. */
  isOptional?: boolean
  hint?: ReactNode
  /** Why the value was refused; below the field. */
  error?: string | undefined
  /** Refused, and said elsewhere. */
  isInvalid?: boolean
  /** The id of an element elsewhere that says more about the field. */
  describedBy?: string | undefined
  /** The control; it takes the attributes it is given. */
  children: (control: ControlProps) => ReactNode
}

/** The attributes that tie a control to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** A control under its label and hint, and above its error. */
export function Field({
  label,
  isLabelHidden = false,
  isOptional = false,
  hint,
  error,
  isInvalid = false,
  describedBy,
  children,
}: FieldProps) {
  const id = useId()
  const describes = [hint && `${id}-hint`, error !== undefined && `${id}-error`, describedBy].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? styles.hidden : styles.label}>
        {label}
        {isOptional && <small> optional</small>}
      </label>
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {children({
        id,
        ...(describes === '' ? {} : { 'aria-describedby': describes }),
        ...(error !== undefined || isInvalid ? { 'aria-invalid': true } : {}),
      })}
      {error !== undefined && (
        <div id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </div>
      )}
    </div>
  )
}
