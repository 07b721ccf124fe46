/** Reads the text of a pattern from its start to its end. What the text means: pattern_syntax.ts. */
import { ensureDefined } from './defined.ts'

/** The pattern cannot be parsed; the message says why. */
export class PatternError extends Error {}

/** A pattern, of which a part is read already. */
export interface PatternReader {
  isAtEnd(): boolean
  /** The next character, which stays unread; an empty text at the end. */
  peek(): string
  /** True when the unread part begins with this text. */
  startsWith(text: string): boolean
  /** Reads this text if the unread part begins with it. @returns whether it did */
  take(text: string): boolean
  /** Reads what a sticky expression matches here; null when it does not. */
  match(sticky: RegExp): RegExpExecArray | null
  /** Reads one character, which there must be. */
  next(): string
}

/** Creates a reader at the start of a pattern. */
export function makePatternReader(source: string): PatternReader {
  let at = 0
  const match = (sticky: RegExp) => {
    sticky.lastIndex = at
    const found = sticky.exec(source)
    if (found !== null) at += found[0].length
    return found
  }
  return {
    isAtEnd: () => at >= source.length,
    peek: () => source[at] ?? '',
    startsWith: (text) => source.startsWith(text, at),
    take(text) {
      if (!source.startsWith(text, at)) return false
      at += text.length
      return true
    },
    match,
    next: () => ensureDefined(match(/[^]/uy)?.[0]),
  }
}
