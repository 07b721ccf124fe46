import { joinClasses } from './element.ts'
import styles from './StatusTag.module.css'

export type Tone = 'good' | 'warning' | 'off' | 'note'

/** A label with a shape and a ground by its tone, which add no information. */
export function StatusTag({ tone, children }: { tone: Tone; children: string }) {
  return <span className={joinClasses(styles.tag, styles[tone])}>{children}</span>
}
