// Short messages at the edge of the window. The region that draws them is loaded with the first message.
// Does not belong here: how a message looks (ToastRegion.tsx).

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { ToastQueue } from 'react-stately/useToastState'
import type { ToastAction, ToastContent } from './toast_content.ts'

const ToastRegion = lazy(async () => ({ default: (await import('./ToastRegion.tsx')).ToastRegion }))

const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: 4 })
const subscribe = (listener: () => void) => queue.subscribe(listener)
const hasToasts = () => queue.visibleToasts.length > 0

/** The place of short messages: above dialogs. */
export function Toasts() {
  const isUsed = useSyncExternalStore(subscribe, hasToasts)
  if (!isUsed) return null
  return (
    <Suspense>
      <ToastRegion queue={queue} />
    </Suspense>
  )
}

/** Milliseconds until a message disappears by itself. */
const TIMEOUT = { success: 5_000, info: 5_000, error: 10_000 }

/**
 * Shows a short message that disappears by itself; errors stay longer and interrupt a screen reader. One with an action stays until it is
 * dismissed. The function that is returned removes it.
 */
function showToast(type: ToastContent['type'], message: string, action?: ToastAction): () => void {
  const key = queue.add({ type, message, action }, action === undefined ? { timeout: TIMEOUT[type] } : {})
  return () => queue.close(key)
}

/** {@link showToast}. */
export function useShowToast(): typeof showToast {
  return showToast
}
