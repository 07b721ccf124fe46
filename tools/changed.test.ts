import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const { changedFiles, testsReaching } = createRequire(import.meta.url)('./changed.cjs') as {
  changedFiles(root: string): string[]
  testsReaching(changed: readonly string[], files: readonly { path: string; text: string }[]): string[]
}
const { importsOf } = createRequire(import.meta.url)('./imports.cjs') as {
  importsOf(file: { path: string; text: string }): { from: string; to: string; isType: boolean }[]
}

/** A small repository: three files of code, and tests that use them in every way. */
const TEXTS: Readonly<Record<string, string>> = {
  'server/low.ts': '',
  'server/middle.ts': "import { low } from './low.ts'",
  'server/types.ts': "import type { Middle } from './middle.ts'",
  'server/db/setup/migrate.ts': '',
  'tools/chromium.ts': '',
  'tools/run.cjs': '',
  'test/processes.ts': '',
  'test/reads.ts': "export const list = 'table.json'",
  'server/low.test.ts': "import { low } from './low.ts'",
  'server/later.test.ts': "await import('./middle.ts')",
  'server/types.test.ts': "import { types } from './types.ts'",
  'server/table.test.ts': "import { list } from '#test/reads.ts'",
  'server/named.test.ts': "const place = 'server/middle.ts'",
  'server/db/all.test.ts': "import {\n  migrate,\n  type One,\n} from './setup/migrate.ts'",
  'test/page.test.ts': "import { launch } from '../tools/chromium.ts'",
  'test/kill.test.ts': "import { test } from './processes.ts'",
  'tools/run.test.ts': "const { run } = createRequire(import.meta.url)('./run.cjs')",
  'test/docs.test.ts': '',
}
const files = Object.entries(TEXTS).map(([path, text]) => ({ path, text }))
const tests = Object.keys(TEXTS).filter((path) => path.endsWith('.test.ts'))

/** The tests that can reach changed files, without those that read everything. */
const listReaching = (...changed: string[]) => testsReaching(changed, files).filter((path) => path !== 'test/docs.test.ts')

test('a test is reached by what it imports, however far and whether at once or later, but not by types', () => {
  assert.deepEqual(listReaching('server/low.ts'), ['server/low.test.ts', 'server/later.test.ts', 'test/kill.test.ts'])
  assert.deepEqual(listReaching('server/types.ts'), ['server/types.test.ts', 'test/kill.test.ts'])
  assert.deepEqual(listReaching('server/middle.ts'), ['server/later.test.ts', 'server/named.test.ts', 'test/kill.test.ts'])
  assert.deepEqual(listReaching('server/low.test.ts'), ['server/low.test.ts'])
  assert.deepEqual(listReaching('server/types.test.ts', 'server/low.test.ts'), ['server/low.test.ts', 'server/types.test.ts'])
})

test('a file that is gone reaches the tests that still import it', () => {
  const rest = files.filter(({ path }) => path !== 'server/low.ts')
  assert.ok(testsReaching(['server/low.ts'], rest).includes('server/later.test.ts'))
})

test('what is no import is followed, too: migrations, pages, tools, files that are read by name', () => {
  assert.deepEqual(listReaching('migrations/0001_first.sql'), ['server/db/all.test.ts', 'test/kill.test.ts'])
  assert.deepEqual(listReaching('web/home/page.tsx'), ['test/page.test.ts', 'test/kill.test.ts'])
  assert.deepEqual(listReaching('tools/run.cjs'), ['test/kill.test.ts', 'tools/run.test.ts'])
  assert.deepEqual(listReaching('server/rules/table.json'), ['server/table.test.ts', 'test/kill.test.ts'])
})

test('documents reach the tests that read everything; packages and what nothing is known to read reach all', () => {
  assert.deepEqual(testsReaching(['docs/audit.md', 'README.md'], files), ['test/docs.test.ts'])
  assert.deepEqual(testsReaching([], files), [])
  for (const path of ['package-lock.json', 'tsconfig.json', '.ci/run', 'bench/unknown.bin'])
    assert.deepEqual(testsReaching([path], files), tests, path)
})

test('imports of every form are read, with the files they lead to', () => {
  const text = [
    "import './effect.ts'",
    "import type { A } from '../a.ts'",
    "import { type B, type C } from './deep/b.ts'",
    "export { d } from './d.ts'",
    "import { e } from '#db/deep/e.ts'",
    "const later = () => import('#test/later.ts')",
    "import one, {\n  two,\n} from './many.ts'",
    "const late = () => import('./late.ts')",
    "const { run } = require('../run.cjs')",
    "import { join } from 'node:path'",
  ].join('\n')
  assert.deepEqual(
    importsOf({ path: 'test/folder/file.ts', text }).map(({ to, isType }) => [to, isType]),
    [
      ['test/folder/effect.ts', false],
      ['test/a.ts', true],
      ['test/folder/deep/b.ts', true],
      ['test/folder/d.ts', false],
      ['server/db/deep/e.ts', false],
      ['test/folder/many.ts', false],
      ['test/later.ts', false],
      ['test/folder/late.ts', false],
      ['test/run.cjs', false],
    ],
  )
})

test('changed are files of commits since main, of the index and of the working tree, new and removed ones', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-changed-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const runGit = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: folder, stdio: 'pipe' })
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  runGit('init', '-q', '-b', 'main')
  for (const path of ['same.ts', 'committed.ts', 'staged.ts', 'working.ts', 'removed.ts', 'moved.ts', 'on_main.ts']) write(path, path)
  write('.gitignore', 'ignored')
  runGit('add', '.')
  runGit('commit', '-qm', 'First')
  assert.deepEqual(changedFiles(folder), [])
  runGit('checkout', '-qb', 'topic')
  write('committed.ts', 'other')
  runGit('commit', '-qam', 'Second')
  write('staged.ts', 'other')
  runGit('mv', 'moved.ts', 'to.ts')
  runGit('add', '.')
  write('working.ts', 'other')
  write('folder/ä new.ts', 'new')
  write('ignored', 'new')
  rmSync(join(folder, 'removed.ts'))
  const expected = ['committed.ts', 'folder/ä new.ts', 'moved.ts', 'removed.ts', 'staged.ts', 'to.ts', 'working.ts']
  assert.deepEqual(changedFiles(folder), expected)
  runGit('stash', '-q', '-u')
  runGit('checkout', '-q', 'main')
  write('on_main.ts', 'other')
  runGit('commit', '-qam', 'What others have done since')
  runGit('checkout', '-q', 'topic')
  assert.deepEqual(changedFiles(folder), ['committed.ts'])
  runGit('branch', '-qm', 'main', 'trunk')
  assert.throws(() => changedFiles(folder), /--changed compares with the branch main, and there is none here/)
})
