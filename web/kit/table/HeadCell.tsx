import type { ReactNode } from 'react'
import styles from './HeadCell.module.css'

interface HeadCellProps {
  /** A CSS width. */
  width?: string | undefined
  /** The order of the records by this column. */
  sorted?: 'ascending' | 'descending' | 'none'
  children: ReactNode
}

/** A cell of the header row. */
export function HeadCell({ width, sorted, children }: HeadCellProps) {
  return (
    <th className={styles.cell} role="columnheader" scope="col" aria-sort={sorted} style={{ width }}>
      {children}
    </th>
  )
}
