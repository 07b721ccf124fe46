import { Modal } from '@zendeskgarden/react-modals'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogFooter } from './Dialog.tsx'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** The act in one word; the button says it. */
  actionLabel: string
  isDanger?: boolean
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an act is done. Escape, the cross and Cancel leave everything as it was. */
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
