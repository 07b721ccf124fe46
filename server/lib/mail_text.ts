/** Text for the headers of a mail. A line break there would let external input add headers of its own. */

const MAX_LINE = 500

/** A text as one header line: control characters and line breaks become spaces, and a long text is cut. */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE - 1)}…`.toWellFormed()
}
