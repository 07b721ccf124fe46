import { useState } from 'react'
import type { ReactNode } from 'react'
import { useReportError } from '../admin/use_report_error.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useShowToast } from '../ui/toasts.tsx'

interface ConfirmedActProps {
  title: string
  /** What follows from it, and what it is done to. */
  children: ReactNode
  /** The act in one word; the button says it. */
  actionLabel: string
  isDanger?: boolean
  act: () => Promise<unknown>
  /** What the toast says when it is done. */
  done: string
  /** `isDone`: the act was done. */
  onClose: (isDone: boolean) => void
}

/** Asks before an act, does it, and says in a toast how it went. */
export function ConfirmedAct({ act, done, onClose, children, ...dialog }: ConfirmedActProps) {
  const [isBusy, setBusy] = useState(false)
  const showToast = useShowToast()
  const reportError = useReportError()
  const confirm = async () => {
    setBusy(true)
    // by the end the dialog may be gone with what it was about
    try {
      await act()
      showToast('success', done)
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
