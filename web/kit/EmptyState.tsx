import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'

/** Says why a list is empty, and how to change that. */
export function EmptyState({ icon, title, children, action }: { icon: IconName; title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.frame}>
      <div className={styles.badge}>
        <Icon name={icon} width={20} height={20} />
      </div>
      <h2>{title}</h2>
      <p>{children}</p>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
