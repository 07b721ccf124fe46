import styles from './Banner.module.css'
import { makeElement } from './element.ts'

/** A line across the top of every page, about something that is unusual for all of them; links in it look like its text. */
export const Banner = makeElement('div', styles.banner, { role: 'status' })
