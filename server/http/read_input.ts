/**
 * Parses a client's input by a shape: accepts the documented leniencies (numbers as text, "true", one text for a list), drops unknown
 * members and records their names, and refuses wrong types, and values beyond the shape's limits, with the documented messages.
 * @source docs/reference/conventions.md §1.3
 */
import { InvalidAttribute, MissingParameter, Unprocessable } from '#core/errors.ts'
import { toDate } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { digitsOf, exactNumber } from './exact_json.ts'
import { isObject } from '#lib/json.ts'
import { wordsOf } from '#lib/words.ts'
import { type Allowance, BeyondBounds, isLongerThan, MAX_FREE_TEXT, MAX_ITEMS, MAX_TEXT, MAX_VALUES, tooLong, tooMany } from './bounds.ts'
import { composeLetters, plainAddress, plainKey, plainLine } from '#lib/text_forms.ts'

/** A shape as the parser needs it: plain JSON Schema. */
export interface Shape {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  /** The most characters of a text; by default {@link MAX_TEXT}. */
  readonly maxLength?: number
  /** The most items of a list; by default {@link MAX_ITEMS}. */
  readonly maxItems?: number
  readonly 'x-split'?: boolean
  /** A number whose digits JavaScript would write differently is its digits as a text, in what has no shape of its own. */
  readonly 'x-digits'?: boolean
  /** The one form in which the text is stored and looked up; by default it is kept as sent. */
  readonly 'x-form'?: TextForm
  /** The member that is required unless the body is empty. */
  readonly 'x-wrapper'?: string
  /** Anything but an object is ignored, as a member that is not known is. */
  readonly 'x-ignored-unless-object'?: boolean
  /** The most words of a text that a search is built from. */
  readonly 'x-most-words'?: number
  /** The title of a text in problems of its record as a whole. */
  readonly 'x-called'?: string
  /** The message for a list that is too long. */
  readonly 'x-too-many'?: string
}

/** The forms of texts. */
const FORMS = { key: plainKey, address: plainAddress, line: plainLine, letters: composeLetters } as const
type TextForm = keyof typeof FORMS

/** The state of parsing. `action` is the route's name, such as `users/create`. */
export interface Reading {
  readonly action: string
  readonly unknown: string[]
  /** The call changes a record: it may name none of its members. */
  readonly isChange?: boolean
}

const DEPTH_LIMIT = 64
/** The most names of unknown members that are recorded. */
const MAX_UNKNOWN = 100
const INTEGER = /^-?\d{1,15}$/
/** A day, or a day and a time; the latter with or without a time zone. */
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(.*))?$/s

/**
 * Parses a body: an object whose required keys must be present, and say something unless the call changes a record.
 * @throws InvalidAttribute @throws MissingParameter @throws RecordInvalid for a text that is too long @throws TooManyValues
 * @source docs/reference/conventions.md §1.2
 */
export function readBody(shape: Shape, body: unknown, reading: Reading): unknown {
  const given = isObject(body) ? body : {}
  for (const key of shape.required ?? []) {
    const value = given[key] ?? null
    if (value === null || (isEmpty(value) && reading.isChange !== true)) throw new MissingParameter(key)
  }
  const wrapper = shape['x-wrapper']
  if (wrapper !== undefined && (given[wrapper] ?? null) === null && saysMoreThan(wrapper, body)) throw new MissingParameter(wrapper)
  return readValue(shape, given, '', reading)
}

const isEmpty = (value: unknown) => isObject(value) && Object.keys(value).length === 0

/** True for a body with anything besides this member. */
function saysMoreThan(member: string, body: unknown): boolean {
  if (isObject(body)) return Object.keys(body).some((key) => key !== member)
  return Array.isArray(body) ? body.length > 0 : body !== undefined && body !== null && body !== ''
}

/**
 * Parses one value; undefined means "not sent".
 * @throws InvalidAttribute @throws RecordInvalid for a text that is too long @throws TooManyValues
 * @throws Unprocessable for a number in a free-form member that would lose digits
 */
