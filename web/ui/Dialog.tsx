import { Modal } from '@zendeskgarden/react-modals'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Button } from './Button.tsx'
import { useSheetKeyboard } from './use_sheet_keyboard.ts'

interface DialogProps {
  title: string
  isDanger?: boolean
  /** While an act is done nothing puts the dialog away. */
  isBusy?: boolean
  onClose: () => void
  /** `Modal.Body` and a footer. */
  children: ReactNode
}

/** A sheet above the page, with its title and the way out. Escape and the cross put it away; the keyboard goes back to what opened it. */
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

/** The end of a dialog that asks: the way out, then the button that does it. */
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
