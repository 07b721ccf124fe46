'use strict'
// THE TEST FILES OF `npm test -- --changed`: those that can reach what differs from main. How they run does not belong here; it is in tests.cjs.
const { execFileSync } = require('node:child_process')
const { importsOf } = require('./imports.cjs')

/** What is no import: a file that imports `by` also depends on the files that match. */
const DEPENDENCIES = [
  // starts the built server, the command line and the tools
  { by: 'test/processes.ts', on: /^(?:server|cli|tools|web|migrations)\// },
  // shows the built dashboard
  { by: 'tools/chromium.ts', on: /^web\// },
  { by: 'server/db/setup/migrate.ts', on: /^migrations\// },
  { by: 'test/documents.ts', on: /^docs\// },
]
/** Tests that read files of every kind. */
const READ_EVERYTHING = /^test\/(?:docs|words|structure|packaging)\.test\.ts$|^tools\/tests\.test\.ts$/
const CODE = /\.(?:ts|tsx|cjs|mjs)$/
/** What only {@link READ_EVERYTHING} and the tests that name it read. */
const WORDS = /\.md$|^docs\/|^packaging\/|^\.(?:github|vscode)\/|^(?:LICENSE|NOTICE|compose\.yaml|Dockerfile)$/
/** Everything else, such as the packages and the configuration of a compiler, may change what any test does. */
const IN_FOLDERS = /^(?:server|cli|web|test|bench|tools|migrations)\/.*\//

/**
 * The test files that can reach one of the changed files: by imports, except those of types, by a name in quotes, or by {@link DEPENDENCIES}. All
 * of them, if a changed file is one that nothing is known to read.
 * @param changed paths, also of files that are gone
 * @param files { path, text } of all code
 */
function testsReaching(changed, files) {
  if (changed.length === 0) return []
  const tests = files.map(({ path }) => path).filter(isTest)
  const importers = importersIn(files)
  const dependentsOf = (path) => [
    ...(importers.get(path) ?? []),
    ...(isTest(path) ? [] : DEPENDENCIES.filter(({ on }) => on.test(path)).map(({ by }) => by)),
  ]
  const reached = new Set()
  const waiting = []
  for (const path of changed) {
    const readers = readersOf(path, files)
    const isKnown = CODE.test(path) || (IN_FOLDERS.test(`${path}/`) && readers.length + dependentsOf(path).length > 0)
    if (!isKnown && !WORDS.test(path)) return tests
    waiting.push(path, ...readers)
  }
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    waiting.push(...dependentsOf(path))
  }
  return tests.filter((path) => reached.has(path) || READ_EVERYTHING.test(path))
}

const isTest = (path) => path.endsWith('.test.ts')

/** The files that import each file, by its path. */
function importersIn(files) {
  const importers = new Map()
  for (const file of files)
    for (const { to, isType } of importsOf(file)) if (!isType) importers.set(to, [...(importers.get(to) ?? []), file.path])
  return importers
}

/** The code that has the name of a file in quotes, or the end of its path, and so probably reads it. */
function readersOf(path, files) {
  const name = path.split('/').at(-1)
  const ends = CODE.test(path) ? [`'${path}'`] : [`'${name}'`, `/${name}'`, `/${name}\``]
  return files.filter(({ text }) => ends.some((end) => text.includes(end))).map((file) => file.path)
}

/** The files that differ from where this branch left main: committed, staged, changed or new. @throws Error without git or without main */
function changedFiles(root) {
  const runGit = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const splitPaths = (text) => text.split('\0').filter(Boolean)
  const base = mergeBase(runGit)
  const differing = splitPaths(runGit('diff', '--name-only', '--no-renames', '-z', base))
  return [...new Set([...differing, ...splitPaths(runGit('ls-files', '--others', '--exclude-standard', '-z'))])].sort()
}

function mergeBase(git) {
  for (const name of ['main', 'origin/main']) {
    try {
      return git('merge-base', 'HEAD', name).trim()
    } catch {
      // there is no such branch, or no git: said below
    }
  }
  throw new Error('--changed compares with the branch main, and there is none here')
}

module.exports = { changedFiles, testsReaching }
