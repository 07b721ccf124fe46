/** Reproducible random numbers: everything invented is drawn from one of these. */
import { ensureDefined } from '#lib/defined.ts'

/** A random number generator. Same seed, same sequence. */
export interface Random {
  /** A number from 0 to below 1. */
  next(): number
  /** An integer from `least` to `most`, both included. */
  whole(least: number, most: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  /** One of several items. */
  pick<Item>(items: readonly Item[]): Item
  /** The index of one of several weights, drawn in proportion to them. */
  weighted(weights: readonly number[]): number
}

/** Creates a random number generator (mulberry32). */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0
  const drawNext = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const drawWhole = (least: number, most: number) => least + Math.floor(drawNext() * (most - least + 1))
  return {
    next: drawNext,
    whole: drawWhole,
    chance: (probability) => drawNext() < probability,
    pick: (items) => ensureDefined(items[drawWhole(0, items.length - 1)]),
    weighted(weights) {
      let left = drawNext() * weights.reduce((sum, weight) => sum + weight, 0)
      const found = weights.findIndex((weight) => (left -= weight) < 0)
      return found === -1 ? weights.length - 1 : found
    },
  }
}
