import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
type RunOf = (args: readonly string[]) => { files: string[]; command: string[] }
const { sweepRun, testRun } = createRequire(import.meta.url)('./tests.cjs') as { sweepRun: RunOf; testRun: RunOf }
const { inOrder } = createRequire(import.meta.url)('./schedule.cjs') as {
  inOrder<One extends { kind: string; work: number }>(processes: readonly One[], atOnce: number): One[]
}
const all = globSync('{test,cli,server,web,bench,tools}/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] }).map((path) =>
  path.split(sep).join('/'),
)

/** The test files that a command line runs: those of its modules. */
function filesOf({ command }: { command: string[] }): string[] {
  return command
    .filter((arg) => !arg.startsWith('-'))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/^await suite\("([^"]+)", \(\) => import\(/gm)].map(([, file]) => file ?? ''),
    )
}

test('npm test runs each test file once', () => {
  assert.ok(all.length > 300)
  assert.deepEqual(filesOf(testRun([])).toSorted(), all.toSorted())
  assert.deepEqual(testRun([]).files.toSorted(), all.toSorted())
})

test('npm test runs the files whose path contains one of the given parts, and passes options on', () => {
  const run = testRun(['--test-only', './test/invariants/fuzz', 'server/lib/'])
  assert.ok(run.command.includes('--test-only'))
  const expected = all.filter((path) => path.includes('test/invariants/fuzz') || path.includes('server/lib/'))
  assert.deepEqual(filesOf(run).toSorted(), expected.toSorted())
  assert.throws(() => testRun(['no such file']), /no test file's path has "no such file" in it/)
})

test('npm run test:full runs every file that tries a sample in npm test', () => {
  const sampled = all.filter((path) => /\bsampled\(/.test(readFileSync(join(ROOT, path), 'utf8')) && path !== 'tools/tests.test.ts')
  assert.ok(sampled.length > 8)
  assert.deepEqual(filesOf(sweepRun([])).toSorted(), sampled.toSorted())
})

test('the longest processes begin first, and those that mostly wait run beside them, one after the other', () => {
  const work = { alone: [1, 4, 3], browser: [10, 30], shared: [20, 5, 15] }
  const processes = Object.entries(work).flatMap(([kind, each]) => each.map((one) => ({ kind, work: one })))
  const order = inOrder(processes, 3).map((one) => `${one.kind} ${one.work}`)
  const longest = ['browser 30', 'shared 20']
  assert.deepEqual(order, [...longest, 'alone 4', 'alone 3', 'alone 1', 'shared 15', 'browser 10', 'shared 5'])
})

test('files share a few processes of about the same length', () => {
  const shared = testRun(['server/'])
    .command.filter((arg) => !arg.startsWith('-'))
    .map((path) => [...readFileSync(path, 'utf8').matchAll(/^await suite\(/gm)].length)
    .filter((count) => count > 1)
  assert.equal(shared.length, 4)
  assert.ok(Math.max(...shared) < 2 * Math.min(...shared), shared.join())
})
