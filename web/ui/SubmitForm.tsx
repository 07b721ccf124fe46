import type { ReactNode } from 'react'
import styled from 'styled-components'
import { useFocusOnError } from './use_focus_on_error.ts'

interface SubmitFormProps {
  /** For a form that is a place of its own to screen readers. */
  label?: string
  /** Why the last attempt failed; the keyboard goes to the field it is about. */
  error?: Error | null
  isBusy?: boolean
  /** Its parts stand below each other by themselves; on a card that is the business of `FormBody`. */
  isLoose?: boolean
  onSubmit: () => void
  children: ReactNode
}

/** A form that is sent by its button or Enter, once at a time; what is wrong in it the server says. */
export function SubmitForm({ label, error = null, isBusy = false, isLoose = false, onSubmit, children }: SubmitFormProps) {
  const form = useFocusOnError(error)
  return (
    <Frame
      ref={form}
      $isLoose={isLoose}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) onSubmit()
      }}
    >
      {children}
    </Frame>
  )
}

const Frame = styled.form<{ $isLoose: boolean }>`
  display: ${({ $isLoose }) => ($isLoose ? 'grid' : 'block')};
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
`
