import { makeElement } from './element.ts'
import styles from './FormSections.module.css'

/** A long form on the sheet of the page, without cards: its sections below each other, and what is as wide as the page. */
export const FormSections = makeElement('div', styles.sections)

/** Fields that belong together, below each other. */
export const FormSection = makeElement('div', styles.section)
