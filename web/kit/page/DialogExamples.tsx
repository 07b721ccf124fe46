import { type ReactNode, useState } from 'react'
import { Button } from '../Button.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '../Dialog.tsx'
import { Drawer } from '../Drawer.tsx'
import { TextField } from '../fields.tsx'
import { FormDialog, MessageDialog } from '../FormDialog.tsx'
import { RowMenu } from '../RowMenu.tsx'
import { showToast } from '../toasts.tsx'
import { SideBySide, Example, Examples, LONG } from './Example.tsx'

const PARAGRAPHS = Array.from({ length: 30 }, (_, index) => <p key={index}>{LONG}</p>)

/** Each dialog behind the button that opens it, and short messages. */
export function DialogExamples() {
  const [open, setOpen] = useState<string>()
  const [error, setError] = useState<Error | null>(null)
  const [name, setName] = useState('')
  const close = () => setOpen(undefined)
  const dialogs: Readonly<Record<string, ReactNode>> = {
    Confirm: (
      <ConfirmDialog title="Rotate the key?" actionLabel="Rotate" isBusy={false} onConfirm={close} onClose={close}>
        <p>The old one works for another hour.</p>
      </ConfirmDialog>
    ),
    'Confirm danger': (
      <ConfirmDialog title={`Delete “${LONG}”?`} actionLabel="Delete" isDanger isBusy={false} onConfirm={close} onClose={close}>
        <p>This cannot be undone.</p>
      </ConfirmDialog>
    ),
    Form: (
      <FormDialog
        title="New group"
        actionLabel="Create"
        isBusy={false}
        error={error}
        onSubmit={() => setError(new Error('refused'))}
        onClose={close}
      >
        <TextField label="Name" name="name" error={error ? 'Name: cannot be blank' : undefined} value={name} onChange={setName} />
      </FormDialog>
    ),
    Message: (
      <MessageDialog title="It is done" actionLabel="Close" onClose={close}>
        <p>{LONG}</p>
      </MessageDialog>
    ),
    Long: (
      <Dialog title="A dialog that is higher than the window" isDismissable onClose={close}>
        <DialogBody tabIndex={0} role="group" aria-label="What it says">
          {PARAGRAPHS}
        </DialogBody>
        <DialogFooter onCancel={close}>
          <Button kind="primary" onClick={close}>
            Agree
          </Button>
        </DialogFooter>
      </Dialog>
    ),
    Drawer: (
      <Drawer title="Entry 4182" onClose={close}>
        <p>{LONG}</p>
        <RowMenu label="Actions for the entry" actions={[{ label: 'Copy', onSelect: close }]} />
      </Drawer>
    ),
  }
  return (
    <Examples>
      <Example title="Dialogs">
        <SideBySide>
          {Object.keys(dialogs).map((title) => (
            <Button key={title} onClick={() => setOpen(title)}>
              {title}
            </Button>
          ))}
          <RowMenu label="Actions for a row" actions={[{ label: 'Delete', isDanger: true, onSelect: () => setOpen('Confirm danger') }]} />
        </SideBySide>
        {open !== undefined && dialogs[open]}
      </Example>
      <ToastExample />
    </Examples>
  )
}

function ToastExample() {
  return (
    <Example title="Short messages">
      <SideBySide>
        <Button onClick={() => showToast('success', 'Saved')}>Success</Button>
        <Button onClick={() => showToast('info', LONG)}>Information</Button>
        <Button onClick={() => showToast('error', 'The server did not answer')}>Error</Button>
        <Button onClick={() => showToast('success', 'Deleted', { label: 'Undo', onSelect: () => showToast('info', 'Undone') })}>
          Action
        </Button>
      </SideBySide>
    </Example>
  )
}
