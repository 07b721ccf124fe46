import { Modal } from '@zendeskgarden/react-modals'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Button } from './Button.tsx'
import { useSheetKeyboard } from './use_sheet_keyboard.ts'

interface DialogProps {
  title: string
  isDanger?: boolean
  /** While an act runs the dialog cannot be closed. */
  isBusy?: boolean
  onClose: () => void
  /** `Modal.Body` and a footer. */
  children: ReactNode
}

/** A modal dialog with a title and a close button. Escape closes it; the focus returns to the element that opened it. */
export function Dialog({ title, isDanger = false, isBusy = false, onClose, children }: DialogProps) {
  const close = isBusy ? () => undefined : onClose
  const sheet = useSheetKeyboard(close)
  return (
    <Sheet ref={sheet} onClose={close} restoreFocus={false}>
      <Modal.Header tag="h2" isDanger={isDanger}>
        {title}
      </Modal.Header>
      {children}
      <Modal.Close aria-label="Close" />
    </Sheet>
  )
}

/** The footer of a dialog: Cancel, then the button of the act. */
export function DialogFooter({ children, onCancel }: { children: ReactNode; onCancel: () => void }) {
  return (
    <Modal.Footer>
      <Modal.FooterItem>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </Modal.FooterItem>
      <Modal.FooterItem>{children}</Modal.FooterItem>
    </Modal.Footer>
  )
}

const Sheet = styled(Modal)`
  overflow-wrap: anywhere;
`