export function readValue(shape: Shape, sent: unknown, path: string, reading: Reading): unknown {
  if (sent === undefined) return undefined
  if (shape.anyOf !== undefined) return readFirst(shape.anyOf, sent, path, reading)
  const types = typeof shape.type === 'string' ? [shape.type] : (shape.type ?? [])
  if (types.length === 0) return readFreely(shape, sent, path, reading)
  const value = readDigits(types, sent, shape.format === 'date-time')
  if (value === null) return types.includes('null') ? null : undefined
  const refuse = (must: string): never => {
    throw new InvalidAttribute(path, must, reading.action)
  }
  switch (types[0]) {
    case 'string':
      if ((typeof value === 'boolean' || typeof value === 'number') && types.includes(typeof value)) return value
      if (typeof value === 'string') refuseLong(shape, value, path, reading)
      return shape.format === 'date-time' ? readMoment(value, refuse) : readText(shape, value, refuse)
    case 'integer':
      return readInteger(shape, value, types.includes('null'), refuse)
    case 'boolean':
      return readFlag(value, refuse)
    case 'array':
      return readArray(shape, value, path, reading)
    case 'object':
      if (!isObject(value)) return refuse('must be a hash')
      return shape.properties === undefined ? readFreely(shape, value, path, reading) : readObject(shape, value, path, reading)
    default:
      throw new Error(`The shape of ${path} has a type the reader does not know: ${types[0]}`)
  }
}

function readObject(shape: Shape, value: Record<string, unknown>, path: string, reading: Reading): Record<string, unknown> {
  const properties = shape.properties ?? {}
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const inner = path === '' ? key : `${path}.${key}`
    const member = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (member === undefined || (member['x-ignored-unless-object'] === true && !isObject(value[key]))) {
      if (reading.unknown.length < MAX_UNKNOWN) reading.unknown.push(inner)
      continue
    }
    const read = readValue(member, value[key], inner, reading)
    if (read !== undefined) result[key] = read
  }
  return result
}

function readArray(shape: Shape, value: unknown, path: string, reading: Reading): unknown[] {
  const split = typeof value === 'string' && shape['x-split'] === true
  if (split) refuseLong({}, value, path, reading)
  const list = split ? value.split(/[\s,]+/).filter(Boolean) : value
  if (!Array.isArray(list)) throw new InvalidAttribute(path, 'must be an array', reading.action)
  const most = shape.maxItems ?? MAX_ITEMS
  if (list.length > most) throw tooMany(path, most, shape['x-too-many'])
  return list.map((item) => readValue(shape.items ?? {}, item, path, reading)).filter((item) => item !== undefined)
}

function readFirst(shapes: readonly Shape[], value: unknown, path: string, reading: Reading): unknown {
  for (const [index, shape] of shapes.entries()) {
    try {
      return readValue(shape, value, path, reading)
    } catch (error) {
      if (!(error instanceof InvalidAttribute) || error instanceof BeyondBounds || index === shapes.length - 1) throw error
    }
  }
}

function refuseLong(shape: Shape, text: string, path: string, { action }: Reading): void {
  const most = shape.maxLength ?? MAX_TEXT
  if (isLongerThan(text, most)) throw tooLong(path, most, action, shape['x-called'])
  const words = shape['x-most-words']
  if (words !== undefined && wordsOf(text).length > words) throw new BeyondBounds(path, `has too many words (maximum is ${words})`, action)
}

function readText({ 'x-form': form }: Shape, value: unknown, refuse: (must: string) => never): string {
  if (typeof value === 'string') return form === undefined ? clean(value) : FORMS[form](clean(value))
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : refuse('must be a string')
}

