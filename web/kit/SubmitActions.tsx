import { Button } from './Button.tsx'
import { FormActions } from './Card.tsx'

interface SubmitActionsProps {
  /** The label of the submit button, a few words. */
  label: string
  isBusy: boolean
  /** Called by the Cancel button; without it there is none. */
  onCancel?: (() => void) | undefined
}

/** The footer of a form on a card: Cancel, then the submit button. */
export function SubmitActions({ label, isBusy, onCancel }: SubmitActionsProps) {
  return (
    <FormActions>
      {onCancel && (
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button kind="primary" type="submit" isBusy={isBusy}>
        {label}
      </Button>
    </FormActions>
  )
}
