/** The three forms of a comment: the text as written, safe HTML, and the text without markup. @source docs/reference/tickets.md §2 */
import { paragraphsOf } from '#markup/escape.ts'
import { htmlOfText } from '#markup/markdown.ts'
import { sanitize } from '#markup/sanitize.ts'
import { textOfHtml, wordsOfHtml } from '#markup/text_of_html.ts'

/** A comment's text in its three stored forms. */
export interface Content {
  readonly body: string
  readonly html_body: string
  readonly plain_body: string
}

/** The text of a comment as it was sent. HTML counts before text. */
export interface Given {
  readonly text: string
  readonly html: string
}

const wrap = (inner: string) => `<div class="zd-comment" dir="auto">${inner}</div>`

/** Content from text, which may be Markdown. */
export function contentFromText(text: string): Content {
  const body = text.replaceAll('\r\n', '\n')
  return { body, html_body: wrap(htmlOfText(body)), plain_body: body }
}

/** The content of a comment that has files alone. */
export const NO_CONTENT: Content = contentFromText('')

/** Content from HTML, sanitised; null if nothing is left. HTML that takes too long to be read becomes its words. */
export function contentFromHtml(html: string): Content | null {
  const safe = sanitize(html)?.trim() ?? paragraphsOf(wordsOfHtml(html))
  if (safe === '') return null
  const text = textOfHtml(safe)
  return { body: text, html_body: wrap(safe), plain_body: text }
}

/** What was made of the texts that came with these objects. */
const CONTENT_OF_SOURCE = new WeakMap<object, Given & { readonly content: Content | null }>()

/**
 * The content of a comment as it was sent; null if nothing is left of its HTML. It is made once for each `source`, the object of the input
 * that it came with, however often a request attempts its write.
 */
export function contentOf(source: object, { text, html }: Given): Content | null {
  const known = CONTENT_OF_SOURCE.get(source)
  if (known?.text === text && known.html === html) return known.content
  const content = html.trim() === '' ? contentFromText(text) : contentFromHtml(html)
  CONTENT_OF_SOURCE.set(source, { text, html, content })
  return content
}

/** A copy of what a comment came with, of which the content that was made is known. */
export function copyWithContent<Source extends object, Added extends object>(source: Source, added: Added): Source & Added {
  const copy = { ...source, ...added }
  const known = CONTENT_OF_SOURCE.get(source)
  if (known !== undefined) CONTENT_OF_SOURCE.set(copy, known)
  return copy
}
