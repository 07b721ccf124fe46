import { Modal } from '@zendeskgarden/react-modals'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogFooter } from './Dialog.tsx'

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

/** Asks to confirm an act. Escape, the close button and Cancel change nothing. */
export function ConfirmDialog({ title, children, actionLabel, isDanger = false, isBusy, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} isDanger={isDanger} isBusy={isBusy} onClose={onClose}>
      <Modal.Body>{children}</Modal.Body>
      <DialogFooter onCancel={onClose}>
        <Button kind={isDanger ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
          {actionLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
