import { makeElement } from './element.ts'
import styles from './FilterGrid.module.css'

/** Filter fields of a list, side by side as far as they fit. */
export const FilterGrid = makeElement('div', styles.grid)
