/**
 * Loaded before a test file by tools/guards/run.ts (`--import`): applies one change, records which guards refused (or which conditions were
 * reached), when and in which tests, and fails every test after the first that has failed, so that a run ends soon. GUARDS_OFF = the number
 * of the change; without it the guards are only recorded.
 */
import { appendFileSync } from 'node:fs'
import { afterEach, beforeEach } from 'node:test'

const { GUARDS_OFF, GUARDS_NOTES } = process.env
const off = GUARDS_OFF === undefined ? -1 : Number(GUARDS_OFF)
const beganAt = performance.now()
const MAX_NAMES = 8
let test: string | undefined
const reached = new Map<number, { readonly at: number; readonly tests: Set<string> }>()

function recordReached(id: number): void {
  const known = reached.get(id) ?? { at: Math.round(performance.now() - beganAt), tests: new Set<string>() }
  reached.set(id, known)
  if (test !== undefined && known.tests.size < MAX_NAMES) known.tests.add(test)
}

function writeNotes(failed?: string): void {
  if (GUARDS_NOTES === undefined) return
  const noted = [...reached].map(([id, { at, tests }]) => [id, at, [...tests]])
  appendFileSync(GUARDS_NOTES, `${JSON.stringify({ failed, reached: noted })}\n`)
}

function recordRejection(result: unknown, id: number): void {
  if (result instanceof Promise) result.catch(() => recordReached(id))
}

/** True unless the statement of this number is disabled. */
function isEnabled(id: number): boolean {
  recordReached(id)
  return id !== off
}

/** Makes a call that may refuse, unless it is disabled. Only a refusal is recorded. */
function call(id: number, work: () => unknown): unknown {
  if (id === off) return undefined
  try {
    const result = work()
    recordRejection(result, id)
    return result
  } catch (error) {
    recordReached(id)
    throw error
  }
}

/** The value of an expression, or its negation. */
function negateIfOff(id: number, value: unknown): unknown {
  recordReached(id)
  return id === off ? !value : value
}

Object.assign(globalThis, { guards_stands: isEnabled, guards_call: call, guards_opposite: negateIfOff })

if (process.argv[1]?.endsWith('.test.ts') === true) {
  let failed: string | undefined
  beforeEach((t) => {
    test = t.name
    if (failed !== undefined) throw new Error('an earlier test has failed')
  })
  afterEach((t) => {
    if ('passed' in t && !t.passed) failed ??= t.name
  })
  process.once('exit', () => writeNotes(failed))
} else process.once('exit', () => void (reached.size > 0 && writeNotes()))
