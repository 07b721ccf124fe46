import { Modal } from '@zendeskgarden/react-modals'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Button } from './Button.tsx'
import { Dialog, DialogFooter } from './Dialog.tsx'
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
      <Form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onSubmit()
        }}
      >
        <Modal.Body>
          <Fields>{children}</Fields>
        </Modal.Body>
        <DialogFooter onCancel={onClose}>
          <Button kind={isDanger ? 'danger' : 'primary'} type="submit" isBusy={isBusy}>
            {actionLabel}
          </Button>
        </DialogFooter>
      </Form>
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
      <Modal.Body>
        <Fields>{children}</Fields>
      </Modal.Body>
      <Modal.Footer>
        <Modal.FooterItem>
          <Button kind="primary" onClick={onClose}>
            {actionLabel}
          </Button>
        </Modal.FooterItem>
      </Modal.Footer>
    </Dialog>
  )
}

/** The form is between the dialog and its parts: it must pass on the height they share. */
const Form = styled.form`
  display: flex;
  flex-direction: column;
  min-height: 0;
`

const Fields = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
`
