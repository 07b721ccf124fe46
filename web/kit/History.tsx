import type { ReactNode } from 'react'
import styles from './History.module.css'
import { RelativeTime } from './RelativeTime.tsx'
import { Subtle, UserText } from './text.tsx'

/** A list of events, oldest first; its entries are `Moment`s. */
export function History({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={styles.list} aria-label={label}>
      {children}
    </ol>
  )
}

interface MomentProps {
  who: string
  verb: string
  at: string
  text: string
  /** What else there is to say, below the text. */
  children?: ReactNode
}

/** One event: who did what, when, and the text they wrote. */
export function Moment({ who, verb, at, text, children }: MomentProps) {
  return (
    <li className={styles.entry}>
      <div>
        <strong>{who}</strong> {verb}{' '}
        <Subtle>
          <RelativeTime at={at} />
        </Subtle>
      </div>
      {text !== '' && <UserText>{text}</UserText>}
      {children && <div className={styles.below}>{children}</div>}
    </li>
  )
}
