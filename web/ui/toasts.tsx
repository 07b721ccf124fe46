import { Notification, ToastProvider, useToast } from '@zendeskgarden/react-notifications'
import { useCallback } from 'react'
import type { ReactNode } from 'react'

/** The container of short messages at the edge of the window: above dialogs, below open menus. */
export function Toasts({ children }: { children: ReactNode }) {
  return <ToastProvider zIndex={900}>{children}</ToastProvider>
}

/** Shows a short message that disappears by itself; errors stay longer and interrupt a screen reader. */
export function useShowToast(): (type: 'success' | 'info' | 'error', message: string) => void {
  const { addToast } = useToast()
  return useCallback(
    (type, message) => {
      addToast(
        ({ close }) => (
          <Notification type={type} role={type === 'error' ? 'alert' : 'status'}>
            <Notification.Title>{message}</Notification.Title>
            <Notification.Close aria-label="Dismiss" onClick={close} />
          </Notification>
        ),
        { placement: 'bottom-end', autoDismiss: type === 'error' ? 10_000 : 5_000 },
      )
    },
    [addToast],
  )
}
