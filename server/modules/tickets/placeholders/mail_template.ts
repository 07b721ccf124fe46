/** Templates whose text is no HTML, rendered as the HTML of a mail. Pure. */
import { escapeHtml } from '../../../markup/escape.ts'

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>\n')

/** A text that is no template as HTML, with its lines. */
export const asMailHtml = lines

/** The template with what stands between its names and tags as HTML. */
export function asMailTemplate(text: string): string {
  const begins = /\{[{%]/g
  let [html, at] = ['', 0]
  for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
    const end = text.indexOf(begin[0] === '{{' ? '}}' : '%}', begins.lastIndex)
    // it is malformed, which its parser says
    if (end === -1) break
    html += lines(text.slice(at, begin.index)) + text.slice(begin.index, end + 2)
    at = end + 2
    begins.lastIndex = at
  }
  return html + lines(text.slice(at))
}
