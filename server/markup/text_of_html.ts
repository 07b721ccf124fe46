/** The text of HTML: the only place that makes one of the other. Pure. */
import { Parser } from 'htmlparser2'
import { ENTITIES } from '#lib/escape_html.ts'
import { sanitize } from './sanitize.ts'
import { TextLines } from './text_lines.ts'

/** Elements that a blank line separates from what stands around them. */
const PARTED = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'table', 'blockquote', 'pre', 'hr'])
/** Elements that begin and end a line. */
const LINES = new Set(['div', 'dt', 'dd', 'li', 'tr', 'caption'])
const CELLS = new Set(['td', 'th'])
const LISTS = new Set(['ul', 'ol'])
const RULE = '---'

interface OpenList {
  /** The number of its next item; undefined if its items have none. */
  next: number | undefined
}

interface OpenLink {
  readonly href: string
  readonly start: number
}

/**
 * The text that a reader of safe HTML sees, with its structure: a line for each block and each row, a tab between cells, a blank line around
 * paragraphs, `*` or the number before items of lists, `>` before quoted lines, and behind a link its address in brackets, if that is not its
 * text. Takes a time that grows as the HTML. @source https://html.spec.whatwg.org/multipage/dom.html#the-innertext-idl-attribute
 */
export function textOfHtml(html: string): string {
  const out = new TextLines()
  const lists: OpenList[] = []
  const links: OpenLink[] = []
  // a list within a list belongs to its item
  const breaksAround = (name: string) => (PARTED.has(name) && !(LISTS.has(name) && lists.length > 0) ? 2 : 1)
  const part = (name: string) => {
    if (LINES.has(name) || PARTED.has(name)) out.part(breaksAround(name))
  }
  const parser = new Parser({
    ontext: (text) => out.text(text),
    onopentag(name, { href = '', start }) {
      part(name)
      out.isPreStart = name === 'pre'
      if (name === 'br') out.newLine()
      else if (name === 'hr') out.inline(RULE)
      else if (name === 'tr') out.row()
      else if (CELLS.has(name)) out.cell()
      else if (name === 'pre') out.pre += 1
      else if (name === 'blockquote') out.quotes += 1
      else if (LISTS.has(name)) lists.push({ next: name === 'ol' ? numberOf(start) : undefined })
      else if (name === 'li') out.item(lists.length, markOf(lists.at(-1)))
      else if (name === 'a') links.push({ href: href.replace(/^mailto:/i, ''), start: out.place })
    },
    onclosetag(name) {
      if (CELLS.has(name)) out.cellEnd()
      else if (name === 'pre') out.pre -= 1
      else if (name === 'blockquote') out.quotes -= 1
      else if (LISTS.has(name)) lists.pop()
      else if (name === 'li') out.itemEnd()
      else if (name === 'a') endLink(out, links.pop())
      part(name)
    },
  })
  parser.write(html)
  parser.end()
  return out.toString()
}

const numberOf = (start = '1') => (/^-?\d{1,9}$/.test(start) ? Number(start) : 1)

function markOf(list: OpenList | undefined): string {
  if (list?.next === undefined) return '* '
  list.next += 1
  return `${list.next - 1}. `
}

/** Writes where a link leads, unless its text says so. */
function endLink(out: TextLines, link: OpenLink | undefined): void {
  if (link === undefined || link.href === '') return
  // the mark of an item or of a quote may stand before the text
  const lastWord = out.since(link.start).trim().split(/\s+/).at(-1)
  if (lastWord !== link.href) out.address(link.href)
}

/** The text of HTML that anybody has written: as {@link textOfHtml}, or its words if it is too rich to be parsed. */
export function textOfAnyHtml(html: string): string {
  const safe = sanitize(html)
  return safe === undefined ? wordsOfHtml(html) : textOfHtml(safe.trim())
}

/** The text between the tags of any HTML, in one pass that no HTML makes slow: without structure, but with words apart. */
export function wordsOfHtml(html: string): string {
  let text = ''
  for (let at = 0; at < html.length;) {
    const from = html.indexOf('<', at)
    const to = from === -1 ? -1 : html.indexOf('>', from)
    if (to === -1) {
      text += html.slice(at)
      break
    }
    text += `${html.slice(at, from)} `
    at = to + 1
  }
  return text.replaceAll(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity).trim()
}
