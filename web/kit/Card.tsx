import styles from './Card.module.css'
import { makeElement } from './element.ts'

/** A box with a border on the sheet of the page. */
export const Card = makeElement('section', styles.card)

/** The title of a card. */
export const CardTitle = makeElement('h2', styles.title)

/** The header of a card with a list: its title and its description. */
export const CardHead = makeElement('div', styles.head)

/** Cards below each other. */
export const Cards = makeElement('div', styles.cards)

/** The body of a form on a card: fields below each other, buttons at the end. */
export const FormBody = makeElement('div', styles.form)

/** The buttons of a form; the primary one is last. */
export const FormActions = makeElement('div', styles.actions)

/** A few buttons beside each other. */
export const ButtonRow = makeElement('div', styles.buttons)

/** Controls above a list. */
export const Toolbar = makeElement('div', styles.toolbar)
