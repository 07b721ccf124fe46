import { Fragment } from 'react'
import { makeElement } from './element.ts'
import hidden from './hidden.module.css'
import styles from './text.module.css'

/** Less prominent text. */
export const Subtle = makeElement('span', styles.subtle)

/** A second line below the main one of a cell. */
export const SecondLine = makeElement('div', styles.secondLine)

/** A technical value in monospace, such as an identifier or part of a token. */
export const Mono = makeElement('code', styles.mono)

/** A technical value that may be long, such as an identifier chosen by a user, and so wraps. */
export const LongMono = makeElement('code', styles.longMono)

/** A record's name in medium weight, where it is not a link. */
export const Strong = makeElement('span', styles.strong)

/** Visible to screen readers only. */
export const ScreenReaderOnly = makeElement('span', hidden.visuallyHidden)

/** A link in running text. */
export const TextAnchor = makeElement('a', styles.anchor)

/** A long URL that wraps after its punctuation before it wraps anywhere else. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[/?&=-])(?!\/)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}

/** A link to another site, opened in a new tab without referrer or opener. Anything but a web address is shown as plain text. */
export function ExternalLink({ href, children }: { href: string; children: string }) {
  if (!/^(?:https?:\/\/|\/(?![/\\]))/i.test(href)) return <Breakable text={children} />
  return (
    <TextAnchor href={href} target="_blank" rel="noopener noreferrer">
      <Breakable text={children} />
      <ScreenReaderOnly> (opens in a new tab)</ScreenReaderOnly>
    </TextAnchor>
  )
}

/** Names and values in two columns. */
export const Facts = makeElement('dl', styles.facts)

/** A plain text with its own line breaks, such as that of a mail. */
export const PlainTextBlock = makeElement('pre', styles.plainTextBlock)

/** Text written by a user: its line breaks are kept. */
export const UserText = makeElement('div', styles.userText)

/** A short introduction to the content below it, with a short list. */
export const Brief = makeElement('div', styles.brief)

/** A line between two parts of a page, with a word in it. */
export const Divider = makeElement('div', styles.divider)
