// Short messages at the edge of the window. The region that draws them is loaded with the first message.
// Does not belong here: how a message looks (ToastRegion.tsx).

import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { ToastQueue } from 'react-stately/useToastState'
import { IconButton } from './Button.tsx'
import type { ToastAction, ToastContent } from './toast_content.ts'
import styles from './toasts.module.css'

/** The region, or if it cannot be loaded, as without a connection, a plain one. */
const ToastRegion = lazy(async () => {
  try {
    return { default: (await import('./ToastRegion.tsx')).ToastRegion }
  } catch {
    // what failed is said by the page that reports it: the message itself must not be lost
    return { default: PlainToasts }
  }
})

/** The messages without their acts. */
function PlainToasts({ queue: messages }: { queue: ToastQueue<ToastContent> }) {
  useEffect(() => {
    messages.resumeAll()
    return () => messages.pauseAll()
  })
  return (
    <div className={styles.plain}>
      {messages.visibleToasts.map(({ key, content: { type, message } }) => (
        <div key={key} className={styles.message}>
          <p role={type === 'error' ? 'alert' : 'status'}>{message}</p>
          <IconButton label="Dismiss" icon="cross" onClick={() => messages.close(key)} />
        </div>
      ))}
    </div>
  )
}

const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: 4 })
const subscribe = (listener: () => void) => queue.subscribe(listener)
const readVisible = () => queue.visibleToasts

/** The place of short messages: above dialogs. */
export function Toasts() {
  const visible = useSyncExternalStore(subscribe, readVisible)
  if (visible.length === 0) return null
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
export function showToast(type: ToastContent['type'], message: string, action?: ToastAction): () => void {
  const key = queue.add({ type, message, action }, action === undefined ? { timeout: TIMEOUT[type] } : {})
  return () => queue.close(key)
}
