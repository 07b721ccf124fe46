/** Text as HTML and back, character by character. Pure. */
import { ensureDefined } from './defined.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it stands in HTML, between tags and in attributes with double quotes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ensureDefined(ESCAPES[character]))

/** A text as it stands in HTML and XML, also in attributes with single quotes. */
export const escapeMarkup = (text: string) => escapeHtml(text).replaceAll("'", '&#39;')

/** The characters that sanitized HTML has as entities. */
export const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}
