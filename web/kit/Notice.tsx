import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { joinClasses } from './element.ts'
import styles from './Notice.module.css'

interface NoticeProps {
  type: 'success' | 'warning' | 'error' | 'info'
  title: ReactNode
  children?: ReactNode
  /** What the user can do about it. */
  action?: { label: string; onClick: () => void }
}

/** A message that stays visible. Errors and warnings interrupt a screen reader. */
export function Notice({ type, title, children, action }: NoticeProps) {
  return (
    <div className={joinClasses(styles.notice, styles[type])} role={type === 'error' || type === 'warning' ? 'alert' : 'status'}>
      <div className={styles.title}>{title}</div>
      {children && <div className={styles.text}>{children}</div>}
      {action && (
        <Button size="small" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  )
}
