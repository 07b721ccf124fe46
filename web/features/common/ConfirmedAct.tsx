import { useState } from 'react'
import type { ReactNode } from 'react'
import { reportError } from './report_error.ts'
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx'
import { showToast } from '#kit/toasts.tsx'

interface ConfirmedActProps {
  title: string
  /** The consequences of the act, and what it applies to. */
  children: ReactNode
  /** The label of the button, one word. */
  actionLabel: string
  isDanger?: boolean
  act: () => Promise<unknown>
  /** The text of the toast on success. Without it the act reports its own result. */
  done?: string
  /** `isDone`: the act was done. */
  onClose: (isDone: boolean) => void
}

/** Asks to confirm an act, does it, and reports the result in a toast. */
export function ConfirmedAct({ act, done, onClose, children, ...dialog }: ConfirmedActProps) {
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    // the dialog may be unmounted, together with its record, before the act ends
    try {
      await act()
      if (done !== undefined) showToast('success', done)
      onClose(true)
    } catch (error) {
      reportError(error)
      onClose(false)
    }
  }
  return (
    <ConfirmDialog {...dialog} isBusy={isBusy} onConfirm={() => void confirm()} onClose={() => onClose(false)}>
      {children}
    </ConfirmDialog>
  )
}
