import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, join, sep } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const { sweepCommand, testCommand } = createRequire(import.meta.url)('./tests.cjs') as Record<string, (args: readonly string[]) => string[]>
const all = globSync('{test,cli,server,web,bench,tools}/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] }).map((path) =>
  path.split(sep).join('/'),
)

/** The test files that a command line runs, including those of modules that import several. */
function filesOf(command: readonly string[] = []): string[] {
  return command
    .filter((arg) => !arg.startsWith('-'))
    .flatMap((arg) =>
      isAbsolute(arg)
        ? [...readFileSync(arg, 'utf8').matchAll(/^await suite\("([^"]+)", \(\) => import\(/gm)].map(([, path]) => path ?? '')
        : [arg],
    )
}

test('npm test runs each test file once', () => {
  assert.ok(all.length > 300)
  assert.deepEqual(filesOf(testCommand?.([])).toSorted(), all.toSorted())
})

test('npm test runs the files whose path contains one of the given parts, and passes options on', () => {
  const command = testCommand?.(['--test-only', './test/invariants/fuzz', 'server/lib/']) ?? []
  assert.ok(command.includes('--test-only'))
  const expected = all.filter((path) => path.includes('test/invariants/fuzz') || path.includes('server/lib/'))
  assert.deepEqual(filesOf(command).toSorted(), expected.toSorted())
  assert.throws(() => testCommand?.(['no such file']), /no test file's path has "no such file" in it/)
})

test('npm run test:full runs every file that tries a sample in npm test', () => {
  const sampled = all.filter((path) => /\bsampled\(/.test(readFileSync(join(ROOT, path), 'utf8')) && path !== 'tools/tests.test.ts')
  assert.ok(sampled.length > 8)
  assert.deepEqual(filesOf(sweepCommand?.([])).toSorted(), sampled.toSorted())
})
