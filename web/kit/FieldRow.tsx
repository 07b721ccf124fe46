import { type ReactNode, useId } from 'react'
import { IconButton } from './Button.tsx'
import styles from './FieldRow.module.css'

interface FieldRowProps {
  /** What the row is, with its number: "Condition 2". */
  label: string
  /** Why the server refused it. */
  problem?: string | undefined
  /** What is wrong with it since it was saved, such as a field that is gone. */
  note?: string | undefined
  /** The fields beside each other: of what it is, an operator if it has one, and the value; the last may be absent. */
  children: ReactNode
  hasOperator?: boolean
  /** What does not fit beside them, such as the text of a mail. */
  below?: ReactNode
  onRemove: () => void
}

/** One row of a `RowList`: its fields, a button that removes it, and why it was refused. Narrow, the value is below the others. */
export function FieldRow({ label, problem, note, children, hasOperator = false, below, onRemove }: FieldRowProps) {
  const id = useId()
  return (
    <div
      role="group"
      className={styles.row}
      aria-label={label}
      aria-describedby={problem === undefined ? undefined : id}
      data-has-operator={hasOperator || undefined}
    >
      {children}
      <div className={styles.remove}>
        <IconButton label={`Remove ${label.toLowerCase()}`} icon="cross" onClick={onRemove} />
      </div>
      {below && <div className={styles.below}>{below}</div>}
      {note !== undefined && problem === undefined && <p className={styles.note}>{note}</p>}
      {problem !== undefined && (
        <p id={id} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
