import { makeElement } from '../element.ts'
import styles from './GroupTitle.module.css'

/** The title of a group of rows, above their table. */
export const GroupTitle = makeElement('h3', styles.title)
