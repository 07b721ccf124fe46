/** Masks text with blocks, in plain text and in HTML. Pure. @source docs/reference/tickets.md §2.3 */

import { ensureDefined } from '#lib/defined.ts'
import { ENTITIES, escapeHtml } from '#lib/escape_html.ts'
import { placesOf, splitText } from '#lib/places.ts'

const BLOCK = '▇'
/** The maximum length of a comment. A longer text cannot occur in one and is not searched for. */
const MAX_SECRET_LENGTH = 64 * 1024
const UNIT = /&(?:[a-z]+|#\d+);|[\s\S]/gu
/** The attributes that contain text of the author. */
const WRITTEN = / (href|src|alt|title)="[^"]*"/g
const isSpace = (unit: string) => /^\s$/.test(unit)

/** The masked text, and whether anything was masked. */
export interface Masked {
  readonly text: string
  readonly found: boolean
}

/** Replaces every character except line breaks by a block. An HTML entity counts as one character. */
export function maskAll(html: string): string {
  return html.replace(UNIT, (unit) => (unit === '\n' ? unit : BLOCK))
}

/** Masks every occurrence of the secret, ignoring whitespace between its characters. */
export function maskText(text: string, secret: string): Masked {
  if (secret.length > MAX_SECRET_LENGTH) return { text, found: false }
  return maskUnits(
    text,
    [...text].map((unit) => ({ unit, seen: unit })),
    secret,
  )
}

/** Masks the secret in HTML: in the text a reader sees, even across markup, and in the attributes that contain text of the author. */
export function maskHtml(html: string, secret: string): Masked {
  if (secret.length > MAX_SECRET_LENGTH) return { text: html, found: false }
  const hidden = BLOCK.repeat([...secret].length)
  const escaped = escapeHtml(secret)
  const units = html.split(/(<[^>]*>)/).flatMap((part) => (part.startsWith('<') ? [inTag(part, escaped, hidden)] : seenUnits(part)))
  const masked = maskUnits(html, units, secret)
  return { text: masked.text, found: masked.found || units.some((unit) => unit.changed === true) }
}

interface Unit {
  readonly unit: string
  /** The part of the unit that a reader sees; empty for a tag. */
  readonly seen: string
  readonly changed?: boolean
}

function seenUnits(part: string): Unit[] {
  return (part.match(UNIT) ?? []).map((unit) => ({ unit, seen: ENTITIES[unit] ?? (unit.length === 1 ? unit : decodeEntity(unit)) }))
}

function decodeEntity(unit: string): string {
  const code = /^&#(\d+);$/.exec(unit)?.[1]
  return code === undefined ? unit : String.fromCodePoint(Math.min(Number(code), 0x10ffff))
}

function inTag(tag: string, secret: string, hidden: string): Unit {
  // Only within quotation marks: if other parts of a tag were removed, the text of a value could become an attribute. The other attributes
  // are markup, and a short secret may be part of them: of dir="auto", for example.
  const cleaned = tag.replace(
    WRITTEN,
    (attribute, name: string) => ` ${name}="${splitText(attribute.slice(name.length + 3, -1), secret).join(hidden)}"`,
  )
  return { unit: cleaned, seen: '', changed: cleaned !== tag }
}

/** Compares without whitespace, because HTML has line breaks at other places than text. */
function maskUnits(whole: string, units: readonly Unit[], secret: string): Masked {
  const needle = [...secret].filter((character) => !isSpace(character)).join('')
  if (needle === '') return { text: whole, found: false }
  const places: number[] = []
  let dense = ''
  units.forEach(({ seen }, index) => {
    if (seen === '' || isSpace(seen)) return
    for (let at = 0; at < seen.length; at++) places.push(index)
    dense += seen
  })
  const blacked = new Set<number>()
  for (const at of placesOf(dense, needle)) {
    const first = ensureDefined(places[at])
    const last = ensureDefined(places[at + needle.length - 1])
    for (let index = first; index <= last; index++) blacked.add(index)
  }
  const text = units.map(({ unit, seen }, index) => (blacked.has(index) && seen !== '' && seen !== '\n' ? BLOCK : unit)).join('')
  return { text, found: blacked.size > 0 }
}
