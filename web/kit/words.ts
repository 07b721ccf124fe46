// How words are written for people.

/** "Open" for "open": a word or a sentence with a capital, the rest as it is. */
export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
