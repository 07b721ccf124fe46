import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button, IconButton } from './Button.tsx'
import styles from './Dialog.module.css'
import { joinClasses, makeElement } from './element.ts'
import { useReturnedFocus } from './use_preserved_focus.ts'

interface DialogProps {
  title: string
  isDanger?: boolean
  /** While an act runs the dialog cannot be closed. */
  isBusy?: boolean
  /** A click outside closes it, too: not where something may have been typed. */
  isDismissable?: boolean
  /** At the end edge of the window and as high as it, for the details of a record. */
  isAtSide?: boolean
  onClose: () => void
  /** `DialogBody` and `DialogFooter`. */
  children: ReactNode
}

/** A modal dialog with a title and a close button. Escape closes it; the focus returns to the element that opened it. */
export function Dialog({
  title,
  isDanger = false,
  isBusy = false,
  isDismissable = false,
  isAtSide = false,
  onClose,
  children,
}: DialogProps) {
  useReturnedFocus()
  const close = () => (isBusy ? undefined : onClose())
  return (
    <ModalOverlay
      isOpen
      isDismissable={isDismissable && !isBusy}
      isKeyboardDismissDisabled={isBusy}
      onOpenChange={close}
      className={joinClasses(styles.backdrop, isAtSide && styles.side)}
    >
      <Modal className={joinClasses(styles.sheet)}>
        <AriaDialog className={joinClasses(styles.dialog)}>
          <header className={styles.head}>
            <Heading slot="title" level={2} className={joinClasses(styles.title, isDanger && styles.danger)}>
              {title}
            </Heading>
            <IconButton label="Close" icon="cross" onClick={close} />
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** What the dialog says or asks; scrolls if it is higher than the window. */
export const DialogBody = makeElement('div', styles.body)

/** The footer of a dialog: Cancel, if it can be cancelled, which it cannot while the act runs; then the button of the act. */
export function DialogFooter({ children, isBusy = false, onCancel }: { children: ReactNode; isBusy?: boolean; onCancel?: () => void }) {
  return (
    <footer className={styles.footer}>
      {onCancel && (
        <Button kind="quiet" isBusy={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      )}
      {children}
    </footer>
  )
}
