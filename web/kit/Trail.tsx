import { Children } from 'react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Trail.module.css'

/** Breadcrumbs: plain text, and links for the parts that are pages. */
export function Trail({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Where this page lies">
      <ol className={styles.trail}>
        {Children.toArray(children).map((part, index) => (
          // the parts are static, so the index is a stable key
          <li key={index}>
            {index > 0 && <Icon name="chevron-right" width={12} height={12} />}
            {part}
          </li>
        ))}
      </ol>
    </nav>
  )
}
