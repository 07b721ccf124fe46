import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type TestContext } from 'node:test'
import { test } from '#test/processes.ts'

const ROOT = join(import.meta.dirname, '..')
const REPEAT = JSON.stringify(join(import.meta.dirname, 'repeat.cjs'))
const { runOf } = createRequire(import.meta.url)('./tests.cjs') as {
  runOf(processes: readonly { kind: string; files: string[]; work: number }[]): { files: string[]; command: string[] }
}

const PASSES = "test('passes', () => {})"
const FAILS = "test('always fails', () => assert.fail())"

/** A test that fails the first time and passes the second. */
function passesLater(name: string): string {
  return `test('${name}', () => {
    const seen = import.meta.filename + '.${name}.seen'
    if (existsSync(seen)) return
    writeFileSync(seen, '')
    assert.fail()
  })`
}

/** What `npm run ci` makes of test files, given by their texts; each list of files shares a process. */
async function resultOf(t: TestContext, ...groups: string[][]) {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-repeat-'))
  t.after(() => rmSync(folder, { recursive: true }))
  let made = 0
  const write = (text: string) => {
    const path = join(folder, `${++made}.test.ts`)
    const imports =
      "import assert from 'node:assert/strict'\nimport { existsSync, writeFileSync } from 'node:fs'\nimport { test } from 'node:test'\n"
    writeFileSync(path, imports + text)
    return relative(ROOT, path)
  }
  const tests = runOf(groups.map((texts) => ({ kind: 'shared', files: texts.map(write), work: 1 })))
  const script = `require(${REPEAT}).runRepeating(process.execPath, ${JSON.stringify(tests)}, process.env)
    .then(({ end, unstable }) => require('node:fs').writeFileSync(process.argv[1], JSON.stringify({ ...end, unstable })))`
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const path = join(folder, 'result.json')
  const { promise, resolve } = Promise.withResolvers<string>()
  execFile(process.execPath, ['-e', script, path], { env }, (_error, out, errors) => resolve(out + errors))
  const output = await promise
  const result = createRequire(import.meta.url)(path) as { code: number | null; unstable: string[] }
  return { ...result, unstable: result.unstable.map((line) => line.replace(/^.*\//, '')), output }
}

test('a file that failed is run once more, alone; its failed tests are named when it passes then', async (t) => {
  const both = `${passesLater('first')}\n${PASSES}\n${passesLater('second')}`
  const { code, unstable, output } = await resultOf(t, [PASSES, both], [PASSES])
  assert.equal(code, 0, output)
  assert.deepEqual(unstable, ['2.test.ts: first', '2.test.ts: second'])
  assert.match(output, /once more, alone: \S+2\.test\.ts\n/)
})

test('a file that fails again fails the run, and the others are not named', async (t) => {
  const { code, unstable } = await resultOf(t, [FAILS, passesLater('one')], [PASSES])
  assert.deepEqual([code, unstable], [1, []])
})

test('more than five files that failed are not run again', async (t) => {
  const { code, unstable, output } = await resultOf(
    t,
    Array.from({ length: 6 }, () => passesLater('one')),
  )
  assert.deepEqual([code, unstable], [1, []])
  assert.match(output, /6 files failed, and at most 5 are run again/)
  const five = await resultOf(
    t,
    Array.from({ length: 5 }, () => passesLater('one')),
  )
  assert.deepEqual([five.code, five.unstable.length], [0, 5], five.output)
})

test('a process that crashed fails the run, whatever else failed in it', async (t) => {
  const crashes = "test('crashes', () => process.exit(1))"
  const leaves = "test('leaves', () => process.exit(0))"
  const atTheEnd = "process.on('exit', () => process.kill(process.pid, 'SIGKILL'))"
  const groups = [
    [crashes],
    [passesLater('one'), crashes, PASSES],
    [passesLater('one'), atTheEnd],
    [PASSES, atTheEnd],
    [PASSES, leaves, PASSES],
  ]
  for (const group of groups) {
    const { code, unstable, output } = await resultOf(t, group)
    assert.deepEqual([code, unstable], [1, []], output)
    assert.match(output, /Nothing is run again: a process crashed/)
  }
})

test('a file that cannot be imported is named itself', async (t) => {
  const text = `if (!existsSync(import.meta.filename + '.seen')) {
    writeFileSync(import.meta.filename + '.seen', '')
    throw new Error('not yet')
  }
  ${PASSES}`
  const { code, unstable, output } = await resultOf(t, [PASSES, text])
  assert.deepEqual([code, unstable], [0, ['2.test.ts: the file itself']], output)
})

test('nothing is run again when all pass', async (t) => {
  const { code, unstable, output } = await resultOf(t, [PASSES])
  assert.deepEqual([code, unstable], [0, []])
  assert.doesNotMatch(output, /once more/)
})
