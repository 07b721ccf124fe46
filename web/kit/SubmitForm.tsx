import type { ReactNode } from 'react'
import styles from './SubmitForm.module.css'
import { useFocusOnError } from './use_focus_on_error.ts'

interface SubmitFormProps {
  /** The accessible name, for a form that is a landmark. */
  label?: string
  /** Why the last attempt failed; the focus goes to the field with the error. */
  error?: Error | null
  isBusy?: boolean
  /** The form itself lays its parts out below each other; on a card `FormBody` does that. */
  isLoose?: boolean
  onSubmit: () => void
  children: ReactNode
}

/** A form submitted by its button or Enter, once at a time; the server validates the input. */
export function SubmitForm({ label, error = null, isBusy = false, isLoose = false, onSubmit, children }: SubmitFormProps) {
  const form = useFocusOnError(error)
  return (
    <form
      ref={form}
      className={isLoose ? styles.loose : undefined}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) onSubmit()
      }}
    >
      {children}
    </form>
  )
}
