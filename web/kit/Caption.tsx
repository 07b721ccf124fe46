import styles from './Caption.module.css'
import { makeElement } from './element.ts'

/** A small title, such as that of a column of fields. */
export const Caption = makeElement('div', styles.caption)
