import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogBody, DialogFooter } from './Dialog.tsx'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** The label of the button, one word. */
  actionLabel: string
  isDanger?: boolean
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks to confirm an act. Escape, the close button, Cancel and a click outside change nothing. */
export function ConfirmDialog({ title, children, actionLabel, isDanger = false, isBusy, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} isDanger={isDanger} isBusy={isBusy} isDismissable onClose={onClose}>
      <DialogBody>{children}</DialogBody>
      <DialogFooter isBusy={isBusy} onCancel={onClose}>
        <Button kind={isDanger ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
          {actionLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
