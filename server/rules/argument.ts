/** How the values of conditions and actions are read. Each argument describes what it accepts. */
import { toDate } from '#lib/clock.ts'
import { isUlid } from '#lib/ulid.ts'
import { composeLetters } from '#lib/text_forms.ts'

export type ArgumentType =
  | 'none'
  | 'list'
  | 'id'
  | 'ids'
  | 'tags'
  | 'words'
  | 'text'
  | 'hours'
  | 'days'
  | 'number'
  | 'date'
  | 'moment'
  | 'mail'
  | 'call'

/** How the value of a condition or an action is read, and the error text for invalid values. */
export interface Argument<A> {
  readonly type: ArgumentType
  /** Ends the sentence "<what> value …" when a value is refused. */
  readonly expects: string
  /** For the type `list` all accepted values; otherwise values with a special meaning, such as names. '' means "none". */
  readonly values: readonly string[]
  /** The value in the form that operators use; undefined when it is invalid. */
  read(value: unknown): A | undefined
}

/** Texts become regular expressions in two engines; PostgreSQL rejects very long ones. */
const MAX_TEXT = 1000

/** A value as text: '' for null and for the `__NULL__` of the definitions endpoints; undefined for lists and objects. */
export function asText(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '__NULL__') return ''
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** The id that `text` is, if it is one: a positive integer that JSON can represent exactly. */
function asId(text: string | undefined): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return undefined
  return Number.isSafeInteger(Number(text)) ? Number(text) : undefined
}

/** The parts of a text between separators, or of the items of a list; undefined for other values. */
function pieces(value: unknown, separator: RegExp): string[] | undefined {
  const texts = Array.isArray(value) ? value.map(asText) : [asText(value)]
  return texts.includes(undefined) ? undefined : texts.flatMap((text) => text!.split(separator)).filter(Boolean)
}

function makeArgument<A>(type: ArgumentType, expects: string, pattern: RegExp, make: (text: string) => A): Argument<A> {
  const read = (value: unknown) => {
    const text = asText(value)?.trim()
    return text !== undefined && pattern.test(text) ? make(text) : undefined
  }
  return { type, expects, values: [], read }
}

/** For operators without a value. Any value is ignored. */
export const none: Argument<null> = { type: 'none', expects: '', values: [], read: () => null }

/** One of `values`. */
export function list<const Value extends string>(values: readonly Value[]): Argument<Value> {
  const named = values.filter(Boolean)
  return {
    type: 'list',
    expects: `must be one of ${named.join(', ')}${named.length < values.length ? ', or empty' : ''}`,
    values,
    read: (value) => values.find((known) => known === asText(value)),
  }
}

/** One or more values that `one` accepts: a list, or a text separated by spaces. */
export function allowSeveral<A>(one: Argument<A>): Argument<readonly A[]> {
  const read = (value: unknown) => {
    const given = Array.isArray(value) ? value : (asText(value) ?? '').split(/\s+/).filter(Boolean)
    const found = given.map(one.read).filter((read) => read !== undefined)
    return given.length === 0 || found.length < given.length ? undefined : found
  }
  return { ...one, expects: one.expects.replace('one', 'one or more'), read }
}

/** The id of a record, or one of `names`. */
export function id<const Name extends string = never>(names: readonly Name[] = []): Argument<number | Name> {
  const read = (value: unknown) => {
    const text = asText(value)?.trim()
    return names.find((name) => name === text) ?? asId(text)
  }
  return { type: 'id', expects: `must be ${['an id', ...names].join(' or ')}`, values: names, read }
}

/** The id of any record, as text: a number, or the ULID of a record of a custom object. */
export const recordId: Argument<string> = {
  type: 'id',
  expects: 'must be an id',
  values: [],
  read: (value) => {
    const text = asText(value)?.trim()
    return text !== undefined && isUlid(text) ? text : asId(text)?.toString()
  },
}

/** The same argument, which may also be empty; that is read as null. */
export function allowEmpty<A>(argument: Argument<A>): Argument<A | null> {
  const read = (value: unknown) => (asText(value) === '' ? null : argument.read(value))
  return { type: argument.type, expects: `${argument.expects}, or empty`, values: ['', ...argument.values], read }
}

/** At least one id: a list, or a text of ids separated by spaces or commas. */
export const ids: Argument<readonly number[]> = {
  type: 'ids',
  expects: 'must be one or more ids',
  values: [],
  read: (value) => {
    const given = pieces(value, /[\s,]+/) ?? []
    const found = given.map(asId).filter((id) => id !== undefined)
    return given.length === 0 || found.length < given.length ? undefined : found
  },
}

/** Tags: a list, or a text separated by spaces; lower-cased, as tickets store them. @source docs/reference/tickets.md §3.8 */
export function tags(minimum: 0 | 1): Argument<readonly string[]> {
  const read = (value: unknown) => {
    const found = pieces(value, /\s+/)
    return found === undefined || found.length < minimum ? undefined : found.map((tag) => composeLetters(tag.toLowerCase()))
  }
  return { type: 'tags', expects: 'must be tags with spaces between', values: [], read }
}

/** Words to find in a text. */
export const words: Argument<readonly string[]> = {
  type: 'words',
  expects: `must be words with spaces between, at most ${MAX_TEXT} characters`,
  values: [],
  read: (value) => {
    const found = pieces(value, /\s+/)
    return found === undefined || found.length === 0 || found.join(' ').length > MAX_TEXT ? undefined : found
  },
}

/** A text to find. */
export const text: Argument<string> = {
  type: 'text',
  expects: `must be a text of 1 to ${MAX_TEXT} characters`,
  values: [],
  read: (value) => {
    const found = asText(value)
    return found === undefined || found === '' || found.length > MAX_TEXT ? undefined : found
  },
}

/** Any non-empty text of any length, for texts that are written rather than searched. */
export const longText: Argument<string> = {
  type: 'text',
  expects: 'must be a text',
  values: [],
  read: (value) => asText(value) || undefined,
}

export const hours = makeArgument('hours', 'must be a whole number of hours', /^\d{1,7}$/, Number)
export const days = makeArgument('days', 'must be a whole number of days', /^\d{1,5}$/, Number)
export const integer = makeArgument('number', 'must be a whole number', /^-?\d{1,15}$/, Number)
export const number = makeArgument('number', 'must be a number', /^-?\d{1,15}(\.\d{1,15})?$/, Number)

const calendarDay = makeArgument('date', 'must be a date such as 2026-01-31', /^\d{4}-\d\d-\d\d$/, (day) => day)

/** A calendar day, `YYYY-MM-DD`. */
export const date: Argument<string> = {
  ...calendarDay,
  read: (value) => {
    const day = calendarDay.read(value)
    return day !== undefined && isDay(day) ? day : undefined
  },
}

/** JavaScript parses 30 February as 2 March, so the parsed date must be formatted as the same text. */
function isDay(day: string): boolean {
  const moment = toDate(day)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}

/** A moment; read as stored moments are written. */
export const moment: Argument<string> = {
  type: 'moment',
  expects: 'must be a time such as 2026-01-31T09:30:00Z',
  values: [],
  read: (value) => {
    const written = asText(value)?.trim()
    if (written === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/.test(written)) return undefined
    if (!isDay(written.slice(0, 10))) return undefined
    const at = toDate(/(Z|[+-]\d\d:\d\d)$/.test(written) ? written : `${written}Z`)
    return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
  },
}
