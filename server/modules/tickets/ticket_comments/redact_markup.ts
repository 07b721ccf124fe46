/** Comments redacted by marks in their HTML: `<redact>…</redact>`, or elements with the attribute `redact`. Pure. @source docs/reference/tickets.md §2.3 */
import type { IOptions } from 'sanitize-html'
import { escapeHtml } from '#lib/escape_html.ts'
import { SAFE, sanitize } from '#markup/sanitize.ts'
import { maskAll } from './mask.ts'

const MARK = 'redact'
const HAS_MARK = new RegExp(`\\s${MARK}(?:[\\s=/>]|$)`)
const VOID = new Set(['img', 'br', 'hr'])
const MARKED: IOptions = {
  ...SAFE,
  allowedTags: [...SAFE.allowedTags, MARK],
  allowedAttributes: { ...SAFE.allowedAttributes, '*': ['dir', MARK] },
}

/** Safe HTML that has its marks; undefined as for {@link sanitize}. */
export const sanitizeMarked = (html: string) => sanitize(html, MARKED)

/** The safe HTML with marked parts masked and the marks removed; pictures and links with one of `urls` are removed, too. */
export function redactMarked(html: string, urls: readonly string[]): string {
  const named = new Set(urls.map(escapeHtml))
  const open: boolean[] = []
  const parts = html.match(/<[^>]*>|[^<]+/g) ?? []
  const isHidden = () => open.includes(true)
  const out: string[] = []
  for (const part of parts) {
    const [, slash = '', name = ''] = /^<(\/?)([a-z0-9]+)/.exec(part) ?? []
    if (name === '') out.push(isHidden() ? maskAll(part) : part)
    else if (slash === '/') {
      const hidden = isHidden()
      open.pop()
      out.push(name === MARK || (name === 'a' && hidden) ? '' : part)
    } else {
      const marked = name === MARK || HAS_MARK.test(part) || [...part.matchAll(/"([^"]*)"/g)].some(([, value = '']) => named.has(value))
      if (!VOID.has(name)) open.push(marked)
      out.push(openTag(part, name, marked || isHidden()))
    }
  }
  return out.join('')
}

/** What remains of an opening tag: of a masked one at most its name, because attributes may contain the secret. */
function openTag(part: string, name: string, hidden: boolean): string {
  if (!hidden) return part
  if (name === MARK || name === 'a' || name === 'img') return ''
  return `<${name}>`
}

/** The text a reader of safe HTML sees, without whitespace: to compare whether two versions are of one comment. */
export function visibleText(html: string): string {
  return html.replaceAll(/<[^>]*>|\s+/g, '')
}

/** True if every href, src, alt and title of safe HTML is also in the version before. */
export function hasNoNewAttributes(html: string, before: string): boolean {
  return attributesOf(html).isSubsetOf(attributesOf(before))
}

function attributesOf(html: string): Set<string> {
  const tags = html.match(/<[^>]*>/g) ?? []
  return new Set(tags.flatMap((tag) => tag.match(/ (?:href|src|alt|title)="[^"]*"/g) ?? []))
}
