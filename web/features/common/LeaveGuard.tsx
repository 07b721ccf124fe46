import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx'
import { guardLeaving } from './leaving.ts'

interface LeaveGuardProps {
  /** Leaving now would lose something. */
  isActive: boolean
  title: string
  /** What would be lost. */
  children: string
}

/**
 * Asks for confirmation before the user leaves a page with unsaved content or signs out: by a dialog within the dashboard, otherwise by
 * the browser's own prompt.
 */
export function LeaveGuard({ isActive, title, children }: LeaveGuardProps) {
  const blocker = useBlocker({ shouldBlockFn: () => isActive, enableBeforeUnload: () => isActive, withResolver: true })
  const [leave, setLeave] = useState<() => void>()
  const router = useRouter()
  useEffect(() => {
    // The page is already being left, for example by Cancel: the question would disappear with it, and `next` would never run.
    const isLeaving = () => router.latestLocation.pathname !== router.state.resolvedLocation?.pathname
    return isActive ? guardLeaving((next) => (isLeaving() ? next() : setLeave(() => next))) : undefined
  }, [isActive, router])
  if (leave === undefined && blocker.status !== 'blocked') return null
  const stay = () => {
    setLeave(undefined)
    blocker.reset?.()
  }
  const go = () => {
    setLeave(undefined)
    blocker.proceed?.()
    leave?.()
  }
  return (
    <ConfirmDialog title={title} actionLabel="Leave" isDanger isBusy={false} onConfirm={go} onClose={stay}>
      {children}
    </ConfirmDialog>
  )
}
