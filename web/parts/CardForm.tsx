import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Card, CardTitle, FormActions, FormBody } from '../ui/Card.tsx'
import { SubmitForm } from '../ui/SubmitForm.tsx'
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
  onSubmit: () => void
}

/** A card with a few fields that are submitted together. */
export function CardForm({ title, children, actionLabel, error, failure, fields, isBusy, onSubmit }: CardFormProps) {
  return (
    <Card>
      <SubmitForm label={title} error={error} isBusy={isBusy} onSubmit={onSubmit}>
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
