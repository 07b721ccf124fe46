import styles from './Box.module.css'
import { makeElement } from './element.ts'

/** A line around what belongs together, within a form or a card. */
export const Box = makeElement('div', styles.box)