function readMoment(value: unknown, refuse: (must: string) => never): string | null {
  if (value === '') return null
  const [text, day, time, zone] = (typeof value === 'string' && MOMENT.exec(value.trim())) || []
  if (typeof value !== 'number' && text === undefined) return refuse('must be a date')
  // without a zone the engine would assume the machine's own; the API means UTC
  const moment = toDate(typeof value === 'number' ? value * 1000 : zone === '' ? `${day}T${time}Z` : ensureDefined(text))
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999 ? moment.toISOString() : refuse('must be a date')
}

function readInteger(shape: Shape, value: unknown, nullable: boolean, refuse: (must: string) => never): number | null {
  if (value === '' && nullable) return null
  const number = typeof value === 'string' && INTEGER.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return refuse('must be an integer')
  if (number < (shape.minimum ?? -Infinity) || number > (shape.maximum ?? Infinity)) return refuse('is out of range')
  return number
}

function readFlag(value: unknown, refuse: (must: string) => never): boolean {
  if (value === true || value === 'true' || value === 1 || value === '1') return true
  if (value === false || value === 'false' || value === 0 || value === '0' || value === '') return false
  return refuse('must be a boolean')
}

/** Text that PostgreSQL accepts: no NUL, no half of a surrogate pair. */
function clean(text: string): string {
  const whole = text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole
}

/** A marked number as its place takes it: its digits as a text, else the number if that is the same one, else a text that is none. */
function readDigits(types: readonly string[], sent: unknown, isMoment: boolean): unknown {
  const digits = digitsOf(sent)
  if (digits === undefined) return sent
  if (types[0] !== 'string' || isMoment) return exactNumber(digits) ?? digits
  return types.includes('number') ? integerOrDigits(digits) : digits
}

/** `12.0` is the number 12, `2.50` the text "2.50". */
function integerOrDigits(digits: string): number | string {
  const number = exactNumber(digits)
  return Number.isSafeInteger(number) ? ensureDefined(number) : digits
}

/** The state of reading a free-form member. */
interface Free extends Reading {
  readonly path: string
  readonly keepsDigits: boolean
  readonly left?: Allowance
}

/** A value without a shape: any JSON, within the limits of size. */
function readFreely(shape: Shape, value: unknown, path: string, { action, unknown }: Reading): unknown {
  const free = { action, unknown, path, keepsDigits: shape['x-digits'] === true }
  if (typeof value !== 'object' || value === null) return wellFormed(value, free, 0)
  return wellFormed(value, { ...free, left: { values: MAX_VALUES, text: MAX_FREE_TEXT } }, 0)
}

/** @throws Unprocessable for a number that would lose digits where they are not kept as text */
function freeNumber(digits: string, { path, keepsDigits }: Free): number | string {
  if (keepsDigits) return integerOrDigits(digits)
  const number = exactNumber(digits)
  if (number !== undefined) return number
  throw new Unprocessable('InvalidValue', `${path} has a number with more digits than can be kept: send it as text`)
}

function wellFormedText(text: string, { path, left, ...reading }: Free): string {
  refuseLong({}, text, path, reading)
  if (left !== undefined && (left.text -= text.length) < 0) throw tooLong(path, MAX_FREE_TEXT, reading.action)
  return clean(text)
}

function wellFormed(value: unknown, free: Free, depth: number): unknown {
  const { path, action, left } = free
  if (typeof value === 'string') {
    const digits = digitsOf(value)
    return digits === undefined ? wellFormedText(value, free) : freeNumber(wellFormedText(digits, free), free)
  }
  if (typeof value !== 'object' || value === null || left === undefined) return value
  if (depth > DEPTH_LIMIT) throw new BeyondBounds(path, 'is nested too deeply', action)
  left.values -= (Array.isArray(value) ? value : Object.keys(value)).length
  if (left.values < 0) throw new BeyondBounds(path, `must hold at most ${MAX_VALUES} values`, action)
  if (Array.isArray(value)) return value.map((item) => wellFormed(item, free, depth + 1))
  const result: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') continue
    const name = wellFormedText(key, free)
    // a key that loses a NUL may become one that sets the prototype
    if (name !== '__proto__') result[name] = wellFormed(member, free, depth + 1)
  }
  return result
}
