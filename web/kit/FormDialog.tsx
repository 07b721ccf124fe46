import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogBody, DialogFooter } from './Dialog.tsx'
import { useFocusOnError } from './use_focus_on_error.ts'

interface FormDialogProps {
  title: string
  /** Fields and the text about them. */
  children: ReactNode
  /** The label of the button, one word. */
  actionLabel: string
  isDanger?: boolean
  isBusy: boolean
  /** Why the last attempt failed; the focus goes to the field with the error. */
  error: Error | null
  onSubmit: () => void
  onClose: () => void
}

/** Collects the input of an act, then does it. Escape, the close button and Cancel change nothing. */
export function FormDialog({ title, children, actionLabel, isDanger = false, isBusy, error, onSubmit, onClose }: FormDialogProps) {
  const form = useFocusOnError(error)
  return (
    <Dialog title={title} isDanger={isDanger} isBusy={isBusy} onClose={onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onSubmit()
        }}
      >
        <DialogBody>{children}</DialogBody>
        <DialogFooter isBusy={isBusy} onCancel={onClose}>
          <Button kind={isDanger ? 'danger' : 'primary'} type="submit" isBusy={isBusy}>
            {actionLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

/** A dialog with a message only; its one button closes it. */
export function MessageDialog({
  title,
  children,
  actionLabel,
  onClose,
}: Pick<FormDialogProps, 'title' | 'children' | 'actionLabel' | 'onClose'>) {
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>{children}</DialogBody>
      <DialogFooter>
        <Button kind="primary" onClick={onClose}>
          {actionLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
