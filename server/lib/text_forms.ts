/**
 * The one form in which each kind of text is stored, compared and looked up: keys, e-mail addresses, lines. One letter has one form (NFC,
 * Unicode Standard Annex #15). Pure.
 */

/** Characters that nobody sees and programs may add: joiners, marks of direction, soft hyphens, byte order marks, blank letters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u{2800}]+/gu
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
// no quoted local parts, no comments, no lists: one plain address that no parser can take for two
const LOCAL_PART = String.raw`[^\s@,;:<>()[\]\\"\p{Cc}\p{Cf}]+`
const LABEL = String.raw`[^\s@,;:<>()[\]\\".\p{Cc}\p{Cf}]+`
const ADDRESS = new RegExp(`^${LOCAL_PART}@${LABEL}(?:\\.${LABEL})*$`, 'u')
/** RFC 5321 §4.5.3.1 */
const MAX_ADDRESS_LENGTH = 320

/** The text with one form of each letter. */
export function composeLetters(text: string): string {
  return text.normalize('NFC')
}

/** A key that other systems gave, such as an external id: without blanks around it. */
export function plainKey(text: string): string {
  return composeLetters(text).trim()
}

/** A name, a title or a subject: control characters and line breaks become one space. */
export function plainLine(text: string): string {
  return composeLetters(text).replace(CONTROLS, ' ')
}

/** An e-mail address without invisible characters and without blanks around it; its letters keep their case. */
export function plainAddress(text: string): string {
  return composeLetters(text.replace(INVISIBLE, '').trim())
}

/** An e-mail address as it is stored and compared: {@link plainAddress} in lower case. */
export function addressKey(text: string): string {
  return plainAddress(text).toLowerCase()
}

/** True for an e-mail address of a domain that has a dot, as every public one. */
export function isPublicEmailAddress(text: string): boolean {
  return isEmailAddress(text) && text.includes('.', text.indexOf('@'))
}

/** True when a text is one plain e-mail address, whose domain has no empty part. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(text) && text === plainAddress(text)
}
