/** The three forms of a comment: the text as written, safe HTML, and the text without markup. @source tickets.md §2 */
import { convert } from 'html-to-text'
import { marked } from 'marked'
import sanitizeHtml from 'sanitize-html'

/** A comment's text in its three stored forms. */
export interface Content {
  readonly body: string
  readonly html_body: string
  readonly plain_body: string
}

const SAFE: sanitizeHtml.IOptions = {
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
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
}
/** Text in which no character means anything to markdown or HTML: most of what API clients send. */
const HAS_MARKUP = /[*_`#[\]<>&~|\\]|^\s*(?:[-+]|\d+[.)])\s|^\s*(?:={3,}|-{3,})\s*$|https?:\/\/|\S {2}\n|^ {4}/m

const wrap = (inner: string) => `<div class="zd-comment" dir="auto">${inner}</div>`

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((part) => `<p dir="auto">${part.replaceAll('\n', '<br>\n')}</p>`)
    .join('')
}

function fromMarkdown(text: string): string {
  const html = marked.parse(text, { async: false, gfm: true, breaks: true })
  return sanitizeHtml(html, SAFE).replaceAll('<p>', '<p dir="auto">').trim()
}

/** Content from plain text or markdown. */
export function contentFromText(text: string): Content {
  const body = text.replaceAll('\r\n', '\n')
  return { body, html_body: wrap(HAS_MARKUP.test(body) ? fromMarkdown(body) : paragraphs(body)), plain_body: body }
}

/** Content from HTML, of which only what is safe is kept. */
export function contentFromHtml(html: string): Content {
  const safe = sanitizeHtml(html, SAFE).trim()
  const text = convert(safe, {
    wordwrap: false,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ],
  })
  return { body: text, html_body: wrap(safe), plain_body: text }
}
