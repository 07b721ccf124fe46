import { Button } from './Button.tsx'
import { FormActions } from './Card.tsx'

interface SubmitActionsProps {
  /** The act in a few words; the button says it. */
  label: string
  isBusy: boolean
  /** The way out, where there is one. */
  onCancel?: (() => void) | undefined
}

/** The end of a form on a card: the way out, then the button that sends it. */
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
