/** The three forms of a comment: the text as written, safe HTML, and the text without markup. @source docs/reference/tickets.md §2 */
import { convert } from 'html-to-text'
import { marked } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { defined } from '../../../lib/defined.ts'

/** A comment's text in its three stored forms. */
export interface Content {
  readonly body: string
  readonly html_body: string
  readonly plain_body: string
}

/** The HTML that is kept. */
export const SAFE = {
  allowedTags: [
    'a',
    'b',
    'blockquote',
    'br',
    'code',
    'dd',
    'del',
    'div',
    'dl',
    'dt',
    'em',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'img',
    'ins',
    'li',
    'ol',
    'p',
    'pre',
    's',
    'span',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
    'thead',
    'tr',
    'u',
    'ul',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    '*': ['dir'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  nestingLimit: 100,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
} satisfies sanitizeHtml.IOptions
/** Matches text that Markdown or HTML would render as markup. Each alternative stays within its line, so that matching is fast. */
const HAS_MARKUP = /[*_`#[\]<>&~|\\]|^[ \t]{0,12}(?:[-+]|\d{1,9}[.)])[ \t]|^[ \t]{0,12}(?:={3}|-{3})|https?:\/\/|\S {2}\n|^ {4}/m
/** The cost of parsing Markdown is quadratic in these characters; a text with more of them is rendered as plain text. */
const MARKS = /[*_`[\]<>~|!\\]/g
const MOST_MARKS = 1000
const LONGEST_MARKDOWN = 32_768
const DEEPEST = 100

const wrap = (inner: string) => `<div class="zd-comment" dir="auto">${inner}</div>`

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => defined(ESCAPES[character]))

function paragraphs(text: string): string {
  return escaped(text)
    .split(/\n{2,}/)
    .map((part) => `<p dir="auto">${part.replaceAll('\n', '<br>\n')}</p>`)
    .join('')
}

function fromMarkdown(text: string): string {
  const html = marked.parse(text, { async: false, gfm: true, breaks: true })
  return sanitizeHtml(html, SAFE).replaceAll('<p>', '<p dir="auto">').trim()
}

/** Renders a text; as plain paragraphs if it is nested too deeply for `render`. */
function rendered(text: string, render: (text: string) => string): string {
  try {
    return render(text)
  } catch (error) {
    if (error instanceof RangeError) return paragraphs(text)
    throw error
  }
}

function isMarkdown(text: string): boolean {
  return text.length <= LONGEST_MARKDOWN && HAS_MARKUP.test(text) && (text.match(MARKS)?.length ?? 0) <= MOST_MARKS
}

/** Content from plain text or markdown. */
export function contentFromText(text: string): Content {
  const body = text.replaceAll('\r\n', '\n')
  return { body, html_body: wrap(isMarkdown(body) ? rendered(body, fromMarkdown) : paragraphs(body)), plain_body: body }
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** Content from HTML, sanitised; null if nothing is left. */
export function contentFromHtml(html: string): Content | null {
  const safe = rendered(html, (text) => sanitizeHtml(text, SAFE).trim())
  if (safe === '') return null
  const text = convert(safe, {
    wordwrap: false,
    limits: { maxDepth: DEEPEST },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
  return { body: text, html_body: wrap(safe), plain_body: text }
}
