/** The first letters of the first and the last word of a name; words that begin with something else, such as a number, do not count. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /^\p{L}/u.exec(word) ?? [])
  return [letters[0], letters.length > 1 ? letters.at(-1) : ''].join('').toUpperCase()
}
