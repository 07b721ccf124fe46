// How several words are joined for people.

import { LOCALE } from './locale.ts'

const lists = {
  and: new Intl.ListFormat(LOCALE, { type: 'conjunction' }),
  or: new Intl.ListFormat(LOCALE, { type: 'disjunction' }),
} as const

/** "a", "a and b", "a, b and c" */
export function formatList(parts: readonly string[], word: keyof typeof lists = 'and'): string {
  return lists[word].format(parts)
}
