/** The parts of a pattern that match one character: a literal one, an escape, a class in brackets. Each is read into a RegExp of one. */
import { PatternError, type PatternReader } from './pattern_reader.ts'

const ESCAPE = /[pP]\{\^?\w+\}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|x[0-9a-fA-F]{2}|[^]/uy
/** Ruby's character escapes that JavaScript lacks, as the content of a class. */
const KINDS: Readonly<Record<string, string>> = { h: '0-9a-fA-F', e: '\\x1b', a: '\\x07' }
const NAMED_CLASSES: Readonly<Record<string, string>> = {
  alpha: '\\p{L}',
  digit: '0-9',
  alnum: '\\p{L}\\p{N}',
  upper: '\\p{Lu}',
  lower: '\\p{Ll}',
  space: '\\s',
  blank: ' \\t',
  punct: '\\p{P}',
  xdigit: '0-9a-fA-F',
  word: '\\w',
}

/** Reads a character that matches itself. */
export function readLiteral(reader: PatternReader, ignoreCase: boolean): RegExp {
  return classOf(escapeLiteral(reader.next()), ignoreCase)
}

/** Reads an escape after its backslash. @throws PatternError when it is not supported */
export function readEscape(reader: PatternReader, ignoreCase: boolean): RegExp {
  return classOf(reader.take('H') ? `^${KINDS.h}` : translateEscape(reader), ignoreCase)
}

/** Reads a class after its opening bracket. @throws PatternError when it cannot be parsed */
export function readClass(reader: PatternReader, ignoreCase: boolean): RegExp {
  let inside = reader.take('^') ? '^' : ''
  for (let first = true; ; first = false) {
    if (reader.isAtEnd()) throw new PatternError('has a [ without its ]')
    if (!first && reader.take(']')) break
    inside += member(reader)
  }
  return classOf(inside, ignoreCase)
}

/** One member of a class, as the content of a class of JavaScript. */
function member(reader: PatternReader): string {
  if (reader.startsWith('&&')) throw new PatternError('uses && in a class, which is not supported')
  const name = reader.match(/\[:(\w+):\]/y)?.[1]
  if (name !== undefined) {
    const named = NAMED_CLASSES[name]
    if (named === undefined) throw new PatternError(`names the unknown class [:${name}:]`)
    return named
  }
  if (reader.take('\\')) return reader.take('b') ? '\\x08' : translateEscape(reader)
  return reader.take('-') ? '-' : escapeLiteral(reader.next())
}

/** An escape after its backslash, as the content of a class of JavaScript. */
function translateEscape(reader: PatternReader): string {
  const found = reader.match(ESCAPE)?.[0]
  if (found === undefined) throw new PatternError('ends with a backslash')
  if (/^[dwsDWSnrtfv]$|^[pPux]./.test(found)) return `\\${found}`
  if (KINDS[found] !== undefined) return KINDS[found]
  if (/^[A-Za-z0-9]/.test(found)) throw new PatternError(`uses \\${found}, which is not supported`)
  return escapeLiteral(found)
}

const escapeLiteral = (one: string) => (/[\\\]^\-[]/.test(one) ? `\\${one}` : one)

function classOf(inside: string, ignoreCase: boolean): RegExp {
  try {
    return new RegExp(`^[${inside}]$`, ignoreCase ? 'ui' : 'u')
  } catch {
    // the engine's own message would quote the brackets added here
    throw new PatternError('has a class of characters that cannot be read')
  }
}
