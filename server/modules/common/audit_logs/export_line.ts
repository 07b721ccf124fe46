/** Parses one line of an export strictly: a line that could be read differently from what was hashed is refused. Pure. */
import { isObject } from '#lib/json.ts'
import type { ExportedLine } from './chain.ts'

/** What is wrong with a line, regardless of the others. */
export type LineFault = 'not_utf8' | 'byte_order_mark' | 'not_json' | 'missing_member' | 'unknown_member' | 'wrong_type' | 'not_canonical'

/** Why a line is not an entry of an export. */
export interface Unreadable {
  readonly kind: LineFault
  readonly reason: string
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const BYTE_ORDER_MARK = '\ufeff'
const MEMBERS = ['position', 'previous_hash', 'hash', 'entry'] as const
const ENTRY_MEMBERS = [
  'account_id',
  'id',
  'actor_id',
  'actor_name',
  'action',
  'source_type',
  'source_id',
  'source_label',
  'change_description',
  'ip_address',
  'details',
  'created_at',
] as const
const HASH = /^[0-9a-f]{64}$/

/** The parsed line, or why it is not one. `bytes`: a line without its line feed. @source RFC 8259 §8.1, RFC 3629 */
export function readLine(bytes: Uint8Array): ExportedLine | Unreadable {
  const text = decodeUtf8(bytes)
  if (text === undefined) return { kind: 'not_utf8', reason: 'The line is not UTF-8' }
  if (text.startsWith(BYTE_ORDER_MARK)) return { kind: 'byte_order_mark', reason: 'The line begins with a byte order mark' }
  const value = parseJson(text)
  if (value === undefined) return { kind: 'not_json', reason: 'The line is not JSON' }
  const wrong = wrongMembers(value)
  if (wrong !== undefined) return wrong
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has these members, and the next function looks at their types
  const line = value as ExportedLine
  return wrongTypes(line) ?? wrongForm(line, text) ?? line
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined // the decoder throws for one reason only: the bytes are not UTF-8
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the parser's message is dropped because it quotes the line
  }
}

function wrongMembers(value: unknown): Unreadable | undefined {
  const reason = 'The line is not an entry of an export: it must have position, previous_hash, hash and entry, and nothing else'
  if (!isObject(value)) return { kind: 'missing_member', reason }
  if (MEMBERS.some((name) => !Object.hasOwn(value, name)) || !isObject(value.entry)) return { kind: 'missing_member', reason }
  if (Object.keys(value).length !== MEMBERS.length) return { kind: 'unknown_member', reason }
  const { entry } = value
  const missing = ENTRY_MEMBERS.filter((name) => !Object.hasOwn(entry, name))
  if (missing.length > 0) return { kind: 'missing_member', reason: `The entry has no ${missing.join(', ')}` }
  if (Object.keys(entry).length === ENTRY_MEMBERS.length) return undefined
  return { kind: 'unknown_member', reason: 'The entry has an unknown member' }
}

function wrongTypes({ position, previous_hash, hash, entry }: ExportedLine): Unreadable | undefined {
  const isPosition = position === null || (Number.isSafeInteger(position) && position > 0)
  const areHashes = [previous_hash, hash].every((one) => one === null || (typeof one === 'string' && HASH.test(one)))
  if (isPosition && areHashes && Number.isSafeInteger(entry.account_id)) return undefined
  return { kind: 'wrong_type', reason: 'The position, a hash or the instance id is invalid' }
}

const inOrder = (value: object, names: readonly string[]) => Object.keys(value).every((name, index) => name === names[index])

/** Detects repeated members, other spellings of numbers and strings, spaces, and everything else that an export does not write. */
function wrongForm(value: ExportedLine, text: string): Unreadable | undefined {
  const wrong: Unreadable = { kind: 'not_canonical', reason: 'The line is not written as an export writes it' }
  if (!inOrder(value, MEMBERS) || !inOrder(value.entry, ENTRY_MEMBERS)) return wrong
  try {
    return JSON.stringify(value) === text ? undefined : wrong
  } catch (error) {
    // nested deeper than any entry: the recursion of `stringify` overflows the stack
    if (error instanceof RangeError) return wrong
    throw error
  }
}
