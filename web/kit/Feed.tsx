// What was said and done about something: messages, and events between them in small.

import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import { joinClasses } from './element.ts'
import styles from './Feed.module.css'
import { Icon } from './Icon.tsx'
import { RelativeTime } from './RelativeTime.tsx'

/** A list whose entries are messages and events. */
export function Feed({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className={styles.feed}>
      {children}
    </ol>
  )
}

interface MessageProps {
  author: string
  /** "wrote"; of a note it says that it is one. */
  verb: string
  at: string
  /** A plain text with its own line breaks. */
  text: string
  /** Only for colleagues. */
  isNote?: boolean
  /** What came with it, such as files. */
  children?: ReactNode
}

/** A message: who wrote it and when, and below that its text. */
export function Message({ author, verb, at, text, isNote = false, children }: MessageProps) {
  return (
    <li className={styles.message}>
      <Avatar name={author} />
      <div className={styles.line}>
        <strong>{author}</strong>{' '}
        <span className={isNote ? styles.marked : undefined}>
          {isNote && <Icon name="lock" width={12} height={12} />}
          {verb}
        </span>{' '}
        <RelativeTime at={at} />
      </div>
      <div>
        <div className={joinClasses(styles.text, isNote && styles.note)}>{text}</div>
        {children && <div className={styles.below}>{children}</div>}
      </div>
    </li>
  )
}

interface FeedEventProps {
  who: string
  /** What they did, or how. */
  verb: string
  at: string
  /** A link at the end of the line, such as one to the reason. */
  action?: ReactNode
  /** What it changed. */
  children?: ReactNode
}

/** An event: who did what and when in one line, and below that what it changed. */
export function FeedEvent({ who, verb, at, action, children }: FeedEventProps) {
  return (
    <li className={styles.event}>
      <Avatar name={who} size="small" />
      <div className={styles.line}>
        <strong>{who}</strong> <span>{verb}</span> <RelativeTime at={at} /> {action}
      </div>
      {children && <div className={styles.below}>{children}</div>}
    </li>
  )
}
