/** Values of placeholders that are more than a text. Pure. */
import { escapeMarkup } from '#lib/escape_html.ts'

/**
 * In `html` values are escaped, and those that are HTML themselves are not; in `mail` the template is a text, which is escaped as well, with its
 * lines; in `json` they are escaped for a string of JSON, in `xml` for the text and the attributes of XML.
 */
export type Mode = 'text' | 'html' | 'mail' | 'json' | 'xml'

/** A text as HTML, with its lines. */
export const htmlOfLines = (text: string) => escapeMarkup(text).replaceAll('\n', '<br>\n')

// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** A text for XML, without the characters that XML cannot have. @source W3C XML 1.0 §2.2 */
export const escapeForXml = (text: string) => escapeMarkup(text.toWellFormed().replaceAll(NOT_IN_XML, ''))

/** Safe HTML: it is not escaped again. A filter that changes it makes a text of it, which is. */
export class Html {
  readonly #html: string

  constructor(html: string) {
    this.#html = html
  }

  get html(): string {
    return this.#html
  }

  toString(): string {
    return this.#html
  }
}

/** The chosen option of a field: shown as its value, with its title beside. */
export class Option {
  readonly title: string
  readonly #value: string

  constructor(value: string, title: string) {
    this.title = title
    this.#value = value
  }

  toString(): string {
    return this.#value
  }
}

/** A text that has members besides: a comment is shown as its text, and its author and files are read by their names. */
export class Described {
  readonly #shown: string | Html

  constructor(shown: string | Html, members: Readonly<Record<string, unknown>>) {
    this.#shown = shown
    Object.assign(this, members)
  }

  /** What it is shown as. Templates read own members only, and this is none. */
  get shown(): string | Html {
    return this.#shown
  }

  toString(): string {
    return this.#shown.toString()
  }
}

/** A single value as a text; '' for nothing, and for lists and objects that are not meant to be shown. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value instanceof Html || value instanceof Option || value instanceof Described ? value.toString() : ''
}

/** A text with its lines. */
export function formatLines(text: string, mode: Mode): string | Html {
  return mode !== 'html' ? text : new Html(htmlOfLines(text))
}
