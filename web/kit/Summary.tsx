import { makeElement } from './element.ts'
import styles from './Summary.module.css'

/** The line of a `details` element that opens and closes it. */
export const Summary = makeElement('summary', styles.summary)
