/** Parses forms with files: texts into the object their names spell, files as streams. @source RFC 7578; docs/reference/clients.md §5 */
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { BadRequest, HttpError } from '#core/errors.ts'
import { forEachOf } from '#lib/all_of.ts'
import { isObject } from '#lib/json.ts'

/** One file of a form. `field` is its name, such as `user[photo][uploaded_data]`. */
export interface FilePart {
  readonly field: string
  readonly file_name: string | null
  readonly content_type: string | null
}

/** The contents of a form. */
export interface FormData<Taken> {
  readonly fields: Record<string, unknown>
  readonly files: readonly Taken[]
}

const LIMITS = { fieldNameSize: 200, fieldSize: 1024 * 1024, fields: 200, files: 10, headerPairs: 20, headerSize: 16 * 1024 }
const DEEPEST = 6
/** All texts of a form together, in characters: they are held in memory, like other bodies. */
const MAX_TEXT = 4 * 1024 * 1024
/** The parser has replaced bytes that are no UTF-8. A form with the replacement character itself looks the same. */
const isBroken = (...texts: readonly string[]) => texts.some((text) => text.includes('\ufffd'))
const makeUnreadableError = () => new BadRequest('BadRequest', 'The form could not be read')

/**
 * Reads a form to its end. Each file goes to `take`, which reads its stream to the end or lets it flow.
 * @throws BadRequest when it is not a form, is cut off or has too many parts; whatever `take` throws. Files taken before that are in
 * `taken`
 */
export async function readFormData<Taken>(
  incoming: Readable,
  contentType: string,
  take: (stream: Readable, part: FilePart) => Promise<Taken>,
  taken: Taken[],
): Promise<FormData<Taken>> {
  const parser = openParser(contentType)
  const fields: Record<string, unknown> = {}
  const taking: Promise<void>[] = []
  const streams: Readable[] = []
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  let left = MAX_TEXT
  parser.on('field', (name, value, nameCut, valueCut) => {
    left -= name.length + value.length
    if (nameCut || valueCut || left < 0 || isBroken(name, value)) reject(makeUnreadableError())
    else put(fields, name, value)
  })
  parser.on('file', (field, stream, file_name, _encoding, type) => {
    streams.push(stream)
    if (isBroken(field, file_name ?? '')) reject(makeUnreadableError())
    stream.on('error', () => {}) // the reader of the stream gets the error; after it has detached, no listener is left
    put(fields, field, file_name || '')
    const part = { field, file_name: file_name || null, content_type: type || null }
    const one = take(stream, part).then((file) => void taken.push(file))
    one.catch(reject) // at once, not when the form has ended
    taking.push(one)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => reject(makeUnreadableError()))
  parser.on('error', () => reject(makeUnreadableError()))
  parser.on('finish', resolve)
  const cutOff = () => void (incoming.readableEnded || reject(makeUnreadableError()))
  incoming.once('error', cutOff).once('close', cutOff)
  incoming.pipe(parser)
  try {
    await ended
    await forEachOf(taking, (one) => one)
    return { fields, files: taken }
  } catch (error) {
    incoming.unpipe(parser)
    incoming.resume()
    for (const stream of streams) stream.destroy(makeUnreadableError())
    await Promise.allSettled(taking)
    throw error instanceof HttpError ? error : makeUnreadableError()
  } finally {
    incoming.off('error', cutOff).off('close', cutOff)
  }
}

function openParser(contentType: string) {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS })
  } catch {
    throw makeUnreadableError() // no boundary, or an invalid one
  }
}

type Fields = Record<string, unknown>

/**
 * `user[photo][name]` → `{user: {photo: {name}}}`, `tags[]` → a list, `fields[][id]` and `fields[][value]` → a list of objects, where a
 * member that the last object already has begins the next one. Names that conflict with earlier ones are ignored.
 */
function put(fields: Fields, name: string, value: string): void {
  const path = name.replaceAll(']', '').split('[')
  if (path.length <= DEEPEST && !path.includes('__proto__')) putAt(fields, path, value)
}

function putAt(place: Fields, [key = '', ...rest]: readonly string[], value: string): void {
  const before = Object.hasOwn(place, key) ? place[key] : undefined
  if (rest.length === 0) place[key] = value
  else if (rest[0] === '') {
    if (before === undefined || (rest.length === 1 && !Array.isArray(before))) place[key] = []
    if (Array.isArray(place[key])) append(place[key] as unknown[], rest.slice(1), value)
  } else {
    if (before === undefined) place[key] = {}
    if (isObject(place[key])) putAt(place[key], rest, value)
  }
}

function append(list: unknown[], rest: readonly string[], value: string): void {
  const [key] = rest
  if (key === undefined) return void list.push(value)
  const last = list.at(-1)
  if (isObject(last) && !Object.hasOwn(last, key)) return putAt(last, rest, value)
  const next: Fields = {}
  list.push(next)
  putAt(next, rest, value)
}
