import type { ReactNode } from 'react'
import { Dialog, DialogBody } from './Dialog.tsx'

/** A panel at the side of the page with the details of one record. Escape, the close button and a click outside close it. */
export function Drawer({ title, children, onClose }: { title: string; children: ReactNode; onClose: () => void }) {
  return (
    <Dialog title={title} isAtSide isDismissable onClose={onClose}>
      <DialogBody>{children}</DialogBody>
    </Dialog>
  )
}
