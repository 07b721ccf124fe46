import { Modal } from '@zendeskgarden/react-modals'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { useReturnedFocus } from './use_kept_focus.ts'

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
  useReturnedFocus()
  return (
    <Modal onClose={isBusy ? () => undefined : onClose} restoreFocus={false}>
      <Modal.Header tag="h2" isDanger={isDanger}>
        {title}
      </Modal.Header>
      <Modal.Body>{children}</Modal.Body>
      <Modal.Footer>
        <Modal.FooterItem>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
        </Modal.FooterItem>
        <Modal.FooterItem>
          <Button kind={isDanger ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
            {actionLabel}
          </Button>
        </Modal.FooterItem>
      </Modal.Footer>
      <Modal.Close aria-label="Close" />
    </Modal>
  )
}
