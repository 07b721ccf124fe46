/** The words of a text as searches compare them: lower case, without accents, letters and digits only. Pure. */

/** The words of a text, in order. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** A tsquery for all words of a text; a word followed by an asterisk matches as a prefix. Empty if there are no words. */
export function queryOf(text: string): string {
  const parts = text.split(/\s+/).flatMap((part) => {
    const words = wordsOf(part)
    return words.map((word, index) => (part.endsWith('*') && index === words.length - 1 ? `${word}:*` : word))
  })
  return parts.join(' & ')
}

/** A tsquery for names that have all of these words, the last one as a prefix. Empty if there are no words. */
export function namePrefixQuery(text: string): string {
  const words = wordsOf(text)
  return words.map((word, index) => (index === words.length - 1 ? `${word}:*A` : `${word}:A`)).join(' & ')
}
