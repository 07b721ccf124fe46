import styles from './MarkedList.module.css'
import { StatusTag } from './StatusTag.tsx'
import { LongMono } from './text.tsx'

/** One line of the list. */
export interface MarkedItem {
  title: string
  /** The technical name, below the title. */
  code: string
  /** A short warning at its end. */
  warning?: string | undefined
}

/** A list of things to decide on; each line has a title with its technical name below. */
export function MarkedList({ label, items }: { label: string; items: readonly MarkedItem[] }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map(({ title, code, warning }) => (
        <li key={code}>
          <div className={styles.line}>
            <span>{title}</span>
            {warning !== undefined && <StatusTag tone="warning">{warning}</StatusTag>}
          </div>
          {code !== title && <LongMono>{code}</LongMono>}
        </li>
      ))}
    </ul>
  )
}
