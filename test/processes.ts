/**
 * Tests that start, stop and kill processes: they take long, and change rarely. `npm test` runs the few that are smoke tests; `npm run ci`,
 * and `npm test` with a part of their path, run all. Not here: which files those are: they import this one (tools/tests.cjs).
 */
import { test as nodeTest } from 'node:test'

const ONLY_SMOKE_TESTS = process.env.DESKHAND_TEST_PROCESSES === 'smoke'

/** A test that `npm test` leaves to `npm run ci`. */
export const test: typeof nodeTest.skip = ONLY_SMOKE_TESTS ? nodeTest.skip : nodeTest

/** One of the few that `npm test` runs: one for each thing that may happen to a process. */
export const smokeTest: typeof nodeTest.skip = nodeTest
