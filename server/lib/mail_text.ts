/** Text for the headers of a mail. A line break there would let external input add headers of its own. */

// no quoted local parts, no comments, no lists: one plain address that no parser can take for two
const ADDRESS = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u
const MOST_ADDRESS = 320
const MOST_LINE = 500

/** True when a text is one plain e-mail address. */
export function isMailAddress(text: string): boolean {
  return text.length <= MOST_ADDRESS && ADDRESS.test(text)
}

/** A text as one header line: control characters and line breaks become spaces, and a long text is cut. */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return line.length <= MOST_LINE ? line : `${line.slice(0, MOST_LINE - 1)}…`.toWellFormed()
}
