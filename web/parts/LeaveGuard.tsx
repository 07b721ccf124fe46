import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

interface LeaveGuardProps {
  /** Something would be lost now. */
  isActive: boolean
  title: string
  /** What would be lost. */
  children: string
}

/** Asks before a page is left that holds something nobody has kept: in the dashboard by a dialog, otherwise by the browser's own question. */
export function LeaveGuard({ isActive, title, children }: LeaveGuardProps) {
  const blocker = useBlocker({ shouldBlockFn: () => isActive, enableBeforeUnload: () => isActive, withResolver: true })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog title={title} actionLabel="Leave" isDanger isBusy={false} onConfirm={blocker.proceed} onClose={blocker.reset}>
      {children}
    </ConfirmDialog>
  )
}
