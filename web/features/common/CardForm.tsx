import type { ReactNode } from 'react'
import { Button } from '#kit/Button.tsx'
import { Card, CardTitle, FormActions, FormBody } from '#kit/Card.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { showToast } from '#kit/toasts.tsx'
import { FormError } from './FormError.tsx'

interface CardFormProps {
  title: string
  children: ReactNode
  /** The label of the submit button. */
  actionLabel: string
  /** Why the last attempt failed. */
  error: Error | null
  /** The title of the error: "The limits were not saved". */
  failure: string
  /** The members whose errors are shown at their fields. */
  fields: readonly string[]
  isBusy: boolean
  /** The fields are as they are saved: submitting says so and sends nothing. */
  isUnchanged?: boolean
  onSubmit: () => void
}

/** Nothing that differs from what is saved. */
const UNCHANGED = 'There is nothing to save: nothing was changed'

/** A card with a few fields that are submitted together. */
export function CardForm({ title, children, actionLabel, error, failure, fields, isBusy, isUnchanged = false, onSubmit }: CardFormProps) {
  const submit = isUnchanged ? () => showToast('info', UNCHANGED) : onSubmit
  return (
    <Card>
      <SubmitForm label={title} error={error} isBusy={isBusy} onSubmit={submit}>
        <FormBody>
          <CardTitle>{title}</CardTitle>
          <FormError error={error} title={failure} fields={fields} />
          {children}
        </FormBody>
        <FormActions>
          <Button type="submit" isBusy={isBusy}>
            {actionLabel}
          </Button>
        </FormActions>
      </SubmitForm>
    </Card>
  )
}
