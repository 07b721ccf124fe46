import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
type Run = { files: string[]; command: string[] }
const { sweepRun, testRun, unsweptRun, wholeRun } = createRequire(import.meta.url)('./tests.cjs') as {
  sweepRun(args: readonly string[], options?: { processes: boolean }): Run
  testRun(args: readonly string[]): Run & { env: Record<string, string> }
  unsweptRun(): Run
  wholeRun(args: readonly string[]): Run
}
const { inOrder, workOf } = createRequire(import.meta.url)('./schedule.cjs') as {
  inOrder<One extends { kind: string; work: number }>(processes: readonly One[], atOnce: number): One[]
  workOf(kind: string, text: string, onlySmoke?: boolean): number
}
const all = globSync('{test,cli,server,web,bench,tools}/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] }).map((path) =>
  path.split(sep).join('/'),
)

/** The test files that a command line runs: those of its modules. */
function filesOf({ command }: Run): string[] {
  return command
    .filter((arg) => !arg.startsWith('-'))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/^await suite\("([^"]+)", \(\) => import\(/gm)].map(([, file]) => file ?? ''),
    )
}

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const sweeps = all.filter((path) => /\bdrawSample\(/.test(textOf(path)) && path !== 'tools/tests.test.ts')
const ofProcesses = all.filter((path) => /^import .* from '(?:\.\.?|#test)\/processes\.ts'$/m.test(textOf(path)))

test('npm run ci runs each test file once: the sweeps, and all others; so does npm run test:long', () => {
  assert.ok(all.length > 300)
  assert.ok(sweeps.length > 8)
  assert.deepEqual(filesOf(sweepRun([])).toSorted(), sweeps.toSorted())
  assert.deepEqual([...filesOf(unsweptRun()), ...filesOf(sweepRun([]))].toSorted(), all.toSorted())
  assert.deepEqual(filesOf(wholeRun([])).toSorted(), all.toSorted())
  assert.deepEqual(wholeRun([]).files.toSorted(), all.toSorted())
})

test('npm test leaves out all sweeps but one, and the tests of processes that are no smoke tests; npm run test:full runs what it leaves out', () => {
  const quick = testRun([])
  const leftOut = all.filter((path) => !filesOf(quick).includes(path))
  assert.deepEqual(quick.env, { DESKHAND_TEST_PROCESSES: 'smoke' })
  assert.deepEqual(
    sweeps.filter((path) => !leftOut.includes(path)),
    ['test/invariants/tenant_isolation.test.ts'],
  )
  for (const path of leftOut) assert.ok(sweeps.includes(path) || (ofProcesses.includes(path) && !textOf(path).includes('smokeTest(')), path)
  const smoke = ofProcesses.filter((path) => !leftOut.includes(path))
  assert.ok(smoke.length >= 12 && smoke.length <= 18, smoke.join())
  assert.deepEqual(filesOf(sweepRun([], { processes: true })).toSorted(), [...new Set([...sweeps, ...ofProcesses])].toSorted())
})

test('files that start processes of their own leave that to npm run ci, except for some of their tests', () => {
  const folders = /^test\/(?:crash|embedded)\/|^cli\/(?!contract\/|coverage|rules\/recorded)|^tools\/(?!tests|changed)/
  assert.deepEqual(ofProcesses.toSorted(), all.filter((path) => folders.test(path)).toSorted())
})

test('npm test runs all tests of the files whose path contains one of the given parts, and passes options on', () => {
  const run = testRun(['--test-only', './test/invariants/fuzz', 'server/lib/', 'test/crash/k'])
  assert.ok(run.command.includes('--test-only'))
  assert.deepEqual(run.env, {})
  const expected = all.filter((path) => /^test\/invariants\/fuzz|^server\/lib\/|^test\/crash\/k/.test(path))
  assert.deepEqual(filesOf(run).toSorted(), expected.toSorted())
  assert.throws(() => testRun(['no such file']), /no test file's path has "no such file" in it/)
})

test('the longest processes begin first; those that mostly wait run one at a time as long as there are others', () => {
  const orderOf = (work: Record<string, number[]>) => {
    const processes = Object.entries(work).flatMap(([kind, each]) => each.map((one) => ({ kind, work: one })))
    return inOrder(processes, 3).map((one) => `${one.kind} ${one.work}`)
  }
  const few = ['alone 4', 'browser 30', 'shared 20', 'alone 3', 'alone 1', 'shared 15', 'browser 10', 'shared 5']
  assert.deepEqual(orderOf({ alone: [1, 4, 3], browser: [10, 30], shared: [20, 5, 15] }), few)
  const many = ['alone 9', 'browser 8', 'shared 6', 'shared 5', 'alone 7', 'alone 2', 'alone 1']
  assert.deepEqual(orderOf({ alone: [2, 1, 7, 9], browser: [8], shared: [5, 6] }), many)
})

test('a file takes as long as the tests that are run of it', () => {
  const text = "smokeTest('one', () => {})\ntest('two', () => {})\ntest('three', () => {})"
  assert.equal(workOf('alone', text), 2 * workOf('alone', text, true))
  assert.equal(workOf('alone', "test('two', () => {})", true), workOf('alone', "test('two', () => {})"))
})

test('files share a few processes of about the same length', () => {
  const shared = wholeRun(['server/'])
    .command.filter((arg) => !arg.startsWith('-'))
    .map((path) => [...readFileSync(path, 'utf8').matchAll(/^await suite\(/gm)].length)
    .filter((count) => count > 1)
  assert.equal(shared.length, 4)
  assert.ok(Math.max(...shared) < 2 * Math.min(...shared), shared.join())
})
