import type { ReactNode } from 'react'
import { describeError } from '../../../api/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardTitle, FormActions, FormBody } from '../../../ui/Card.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useFocusOnError } from '../../../ui/use_focus_on_error.ts'

interface SettingsFormProps {
  title: string
  children: ReactNode
  /** Why the last attempt failed, unless a field says it itself. */
  error: Error | null
  isSaidByField: boolean
  isBusy: boolean
  onSave: () => void
}

/** A card with some settings that are saved together. */
export function SettingsForm({ title, children, error, isSaidByField, isBusy, onSave }: SettingsFormProps) {
  const form = useFocusOnError(error)
  return (
    <Card>
      <form
        ref={form}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onSave()
        }}
      >
        <FormBody>
          <CardTitle>{title}</CardTitle>
          {error !== null && !isSaidByField && (
            <Notice type="error" title="This could not be saved">
              {describeError(error)}
            </Notice>
          )}
          {children}
        </FormBody>
        <FormActions>
          <Button type="submit" isBusy={isBusy}>
            Save
          </Button>
        </FormActions>
      </form>
    </Card>
  )
}
