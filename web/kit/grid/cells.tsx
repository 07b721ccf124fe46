// What cells of a grid show that is more than a text.

import { Avatar } from '../Avatar.tsx'
import { joinClasses } from '../element.ts'
import styles from './cells.module.css'

/** What a row is about, and after it in small where it begins, which a phone does not show. Both may be in any language. */
export function TitleCell({ title, more, isUnread = false }: { title: string; more?: string; isUnread?: boolean }) {
  return (
    <span className={styles.line}>
      <span dir="auto" className={joinClasses(styles.title, isUnread && styles.unread)}>
        {title}
      </span>
      {more !== undefined && (
        <span dir="auto" className={styles.more}>
          {more}
        </span>
      )}
    </span>
  )
}

/** A person with the disc of their initials. */
export function PersonCell({ name }: { name: string }) {
  return (
    <span className={styles.line}>
      <Avatar name={name} size="small" />
      <span dir="auto" className={styles.name}>
        {name}
      </span>
    </span>
  )
}
