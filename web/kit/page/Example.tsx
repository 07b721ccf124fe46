import type { ReactNode } from 'react'
import { Card, CardHead, CardTitle } from '../Card.tsx'
import styles from './page.module.css'

/** A text that is longer than its place. */
export const LONG =
  'The grinder stops after ten shots with E3, smells warm, and only starts again when it has been unplugged for a quarter of an hour'
/** One that has no place to break. */
export const UNBROKEN = 'https://shop.example.com/orders/20931/Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'

/** The examples of a family, below each other. */
export function Examples({ children }: { children: ReactNode }) {
  return <div className={styles.examples}>{children}</div>
}

/** One part in its states. `isFlush`: it has its own margins, as a table has. */
export function Example({ title, isFlush = false, children }: { title: string; isFlush?: boolean; children: ReactNode }) {
  return (
    <Card>
      <CardHead>
        <CardTitle>{title}</CardTitle>
      </CardHead>
      {isFlush ? children : <div className={styles.example}>{children}</div>}
    </Card>
  )
}

/** Small parts beside each other. */
export function SideBySide({ children }: { children: ReactNode }) {
  return <div className={styles.beside}>{children}</div>
}
