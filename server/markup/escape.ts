/** Text as HTML. Pure. */
import { escapeHtml } from '#lib/escape_html.ts'

/** A text as paragraphs, with its lines. Takes a time that grows as the text. */
export function paragraphsOf(text: string): string {
  return escapeHtml(text)
    .split(/\n{2,}/)
    .map((part) => `<p dir="auto">${part.replaceAll('\n', '<br>\n')}</p>`)
    .join('')
}
