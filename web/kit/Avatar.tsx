import styles from './Avatar.module.css'
import { joinClasses } from './element.ts'
import { initialsOf } from './initials.ts'

/** A person as a disc with their initials, the small one with the first, beside their name; hidden from screen readers. */
export function Avatar({ name, size = 'medium' }: { name: string; size?: 'small' | 'medium' }) {
  return (
    <span aria-hidden="true" className={joinClasses(styles.avatar, size === 'small' && styles.small)}>
      {size === 'small' ? initialsOf(name).slice(0, 1) : initialsOf(name)}
    </span>
  )
}
