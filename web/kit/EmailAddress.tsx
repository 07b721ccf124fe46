import { Fragment } from 'react'
import styles from './EmailAddress.module.css'

/**
 * An e-mail address, with the punctuation of a sentence around it if there is any. It moves to the next line as a whole; where it is longer than a line,
 * it breaks behind "@", ".", "+" or "-", and elsewhere only where such a part is longer than a line, too.
 */
export function EmailAddress({ text }: { text: string | null }) {
  return (
    <span className={styles.address}>
      {text?.split(/(?<=[@.+])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
