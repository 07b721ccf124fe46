/** What may stand in the head of a mail. A line break there would let a text from outside write lines of its own. */

// no quoted local parts, no comments, no lists: one plain address, nothing that a parser could take for two
const ADDRESS = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u
const MOST_ADDRESS = 320
const MOST_LINE = 500

/** True when a text is one plain e-mail address. */
export function isMailAddress(text: string): boolean {
  return text.length <= MOST_ADDRESS && ADDRESS.test(text)
}

/** A text as one line of the head: control characters and line breaks become blanks, and what is too long is cut. */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return line.length <= MOST_LINE ? line : `${line.slice(0, MOST_LINE - 1)}…`.toWellFormed()
}
