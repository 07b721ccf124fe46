/** The HTML that is kept of what people send. */
import sanitizeHtml from 'sanitize-html'
import { runInterruptibly, TookTooLong } from './interrupt.ts'

/** Elements that stand on lines of their own, and that are kept as `div`: without them their words would run together. */
const BLOCKS = [
  'address',
  'article',
  'aside',
  'center',
  'details',
  'dialog',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'header',
  'legend',
  'main',
  'menu',
  'nav',
  'optgroup',
  'option',
  'search',
  'section',
  'select',
  'summary',
] as const

/** What is kept. Deeper elements lose their tags, as a browser would not show more either. */
export const SAFE = {
  allowedTags: [
    'a',
    'b',
    'blockquote',
    'br',
    'caption',
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
  ] as const,
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
  nonTextTags: ['script', 'style', 'textarea', 'title'],
  transformTags: {
    ...Object.fromEntries(BLOCKS.map((name) => [name, 'div'])),
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }),
  },
} satisfies sanitizeHtml.IOptions

/** The parser's time grows with the number of open elements, so it is stopped when there are more. */
const DEEPEST = 400
/** The most tags, and the time, that HTML of {@link USUAL_LENGTH} may have; longer HTML has more. */
const MAX_TAGS = 6000
const MILLISECONDS = 25
const USUAL_LENGTH = 65_536
/** Shorter HTML takes no time that is worth measuring. */
const SHORT = 256

class TooDeep extends Error {}

/** Safe HTML of any HTML; undefined if it has too many tags, is nested too deeply, or takes too long. */
export function sanitize(html: string, options: sanitizeHtml.IOptions = SAFE): string | undefined {
  const share = Math.max(1, html.length / USUAL_LENGTH)
  if (!hasAtMost(html, '<', MAX_TAGS * share)) return undefined
  let depth = 0
  const onOpenTag = () => {
    depth += 1
    if (depth > DEEPEST) throw new TooDeep()
  }
  const onCloseTag = () => {
    depth -= 1
  }
  const work = () => {
    // an attempt that was broken off has left its depth here
    depth = 0
    return sanitizeHtml(html, { ...options, onOpenTag, onCloseTag })
  }
  try {
    return html.length < SHORT ? work() : runInterruptibly(Math.ceil(MILLISECONDS * share), work)
  } catch (error) {
    if (error instanceof TooDeep || error instanceof TookTooLong) return undefined
    throw error
  }
}

function hasAtMost(text: string, sought: string, most: number): boolean {
  let count = 0
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + 1)) {
    count += 1
    if (count > most) return false
  }
  return true
}

const LINK_STYLE = 'color:#0b57d0;overflow-wrap:anywhere'
/** An address in escaped text. */
const ADDRESS = /https?:\/\/(?:(?!&[lg]t;)[^\s<>"])+/g

/**
 * Safe HTML for a mail; undefined as for {@link sanitize}. Addresses below `base_url` are links, and pictures there are shown. Others may be by
 * senders who are not known: links to them become text, and pictures are removed.
 */
export function sanitizeForMail(html: string, base_url: string): string | undefined {
  const isOwn = (address: string | undefined) => address?.startsWith(`${base_url}/`) === true
  const link = (address: string) => `<a href="${address.replaceAll('"', '&quot;')}" style="${LINK_STYLE}">${address}</a>`
  return sanitize(html, {
    ...SAFE,
    transformTags: {
      a: (tagName, { href = '' }) => (isOwn(href) ? { tagName, attribs: { href } } : { tagName: 'span', attribs: {} }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwn(attribs['src']),
    textFilter: (text, tag) => (tag === 'a' ? text : text.replaceAll(ADDRESS, (address) => (isOwn(address) ? link(address) : address))),
  })
}
