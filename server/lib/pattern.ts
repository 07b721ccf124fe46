/**
 * Matches texts with untrusted patterns. A pattern becomes an automaton without memory, and the text is scanned once, from its end to its
 * start, with all states simulated at the same time: the work is at most states × characters, whatever the pattern. JavaScript's own engine
 * backtracks and can take years for 30 characters.
 */
import { ensureDefined } from './defined.ts'
import { PatternError } from './pattern_reader.ts'
import { type Part, parsePattern } from './pattern_syntax.ts'

/** The longest pattern that is accepted, in characters. */
const MAX_PATTERN_LENGTH = 1000
/** States of one pattern at most; a repetition needs its part's states that many times. */
const MAX_STATES = 2000
/** Build steps at most: parts without states of their own, such as an empty group, could otherwise be repeated without limit. */
const MAX_STEPS = 100_000
/** The longest text that is matched, in characters: with the limits above, a match takes some hundredths of a second at most. */
export const MAX_MATCHED_LENGTH = 4096

/** A compiled pattern. */
export interface Pattern {
  /** True when the pattern is found anywhere in the text. Texts longer than {@link MAX_MATCHED_LENGTH} never match. */
  matches(text: string): boolean
}

type State =
  | { readonly kind: 'end' }
  | { readonly kind: 'character'; readonly fits: RegExp; readonly next: number }
  | { readonly kind: 'place'; readonly at: (text: readonly string[], position: number) => boolean; readonly next: number }
  | { readonly kind: 'look'; readonly machine: Machine; readonly wanted: boolean; readonly next: number }
  | { readonly kind: 'fork'; ways: readonly number[] }

interface Machine {
  readonly states: readonly State[]
  readonly start: number
  /** For each state those that reach it without consuming a character. */
  readonly before: readonly (readonly number[])[]
}

/** Builds the automaton of a pattern. @throws PatternError when it cannot be parsed, is too large, or needs backtracking */
export function compilePattern(source: string): Pattern {
  if (source.length > MAX_PATTERN_LENGTH) throw new PatternError(`is too long (maximum is ${MAX_PATTERN_LENGTH} characters)`)
  const machine = machineOf(parsePattern(source), { left: MAX_STATES, steps: MAX_STEPS })
  return {
    matches(text) {
      const characters = Array.from(text)
      return characters.length <= MAX_MATCHED_LENGTH && acceptingPositions(machine, characters).includes(1)
    },
  }
}

function machineOf(part: Part, room: { left: number; steps: number }): Machine {
  const states: State[] = [{ kind: 'end' }]
  const add = (state: State): number => {
    if (--room.left < 0) throw new PatternError('is too complex')
    return states.push(state) - 1
  }
  /** Adds the states of a part and returns its start state. `next` is the state after it. */
  const build = (one: Part, next: number): number => {
    if (--room.steps < 0) throw new PatternError('is too complex')
    switch (one.kind) {
      case 'empty':
        return next
      case 'character':
        return add({ kind: 'character', fits: one.fits, next })
      case 'place':
        return add({ kind: 'place', at: one.at, next })
      case 'look':
        return add({ kind: 'look', machine: machineOf(one.part, room), wanted: one.wanted, next })
      case 'sequence':
        return one.parts.reduceRight((after, inner) => build(inner, after), next)
      case 'choice':
        return add({ kind: 'fork', ways: one.parts.map((inner) => build(inner, next)) })
      default:
        return repeat(one, next)
    }
  }
  const repeat = ({ part: inner, least, most }: Part & { kind: 'repeat' }, next: number): number => {
    let begin = next
    if (most === null) {
      const fork: State & { kind: 'fork' } = { kind: 'fork', ways: [] }
      begin = add(fork)
      fork.ways = [build(inner, begin), next]
    } else for (let times = least; times < most; times += 1) begin = add({ kind: 'fork', ways: [build(inner, begin), next] })
    for (let times = 0; times < least; times += 1) begin = build(inner, begin)
    return begin
  }
  const start = build(part, 0)
  const before: number[][] = states.map(() => [])
  states.forEach((state, index) => {
    if (state.kind === 'fork') for (const way of state.ways) before[way]?.push(index)
    else if (state.kind === 'place' || state.kind === 'look') before[state.next]?.push(index)
  })
  return { states, start, before }
}

/** For each position of the text, including its end, 1 when the automaton accepts from there. */
function acceptingPositions({ states, start, before }: Machine, text: readonly string[]): Uint8Array {
  const found = new Uint8Array(text.length + 1)
  const looks = new Map(
    states.flatMap((state, index) => (state.kind === 'look' ? [[index, acceptingPositions(state.machine, text)] as const] : [])),
  )
  const holds = (index: number, position: number): boolean => {
    const state = ensureDefined(states[index])
    if (state.kind === 'place') return state.at(text, position)
    return state.kind !== 'look' || (looks.get(index)?.[position] === 1) === state.wanted
  }
  let later = new Uint8Array(states.length)
  for (let position = text.length; position >= 0; position -= 1) {
    const now = new Uint8Array(states.length)
    const fresh: number[] = [0]
    now[0] = 1
    const character = text[position]
    if (character !== undefined)
      states.forEach((state, index) => {
        if (state.kind !== 'character' || later[state.next] !== 1 || !state.fits.test(character)) return
        now[index] = 1
        fresh.push(index)
      })
    for (let reached = fresh.pop(); reached !== undefined; reached = fresh.pop())
      for (const index of before[reached] ?? []) {
        if (now[index] === 1 || !holds(index, position)) continue
        now[index] = 1
        fresh.push(index)
      }
    found[position] = ensureDefined(now[start])
    later = now
  }
  return found
}
