import { Notification, ToastProvider, useToast } from '@zendeskgarden/react-notifications'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

/** What the user can do about a message. */
interface ToastAction {
  label: string
  onSelect: () => void
}

/** The container of short messages at the edge of the window: above dialogs, below open menus. */
export function Toasts({ children }: { children: ReactNode }) {
  return <ToastProvider zIndex={900}>{children}</ToastProvider>
}

/**
 * Shows a short message that disappears by itself; errors stay longer and interrupt a screen reader. One with an action stays until it is
 * dismissed. The function that is returned removes it.
 */
export function useShowToast(): (type: 'success' | 'info' | 'error', message: string, action?: ToastAction) => () => void {
  const { addToast, removeToast } = useToast()
  return useCallback(
    (type, message, action) => {
      const id = addToast(
        ({ close }) => (
          <Notification type={type} role={type === 'error' ? 'alert' : 'status'}>
            <Notification.Title>{message}</Notification.Title>
            {action && (
              <Button
                size="small"
                onClick={() => {
                  close()
                  action.onSelect()
                }}
              >
                {action.label}
              </Button>
            )}
            <Notification.Close aria-label="Dismiss" onClick={close} />
          </Notification>
        ),
        { placement: 'bottom-end', autoDismiss: action === undefined && (type === 'error' ? 10_000 : 5_000) },
      )
      return () => removeToast(id)
    },
    [addToast, removeToast],
  )
}
