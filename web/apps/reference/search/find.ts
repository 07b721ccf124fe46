// The search of the reference: which entries contain all words of a query, the best first, and why each was found. Pure.
// Does not belong here: what the entries are (entries.ts), how results look.

/** Something that can be found. Words count for more the earlier their field: `title`, `path`, `description`, `text`. */
export interface SearchEntry {
  kind: 'guide' | 'topic' | 'operation'
  address: string
  title: string
  /** The method and path of an operation; the subject of a topic; the title of the guide that a section is of. */
  path: string
  description: string
  text: string
}

const FIELDS = ['title', 'path', 'description', 'text'] as const
/** What a word costs that is first found in this field. A result with lower costs comes first. */
const COSTS = { title: 0, path: 2, description: 5, text: 9 } as const
/** What a phrase saves: the words of the query beside each other. */
const PHRASE_GAIN = 3
const MAX_EXCERPT_LENGTH = 150

/** Words that say nothing about the subject, as in "how to close a ticket". */
const FILLERS = new Set(['a', 'an', 'and', 'can', 'do', 'for', 'how', 'i', 'in', 'is', 'my', 'of', 'on', 'the', 'to', 'with'])

/** The words of a query, in lower case and in the singular; of a path that was pasted without its host, query and suffix, `id` in place of ids. */
export function wordsOf(query: string): string[] {
  const text = query.toLowerCase().replaceAll(/https?:\/\/[^/\s]+|(?<=\/\S*)\?\S*/g, ' ')
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const kept = text.includes('/')
    ? words.filter((word) => word !== 'json').map((word) => (/^\d+$/.test(word) ? 'id' : word))
    : words.filter((word) => !FILLERS.has(word))
  return (kept.length === 0 ? words : kept).map(singularOf)
}

/** The singular of a word in the plural: `policies` → `policy`, `addresses` → `address`. */
function singularOf(word: string): string {
  if (word.length < 4 || word.endsWith('ss')) return word
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/(?:(?<=ss|.us|x|ch|sh)e)?s$/, '')
}

/** What a word begins with in the singular and in the plural: `policy`, `policies`. */
const makeStem = (word: string) => word.replace(/(?<=[^aeiou])y$/, '(?:y|ie)')
const makeBeginningPattern = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}])${makeStem(word)}`, 'u')
const makeWholePattern = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}])${makeStem(word)}(?:e?s)?(?![\\p{L}\\p{N}])`, 'u')
/** The words one after the other, with at most a short one such as "a" between two. */
const makePhrasePattern = (words: readonly string[]) =>
  new RegExp(words.map(makeStem).join('[\\p{L}\\p{N}]*[^\\p{L}\\p{N}]+(?:\\p{L}{1,3}[^\\p{L}\\p{N}]+)?'), 'u')

/** What is looked for in the fields of an entry. `start`: the letters of a word that its singular and its plural have. */
interface Pattern {
  words: { start: string; beginning: RegExp; whole: RegExp }[]
  phrase: RegExp | undefined
}

function patternOf(words: readonly string[]): Pattern {
  return {
    words: words.map((word) => ({
      start: word.replace(/y$/, ''),
      beginning: makeBeginningPattern(word),
      whole: makeWholePattern(word),
    })),
    phrase: words.length > 1 ? makePhrasePattern(words) : undefined,
  }
}

/** The entries that contain each word of a query, or a word that begins with it, in any field; the best first. `words`: of `wordsOf`. */
export function findEntries(entries: readonly SearchEntry[], words: readonly string[]): SearchEntry[] {
  if (words.length === 0) return []
  const pattern = patternOf(words)
  return entries
    .flatMap((entry) => {
      const costs = costsOf(lowerEntry(entry), pattern)
      return costs === undefined ? [] : [{ entry, costs, length: entry.title.length + entry.path.length }]
    })
    .sort((one, other) => one.costs - other.costs || one.length - other.length)
    .map(({ entry }) => entry)
}

/** Entries in lower case, kept while their list is. */
const loweredEntries = new WeakMap<SearchEntry, SearchEntry>()

function lowerEntry(entry: SearchEntry): SearchEntry {
  const known = loweredEntries.get(entry)
  if (known !== undefined) return known
  const made = { ...entry }
  for (const field of FIELDS) made[field] = entry[field].toLowerCase()
  loweredEntries.set(entry, made)
  return made
}

/** The field that is the first to contain a word. */
function fieldOf(entry: SearchEntry, { start, beginning: pattern }: Pattern['words'][number]) {
  // `includes` is much faster and rules out most fields
  return FIELDS.find((field) => entry[field].includes(start) && pattern.test(entry[field]))
}

/** Undefined if a word is missing. */
function costsOf(entry: SearchEntry, pattern: Pattern): number | undefined {
  let costs = 0
  for (const word of pattern.words) {
    const field = fieldOf(entry, word)
    if (field === undefined) return undefined
    costs += COSTS[field] + (word.whole.test(entry[field]) ? 0 : 1)
  }
  const isPhrase = pattern.phrase !== undefined && FIELDS.some((field) => pattern.phrase?.test(entry[field]))
  return isPhrase ? costs - PHRASE_GAIN : costs
}

/** Why an entry was found: the text around the words that are neither in its title nor in its path; otherwise the beginning of its description. */
export function excerptOf(entry: SearchEntry, words: readonly string[]): string {
  const pattern = patternOf(words)
  const small = lowerEntry(entry)
  const hidden = pattern.words.flatMap((word) => {
    const field = fieldOf(small, word)
    return field === 'description' || field === 'text' ? [{ field, pattern: word.beginning }] : []
  })
  const [first] = hidden
  if (first === undefined) return cutAround(entry.description, 0)
  const at = pattern.phrase === undefined ? -1 : small[first.field].search(pattern.phrase)
  return cutAround(entry[first.field], at < 0 ? small[first.field].search(first.pattern) : at)
}

/** Some words before a position and more after it; `…` where something is left out. */
function cutAround(text: string, at: number): string {
  const begin = at < 50 ? 0 : text.indexOf(' ', at - 40) + 1
  const rest = text.slice(begin)
  const cut = rest.length <= MAX_EXCERPT_LENGTH ? rest : `${rest.slice(0, rest.lastIndexOf(' ', MAX_EXCERPT_LENGTH))} …`
  return begin === 0 ? cut : `… ${cut}`
}

/** A text in parts: those with an odd index are words that begin as one of the query does. */
export function splitAtWords(text: string, words: readonly string[]): string[] {
  if (words.length === 0) return [text]
  const stems = words.toSorted((one, other) => other.length - one.length).map(makeStem)
  return text.split(new RegExp(`((?<![\\p{L}\\p{N}])(?:${stems.join('|')})[\\p{L}\\p{N}]*)`, 'giu'))
}
