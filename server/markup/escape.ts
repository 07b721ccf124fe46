/** Text as HTML without any markup. Pure. */
import { defined } from '../lib/defined.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it stands in HTML, between tags and in attributes with double quotes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => defined(ESCAPES[character]))

/** A text as paragraphs, with its lines. Takes a time that grows as the text. */
export function paragraphsOf(text: string): string {
  return escapeHtml(text)
    .split(/\n{2,}/)
    .map((part) => `<p dir="auto">${part.replaceAll('\n', '<br>\n')}</p>`)
    .join('')
}
