/** The words of a text as searches compare them: small, without accents, nothing but letters and digits. Pure. */

/** The words of a text, in their order. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** A query for all of these words as PostgreSQL reads it; a word with an asterisk behind it begins with what stands before. Empty: no words. */
export function queryOf(text: string): string {
  const parts = text.split(/\s+/).flatMap((part) => {
    const words = wordsOf(part)
    return words.map((word, index) => (part.endsWith('*') && index === words.length - 1 ? `${word}:*` : word))
  })
  return parts.join(' & ')
}

/** A query for names in which a word begins with the last of these words, and which have the others. Empty: no words. */
export function beginningOfName(text: string): string {
  const words = wordsOf(text)
  return words.map((word, index) => (index === words.length - 1 ? `${word}:*A` : `${word}:A`)).join(' & ')
}
