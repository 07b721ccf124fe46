/** Text that people write, as HTML. It is Markdown, and nothing in it is HTML. @source docs/reference/tickets.md §2 */
import { Marked } from 'marked'
import { isWithinBounds } from './bounds.ts'
import { escapeHtml } from '#lib/escape_html.ts'
import { paragraphsOf } from './escape.ts'
import { runInterruptibly, TookTooLong } from './interrupt.ts'
import { sanitize } from './sanitize.ts'

/** Matches text that Markdown would render as markup. Each alternative stays within its line, so that matching is fast. */
const HAS_MARKUP = /[*_`#[\]<>~|\\]|^[ \t]{0,12}(?:[-+]|\d{1,9}[.)])[ \t]|^[ \t]{0,12}(?:={3}|-{3})|https?:\/\/|www\.|\S@\S|\S {2}\n|^ {4}/m
const MILLISECONDS = 15
/** Shorter texts take no time that is worth measuring. */
const SHORT = 128

const makeMarkdown = () =>
  new Marked({
    gfm: true,
    breaks: true,
    // what looks like HTML is text, and so is what looks like an entity; definitions of links would be left out of the text
    tokenizer: { html: () => undefined, tag: () => undefined, def: () => undefined },
    renderer: {
      text: (token) => ('tokens' in token && token.tokens !== undefined ? false : escapeHtml(token.text)),
    },
  })
let markdown = makeMarkdown()

/** Safe HTML of a text. One that is too rich to be read as Markdown within {@link MILLISECONDS} becomes paragraphs as it is written. */
export function htmlOfText(text: string): string {
  return (isMarkdown(text) ? fromMarkdown(text) : undefined) ?? paragraphsOf(text)
}

const isMarkdown = (text: string) => HAS_MARKUP.test(text) && isWithinBounds(text)

function fromMarkdown(text: string): string | undefined {
  const parse = () => markdown.parse(text, { async: false })
  try {
    const html = text.length < SHORT ? parse() : runInterruptibly(MILLISECONDS, parse)
    return sanitize(html)?.replaceAll('<p>', '<p dir="auto">').trim()
  } catch (error) {
    if (!(error instanceof TookTooLong || error instanceof RangeError)) throw error
    // it was stopped anywhere, so its state is not known
    markdown = makeMarkdown()
    return undefined
  }
}
