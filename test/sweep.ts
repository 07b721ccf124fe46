/**
 * Sweeps try something on every route, or every page. `npm run ci` and `npm run test:full` try all; `npm test` tries a sample, chosen by a seed. Not
 * here: which files are sweeps: those that import this one; and which of them `npm test` leaves out (tools/tests.cjs).
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'

/** Another seed chooses another sample. */
const SEED = process.env.DESKHAND_TEST_SEED ?? '1'
const IS_WHOLE = process.env.DESKHAND_TEST_SWEEPS === 'whole'
/** A sample has one of this many. */
const ONE_OF = 8

/** All items in a whole sweep, otherwise a sample, in their order; different ones for different names of the same sweep. */
export function drawSample<Item>(name: string, items: readonly Item[], oneOf = ONE_OF): readonly Item[] {
  if (IS_WHOLE) return items
  const drawn = items
    .map((_item, index) => ({ index, lot: createHash('sha256').update(`${SEED} ${name} ${index}`).digest('hex') }))
    .toSorted((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, Math.ceil(items.length / oneOf))
  const chosen = new Set(drawn.map(({ index }) => index))
  return items.filter((_item, index) => chosen.has(index))
}

/** Fails if a whole sweep has found fewer than `least`: then it misses what it tests. Does nothing for a sample. */
export function assertEnough(count: number, least: number, message = String(count)): void {
  if (IS_WHOLE) assert.ok(count > least, message)
}
