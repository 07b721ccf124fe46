import { Button } from './Button.tsx'
import styles from './Checklist.module.css'
import { RelativeTime } from './RelativeTime.tsx'
import { StatusTag } from './StatusTag.tsx'
import { SecondLine, ScreenReaderOnly, Strong } from './text.tsx'

/** One step. `onDone` and `onUndone` are present if the user may tick or untick it. */
export interface ChecklistEntry {
  key: string
  title: string
  how: string
  /** Who does it, if not the user. */
  mark?: string | undefined
  done_at: string | null
  done_by?: string | undefined
  note: string | null
  /** The list is open: steps that are not done are still to do. */
  is_due: boolean
  onDone?: () => void
  onUndone?: () => void
}

/** Steps in order, each with its description, its state, and who did it. */
export function Checklist({ label, entries }: { label: string; entries: readonly ChecklistEntry[] }) {
  return (
    <ol className={styles.list} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.key} className={styles.step}>
          <div className={styles.about}>
            <Strong>{entry.title}</Strong>
            <SecondLine>{entry.how}</SecondLine>
            {entry.done_at === null && entry.mark !== undefined && <SecondLine>{entry.mark}</SecondLine>}
            {entry.done_at !== null && <Done entry={entry} at={entry.done_at} />}
          </div>
          <End entry={entry} />
        </li>
      ))}
    </ol>
  )
}

function Done({ entry: { done_by, note }, at }: { entry: ChecklistEntry; at: string }) {
  return (
    <SecondLine>
      Done <RelativeTime at={at} /> {done_by !== undefined && `by ${done_by}`}
      {note !== null && `: ${note}`}
    </SecondLine>
  )
}

function End({ entry: { title, done_at, is_due, onDone, onUndone } }: { entry: ChecklistEntry }) {
  if (done_at === null && !is_due) return null
  if (done_at === null && onDone !== undefined)
    return (
      <Button size="small" onClick={onDone}>
        Mark as done
        <ScreenReaderOnly> {title}</ScreenReaderOnly>
      </Button>
    )
  return (
    <div className={styles.end}>
      <StatusTag tone={done_at === null ? 'off' : 'good'}>{done_at === null ? 'To do' : 'Done'}</StatusTag>
      {done_at !== null && onUndone !== undefined && (
        <Button size="small" kind="quiet" onClick={onUndone}>
          Undo
          <ScreenReaderOnly> {title}</ScreenReaderOnly>
        </Button>
      )}
    </div>
  )
}
