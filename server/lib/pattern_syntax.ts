/**
 * Parses a regular expression into a tree, in the dialect people use for fields: Ruby's, as far as it can be matched in time linear in the
 * length of the text. Features that need backtracking (back-references, lookbehind, atomic groups) are refused. See pattern.ts.
 */

/** A part of a pattern. A `character` matches one character of a class; `look` looks ahead without consuming. */
export type Part =
  | { readonly kind: 'empty' }
  | { readonly kind: 'character'; readonly fits: RegExp }
  | { readonly kind: 'place'; readonly at: (text: readonly string[], position: number) => boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number | null }
  | { readonly kind: 'look'; readonly part: Part; readonly wanted: boolean }

/** The pattern cannot be parsed; the message says why. */
export class PatternError extends Error {}

interface Flags {
  readonly ignoreCase: boolean
  readonly dotAll: boolean
}

const DEEPEST_GROUP = 50
const MOST_REPEATS = 1000
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

/** Parses a pattern. @throws PatternError */
export function parsePattern(source: string): Part {
  let at = 0
  let depth = 0
  const fail = (why: string): never => {
    throw new PatternError(why)
  }
  const take = (text: string): boolean => {
    if (!source.startsWith(text, at)) return false
    at += text.length
    return true
  }
  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found !== null) at += found[0].length
    return found
  }
  const character = (inside: string, { ignoreCase }: Flags): Part => {
    try {
      return { kind: 'character', fits: new RegExp(`^[${inside}]$`, ignoreCase ? 'ui' : 'u') }
    } catch {
      return fail('has a class of characters that cannot be read') // the engine's own message would quote the brackets added here
    }
  }

  /** An escape after a backslash, as the content of a character class. */
  const escaped = (): string => {
    const found =
      matched(/[pP]\{\^?\w+\}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|x[0-9a-fA-F]{2}|[^]/uy)?.[0] ?? fail('ends with a backslash')
    if (/^[dwsDWSnrtfv]$|^[pPux]./.test(found)) return `\\${found}`
    if (KINDS[found] !== undefined) return KINDS[found]
    if (/^[A-Za-z0-9]/.test(found)) return fail(`uses \\${found}, which is not supported`)
    return literal(found)
  }
  const literal = (one: string) => (/[\\\]^\-[]/.test(one) ? `\\${one}` : one)

  const characterClass = (flags: Flags): Part => {
    let inside = take('^') ? '^' : ''
    for (let first = true; ; first = false) {
      if (at >= source.length) fail('has a [ without its ]')
      if (!first && take(']')) break
      if (source.startsWith('&&', at)) fail('uses && in a class, which is not supported')
      const named = matched(/\[:(\w+):\]/y)?.[1]
      if (named !== undefined) inside += NAMED_CLASSES[named] ?? fail(`names the unknown class [:${named}:]`)
      else if (take('\\')) inside += take('b') ? '\\x08' : escaped()
      else if (take('-')) inside += '-'
      else inside += literal(matched(/[^]/uy)?.[0] as string)
    }
    return character(inside, flags)
  }

  const group = (flags: Flags): Part => {
    if (++depth > DEEPEST_GROUP) fail('nests too deeply')
    const look = take('?=') ? true : take('?!') ? false : null
    let inner = flags
    if (look === null && !take('?:') && matched(/\?(?:<[A-Za-z_]\w*>|'[A-Za-z_]\w*')/y) === null) {
      const modes = matched(/\?([im]*)(?:-([im]*))?([:)])/y)
      if (modes !== null) {
        const [, on = '', off = '', end] = modes
        const turned = (letter: string, before: boolean) => (before || on.includes(letter)) && !off.includes(letter)
        inner = { ignoreCase: turned('i', flags.ignoreCase), dotAll: turned('m', flags.dotAll) }
        // (?i) applies to the rest of its group
        if (end === ')') return closing(choice(inner), false)
      } else if (source[at] === '?') fail('uses a kind of group that is not supported')
    }
    const part = closing(choice(inner), true)
    return look === null ? part : { kind: 'look', part, wanted: look }
  }
  const closing = (part: Part, expected: boolean): Part => {
    depth -= 1
    if (expected && !take(')')) fail('has a ( without its )')
    return part
  }

  const atom = (flags: Flags): Part => {
    if (take('(')) return group(flags)
    if (take('[')) return characterClass(flags)
    if (take('.')) return { kind: 'character', fits: flags.dotAll ? /^[^]$/u : /^[^\n]$/u }
    if (take('^')) return { kind: 'place', at: lineStart }
    if (take('$')) return { kind: 'place', at: lineEnd }
    if (!take('\\')) return character(literal(matched(/[^]/uy)?.[0] as string), flags)
    const place = PLACES[source[at] ?? '']
    if (place === undefined) return take('H') ? character(`^${KINDS.h}`, flags) : character(escaped(), flags)
    at += 1
    return { kind: 'place', at: place }
  }

  const repeated = (flags: Flags): Part => {
    let part = /[*+?]/.test(source[at] ?? '') ? fail('has nothing to repeat') : atom(flags)
    for (;;) {
      const found = matched(/([*+?])[?+]?|\{(?:(\d{1,4})(,?)(\d{0,4})|,(\d{1,4}))\}\??/y)
      if (found === null) return part
      const [, sign, from, comma, to, upTo] = found
      const least = sign === undefined ? Number(from ?? 0) : sign === '+' ? 1 : 0
      const bound = upTo ?? (comma === '' ? from : to)
      const most = sign === undefined ? (bound ? Number(bound) : null) : sign === '?' ? 1 : null
      if (least > MOST_REPEATS || (most ?? 0) > MOST_REPEATS || (most !== null && most < least)) fail('repeats too often')
      part = { kind: 'repeat', part, least, most }
    }
  }

  const sequence = (flags: Flags): Part => {
    const parts: Part[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(flags))
    return parts.length === 0 ? { kind: 'empty' } : { kind: 'sequence', parts }
  }

  const choice = (flags: Flags): Part => {
    const parts = [sequence(flags)]
    while (take('|')) parts.push(sequence(flags))
    return parts.length === 1 ? (parts[0] as Part) : { kind: 'choice', parts }
  }

  const whole = choice({ ignoreCase: false, dotAll: false })
  return at < source.length ? fail('has a ) without its (') : whole
}
