import { Modal } from '@zendeskgarden/react-modals'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Button } from './Button.tsx'
import { useFocusOnError } from './use_focus_on_error.ts'
import { useReturnedFocus } from './use_kept_focus.ts'

interface FormDialogProps {
  title: string
  /** Fields, and what is said about them. */
  children: ReactNode
  /** The act in one word; the button says it. */
  actionLabel: string
  isDanger?: boolean
  isBusy: boolean
  /** Why the last attempt failed; the keyboard goes to the field it is about. */
  error: Error | null
  onSubmit: () => void
  onClose: () => void
}

/** Asks for what an act needs, then does it. Escape, the cross and Cancel leave everything as it was. */
export function FormDialog({ title, children, actionLabel, isDanger = false, isBusy, error, onSubmit, onClose }: FormDialogProps) {
  useReturnedFocus()
  const form = useFocusOnError(error)
  return (
    <Modal onClose={isBusy ? () => undefined : onClose} restoreFocus={false}>
      <Modal.Header tag="h2" isDanger={isDanger}>
        {title}
      </Modal.Header>
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
        <Modal.Footer>
          <Modal.FooterItem>
            <Button kind="quiet" onClick={onClose}>
              Cancel
            </Button>
          </Modal.FooterItem>
          <Modal.FooterItem>
            <Button kind={isDanger ? 'danger' : 'primary'} type="submit" isBusy={isBusy}>
              {actionLabel}
            </Button>
          </Modal.FooterItem>
        </Modal.Footer>
      </Form>
      <Modal.Close aria-label="Close" />
    </Modal>
  )
}

/** A dialog that only says something; it goes when its one button is pressed. */
export function SayDialog({
  title,
  children,
  actionLabel,
  onClose,
}: Pick<FormDialogProps, 'title' | 'children' | 'actionLabel' | 'onClose'>) {
  useReturnedFocus()
  return (
    <Modal onClose={onClose} restoreFocus={false}>
      <Modal.Header tag="h2">{title}</Modal.Header>
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
      <Modal.Close aria-label="Close" />
    </Modal>
  )
}

/** The form is between the dialog and its parts: it must hand on the height they share. */
const Form = styled.form`
  display: flex;
  flex-direction: column;
  min-height: 0;
`

const Fields = styled.div`
  display: grid;
  gap: 20px;
`
