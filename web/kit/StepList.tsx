import type { ReactNode } from 'react'
import { StatusTag } from './StatusTag.tsx'
import styles from './StepList.module.css'
import { SecondLine } from './text.tsx'

/** One item of a set-up checklist. */
export interface SetUpEntry {
  key: string
  title: ReactNode
  why: string
  isDone: boolean
}

/** A set-up checklist; each item is ticked automatically once it is done. */
export function StepList({ label, entries }: { label: string; entries: readonly SetUpEntry[] }) {
  return (
    <ol className={styles.list} aria-label={label}>
      {entries.map(({ key, title, why, isDone }) => (
        <li key={key}>
          <div>
            {title}
            <SecondLine>{why}</SecondLine>
          </div>
          <StatusTag tone={isDone ? 'good' : 'off'}>{isDone ? 'Done' : 'To do'}</StatusTag>
        </li>
      ))}
    </ol>
  )
}
