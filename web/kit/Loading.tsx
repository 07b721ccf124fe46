import { joinClasses } from './element.ts'
import styles from './Loading.module.css'
import { ScreenReaderOnly } from './text.tsx'

interface LoadingRowsProps {
  label: string
  rows?: number
  /** The container has its own padding. */
  isFlush?: boolean
}

/** Grey placeholder lines for rows. */
export function LoadingRows({ label, rows = 6, isFlush = false }: LoadingRowsProps) {
  return (
    <div role="status">
      <ScreenReaderOnly>{label}</ScreenReaderOnly>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={joinClasses(styles.row, isFlush && styles.flush)}>
          <div />
          <div />
          <div />
        </div>
      ))}
    </div>
  )
}

/** The placeholder of a whole page. */
export function LoadingPage() {
  return (
    <div className={styles.page} role="status">
      <div className={styles.spinner} role="img" aria-label="Loading" />
    </div>
  )
}
