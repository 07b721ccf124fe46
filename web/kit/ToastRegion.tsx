import { Text } from 'react-aria-components/Text'
import { UNSTABLE_Toast as Toast, UNSTABLE_ToastContent as Content, UNSTABLE_ToastRegion as Region } from 'react-aria-components/Toast'
import type { ToastQueue } from 'react-stately/useToastState'
import { Button, IconButton } from './Button.tsx'
import { joinClasses } from './element.ts'
import styles from './ToastRegion.module.css'
import type { ToastContent } from './toast_content.ts'

/** The visible messages, the newest last; F6 goes to them. */
export function ToastRegion({ queue }: { queue: ToastQueue<ToastContent> }) {
  return (
    <Region queue={queue} className={joinClasses(styles.region)}>
      {({ toast }) => {
        const { type, message, action } = toast.content
        const close = () => queue.close(toast.key)
        return (
          <Toast toast={toast} className={joinClasses(styles.toast, styles[type])}>
            <Content role={type === 'error' ? 'alert' : 'status'} className={styles.text}>
              {/* the title is the name of the message */}
              <Text slot="title">{message}</Text>
            </Content>
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
            <IconButton
              label="Dismiss"
              icon="cross"
              onClick={() => {
                close()
                action?.onDismiss?.()
              }}
            />
          </Toast>
        )
      }}
    </Region>
  )
}
