'use strict'
// FINDS THE TESTS: every *.test.ts beside what it tests.
const { existsSync, readdirSync } = require('node:fs')
const { join, sep } = require('node:path')

const ROOT = join(__dirname, '..')
/** The long ones first, so that no core has nothing to do while the last of them runs. */
const FOLDERS = ['test', 'cli', 'server', 'web', 'bench', 'tools']

/**
 * The command line of Node's test runner.
 * @param args options of the runner (--test-name-pattern=…) and parts of paths, of which a file must have one (server/http)
 */
function testCommand(args) {
  const wanted = args
    .filter((arg) => !arg.startsWith('-'))
    .map((arg) =>
      arg
        .replace(/^\.[\\/]/, '')
        .split(sep)
        .join('/'),
    )
  const files = testFiles().filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  if (files.length === 0) throw new Error(`no test file's path has "${wanted.join('" or "')}" in it`)
  const options = args.filter((arg) => arg.startsWith('-'))
  return ['--test', '--test-reporter=spec', '--test-concurrency=2', ...options, ...files]
}

function testFiles() {
  return FOLDERS.filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true })
        .map((file) => join(folder, file))
        .sort((a, b) => (a < b ? -1 : 1)),
    )
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules/'))
}

module.exports = { testCommand }
