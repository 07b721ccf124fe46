import styles from './ChangeList.module.css'
import { ScreenReaderOnly } from './text.tsx'

interface ChangeListProps {
  /** What was changed. */
  label: string
  lines: readonly { sign: '-' | '+'; text: string }[]
}

/** What was removed and what was added, a line each. */
export function ChangeList({ label, lines }: ChangeListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {lines.map(({ sign, text }, index) => (
        <li key={index} className={styles.line} data-added={sign === '+' || undefined}>
          <span aria-hidden="true">{sign === '+' ? '+' : '−'}</span>
          <div>
            <ScreenReaderOnly>{sign === '+' ? 'Added: ' : 'Removed: '}</ScreenReaderOnly>
            {text}
          </div>
        </li>
      ))}
    </ul>
  )
}
