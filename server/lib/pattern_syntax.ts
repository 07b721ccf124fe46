/**
 * Parses a regular expression into a tree, in the dialect people use for fields: Ruby's, as far as it can be matched in time linear in the
 * length of the text. Features that need backtracking (back-references, lookbehind, atomic groups) are refused. Not here: how the tree is
 * matched (pattern.ts), and what a class or an escape stands for (pattern_characters.ts).
 */
import { ensureDefined } from './defined.ts'
import { readClass, readEscape, readLiteral } from './pattern_characters.ts'
import { makePatternReader, PatternError, type PatternReader } from './pattern_reader.ts'

/** A part of a pattern. A `character` matches one character of a class; `look` looks ahead without consuming. */
export type Part =
  | { readonly kind: 'empty' }
  | { readonly kind: 'character'; readonly fits: RegExp }
  | { readonly kind: 'place'; readonly at: (text: readonly string[], position: number) => boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number | null }
  | { readonly kind: 'look'; readonly part: Part; readonly wanted: boolean }

/** What applies to a part: the modes its group has turned on, and how many groups it is inside. */
interface Scope {
  readonly ignoreCase: boolean
  readonly dotAll: boolean
  readonly depth: number
}

const MAX_GROUP_DEPTH = 50
const MAX_REPEATS = 1000
const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character)
const atBoundary = (text: readonly string[], at: number) => isWord(text[at - 1]) !== isWord(text[at])

/** The positions that a letter after a backslash stands for. */
const PLACES: Readonly<Record<string, (text: readonly string[], position: number) => boolean>> = {
  A: (_text, at) => at === 0,
  z: (text, at) => at === text.length,
  Z: (text, at) => at === text.length || (at === text.length - 1 && text[at] === '\n'),
  b: atBoundary,
  B: (text, at) => !atBoundary(text, at),
}
/** In Ruby these match at lines. */
const lineStart = (text: readonly string[], at: number) => at === 0 || text[at - 1] === '\n'
const lineEnd = (text: readonly string[], at: number) => at === text.length || text[at] === '\n'
const NAMED_GROUP = /\?(?:<[A-Za-z_]\w*>|'[A-Za-z_]\w*')/y
/** Modes to turn on, modes to turn off, and whether they apply to this group (`:`) or to the rest of the one around it (`)`). */
const MODES = /\?([im]*)(?:-([im]*))?([:)])/y
/** A sign or a pair of bounds. Whether it is greedy does not matter to what matches. */
const REPEAT = /([*+?])[?+]?|\{(?:(\d{1,4})(,?)(\d{0,4})|,(\d{1,4}))\}\??/y

/** Parses a pattern. @throws PatternError */
export function parsePattern(source: string): Part {
  const reader = makePatternReader(source)
  const whole = readChoice(reader, { ignoreCase: false, dotAll: false, depth: 0 })
  if (!reader.isAtEnd()) throw new PatternError('has a ) without its (')
  return whole
}

/** Alternatives, up to the end of their group. */
function readChoice(reader: PatternReader, scope: Scope): Part {
  const parts = [readSequence(reader, scope)]
  while (reader.take('|')) parts.push(readSequence(reader, scope))
  return parts.length === 1 ? ensureDefined(parts[0]) : { kind: 'choice', parts }
}

function readSequence(reader: PatternReader, scope: Scope): Part {
  const parts: Part[] = []
  while (!reader.isAtEnd() && reader.peek() !== '|' && reader.peek() !== ')') parts.push(readRepeated(reader, scope))
  return parts.length === 0 ? { kind: 'empty' } : { kind: 'sequence', parts }
}

/** A part with the repetitions after it, of which there may be none or several. */
function readRepeated(reader: PatternReader, scope: Scope): Part {
  if (/[*+?]/.test(reader.peek())) throw new PatternError('has nothing to repeat')
  let part = readAtom(reader, scope)
  for (let found = reader.match(REPEAT); found !== null; found = reader.match(REPEAT)) part = { kind: 'repeat', part, ...boundsOf(found) }
  return part
}

/** How often a match of {@link REPEAT} repeats; `most` is null without a limit. */
function boundsOf([, sign, from, comma, to, upTo]: RegExpExecArray): { least: number; most: number | null } {
  if (sign !== undefined) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : null }
  const least = Number(from ?? 0)
  const bound = upTo ?? (comma === '' ? from : to)
  const most = bound ? Number(bound) : null
  if (least > MAX_REPEATS || (most ?? 0) > MAX_REPEATS || (most !== null && most < least)) throw new PatternError('repeats too often')
  return { least, most }
}

/** One character, one place or one group. */
function readAtom(reader: PatternReader, scope: Scope): Part {
  const { ignoreCase, dotAll } = scope
  if (reader.take('(')) return readGroup(reader, scope)
  if (reader.take('[')) return { kind: 'character', fits: readClass(reader, ignoreCase) }
  if (reader.take('.')) return { kind: 'character', fits: dotAll ? /^[^]$/u : /^[^\n]$/u }
  if (reader.take('^')) return { kind: 'place', at: lineStart }
  if (reader.take('$')) return { kind: 'place', at: lineEnd }
  if (!reader.take('\\')) return { kind: 'character', fits: readLiteral(reader, ignoreCase) }
  const place = PLACES[reader.peek()]
  if (place === undefined) return { kind: 'character', fits: readEscape(reader, ignoreCase) }
  reader.next()
  return { kind: 'place', at: place }
}

/** A group after its opening parenthesis. */
function readGroup(reader: PatternReader, outer: Scope): Part {
  const scope = { ...outer, depth: outer.depth + 1 }
  if (scope.depth > MAX_GROUP_DEPTH) throw new PatternError('nests too deeply')
  if (reader.take('?=')) return { kind: 'look', part: readToItsEnd(reader, scope), wanted: true }
  if (reader.take('?!')) return { kind: 'look', part: readToItsEnd(reader, scope), wanted: false }
  if (reader.take('?:') || reader.match(NAMED_GROUP) !== null) return readToItsEnd(reader, scope)
  const modes = reader.match(MODES)
  // (?i) applies to the rest of the group around it, which has the closing parenthesis
  if (modes !== null) return modes[3] === ')' ? readChoice(reader, withModes(scope, modes)) : readToItsEnd(reader, withModes(scope, modes))
  if (reader.peek() === '?') throw new PatternError('uses a kind of group that is not supported')
  return readToItsEnd(reader, scope)
}

/** The content of a group, and its closing parenthesis. */
function readToItsEnd(reader: PatternReader, scope: Scope): Part {
  const part = readChoice(reader, scope)
  if (!reader.take(')')) throw new PatternError('has a ( without its )')
  return part
}

/** The scope after a match of {@link MODES}. */
function withModes(scope: Scope, [, on = '', off = '']: RegExpExecArray): Scope {
  const isOn = (letter: string, before: boolean) => (before || on.includes(letter)) && !off.includes(letter)
  return { ...scope, ignoreCase: isOn('i', scope.ignoreCase), dotAll: isOn('m', scope.dotAll) }
}
