import type { ReactNode } from 'react'
import styles from './PlainList.module.css'

/** A list on a card, its items separated by lines. */
export function PlainList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}
