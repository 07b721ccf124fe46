import { makeElement } from './element.ts'
import styles from './Ruled.module.css'

/** Parts below each other with a line between; their room is up to them. */
export const Ruled = makeElement('div', styles.ruled)

/** The same as an ordered list. */
export const RuledList = makeElement('ol', styles.ruled)
