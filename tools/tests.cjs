'use strict'
// FINDS THE TESTS, every *.test.ts beside the code that it tests, and distributes them over processes.
const { createHash } = require('node:crypto')
const { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } = require('node:fs')
const { availableParallelism } = require('node:os')
const { join, sep } = require('node:path')
const { pathToFileURL } = require('node:url')
const { changedFiles, testsReaching } = require('./changed.cjs')
const { inOrder, sumOf, workOf } = require('./schedule.cjs')

const ROOT = join(__dirname, '..')
/** Where test files are. */
const FOLDERS = ['test', 'cli', 'server', 'web', 'bench', 'tools']
/** May be removed at any time. */
const CACHE = join(ROOT, 'node_modules', '.cache', 'deskhand')
/**
 * In how many processes the files run that share one. Importing the application and starting it costs each of them 2.5 seconds of processor time;
 * fewer than these would leave a core idle at the end.
 */
const SHARED_PROCESSES = 4
/** Of files with a browser, which one process shares. */
const BROWSER_PROCESSES = 2
/** The option that runs only the tests that can reach what differs from main. */
const CHANGED = '--changed'
/** How long a process may go on after its last test: what a failed test leaves open would keep it alive for ever. */
const END_LIMIT_MS = 30_000
/** The same for a process with a single file, which may wait for the processes it has started. */
const ALONE_END_LIMIT_MS = 120_000
/** Tests with a process of their own: those that start and end other processes, and those that measure their own memory. */
const ALONE =
  /^(?:cli|tools)\/|^test\/(?:crash|embedded)\/|^test\/attacks\/memory\.test\.ts$|^server\/(?:db\/builder|files\/files)\.test\.ts$/
/** Matches the sweeps: tests that try something on every route or page, or on a sample of these. */
const SWEEP = /^import .* from '(?:\.\.|#test)\/sweep\.ts'$/m
/** The sweep that `npm test` runs, on a sample; it leaves the others to `npm run ci`. */
const SAMPLED = /^test\/invariants\/tenant_isolation\.test\.ts$/
/** Matches the tests that start processes of their own, and those of them that `npm test` runs. */
const OF_PROCESSES = /^import .* from '(?:\.\.?|#test)\/processes\.ts'$/m
const SMOKE_TEST = /^import .*\bsmokeTest\b.* from '(?:\.\.?|#test)\/processes\.ts'$/m
/** Takes much longer than the number of its tests says: whole sweeps, and tests that kill or restart a server again and again. */
const LONG =
  /\/(?:fuzz|tenant_isolation|hidden_people|widths|rights|saving|recorded)\.test\.ts$|^test\/crash\/(?:kill|deliveries|rolling)\.test\.ts$|^cli\/seed\.test\.ts$/
const LONG_FACTOR = 10
/** Run together, because they share a browser. */
const BROWSER = /^test\/(?:e2e\/|attacks\/stored_xss)/

/**
 * A run of Node's test runner: the `files` it runs, its command line, and the environment it needs besides {@link testEnvironment}. Without parts
 * of paths it leaves out most sweeps, and most tests that start processes.
 * @param args options of the runner (--test-name-pattern=…), --changed, and parts of paths; a file must contain one of these (server/http)
 */
function testRun(args) {
  const isQuick = args.every(isOption)
  const files = wantedFiles(args)
  const quick = isQuick ? files.filter(isQuickFile) : files
  const env = isQuick ? { DESKHAND_TEST_PROCESSES: 'smoke' } : {}
  if (!args.includes(CHANGED)) return { ...runOf(processesOf(quick, isQuick), optionsOf(args)), env }
  const changed = changedFiles(ROOT)
  const reaching = testsReaching(changed, codeFiles())
  // a test that was changed runs, whatever its kind
  const found = files.filter((file) => changed.includes(file) || (quick.includes(file) && reaching.includes(file)))
  if (found.length === 0) return { files: found, command: ['-p', '"No test can reach what differs from main."'], env: {} }
  const isSmoke = !changed.some((file) => found.includes(file) && OF_PROCESSES.test(textOf(file)))
  return { ...runOf(processesOf(found, isQuick && isSmoke), optionsOf(args)), env: isSmoke ? env : {} }
}

/** The same for all tests except the sweeps. */
function unsweptRun() {
  return runOf(processesOf(wantedFiles([]).filter((file) => !SWEEP.test(textOf(file)))))
}

/** The same for the sweeps only, to be run whole; with `processes`, for all that `npm test` leaves out. */
function sweepRun(args, { processes = false } = {}) {
  const files = wantedFiles(args).filter((file) => SWEEP.test(textOf(file)) || (processes && OF_PROCESSES.test(textOf(file))))
  return runOf(makeProcesses(files), optionsOf(args))
}

/** The same for all tests. */
function wholeRun(args) {
  return runOf(processesOf(wantedFiles(args)), optionsOf(args))
}

function isQuickFile(file) {
  const text = textOf(file)
  return OF_PROCESSES.test(text) ? SMOKE_TEST.test(text) : SAMPLED.test(file) || !SWEEP.test(text)
}

/** The same for given files: each in a process of its own, and one process at a time. */
function aloneRun(files) {
  return runOf(makeProcesses(files), ['--test-concurrency=1'])
}

/** The environment of tests, with Node's compile cache for the next process. `whole`: sweeps run on everything. */
function testEnvironment({ whole = false } = {}) {
  const kept = { NODE_COMPILE_CACHE: join(CACHE, 'compiled') }
  if (whole) return { ...kept, DESKHAND_TEST_SWEEPS: 'whole' }
  return kept
}

/**
 * The same for given processes { kind, files, work }. One more runs at a time than there are cores: a test waits for its database, its browser
 * or a process, and another one uses the core meanwhile.
 */
function runOf(processes, options = []) {
  const atOnce = availableParallelism() + 1
  const modules = inOrder(processes, atOnce).map(moduleOf)
  const reporter = ['--test-reporter=spec', '--test-reporter-destination=stdout']
  const command = ['--test', ...reporter, `--test-concurrency=${atOnce}`, ...options, ...modules]
  return { files: processes.flatMap(({ files }) => files), command }
}

const isOption = (arg) => arg.startsWith('-')
/** The options of the runner. */
const optionsOf = (args) => args.filter((arg) => isOption(arg) && arg !== CHANGED)

function wantedFiles(args) {
  const parts = args
    .filter((arg) => !isOption(arg))
    .map((arg) =>
      arg
        .replace(/^\.[\\/]/, '')
        .split(sep)
        .join('/'),
    )
  const files = testFiles().filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  if (files.length === 0) throw new Error(`no test file's path has "${parts.join('" or "')}" in it`)
  return files
}

/** The files of each process, with what they have in common and how long they probably take. `onlySmoke`: most tests of processes are left out. */
function processesOf(files, onlySmoke = false) {
  const alone = files.filter((file) => ALONE.test(file))
  const shared = files.filter((file) => !ALONE.test(file))
  const browser = shared.filter((file) => BROWSER.test(file))
  const others = shared.filter((file) => !BROWSER.test(file))
  return [
    ...makeProcesses(alone, onlySmoke),
    ...groupsOf('browser', browser, BROWSER_PROCESSES),
    ...groupsOf('shared', others, SHARED_PROCESSES),
  ]
}

/** A process for each file. */
function makeProcesses(files, onlySmoke = false) {
  return files.map((file) => processOf(BROWSER.test(file) ? 'browser' : 'alone', [file], onlySmoke))
}

function processOf(kind, files, onlySmoke = false) {
  const estimateWork = (file) => workOf(kind, textOf(file), onlySmoke) * (LONG.test(file) && !onlySmoke ? LONG_FACTOR : 1)
  return { kind, files, work: sumOf(files.map(estimateWork)) }
}

/** Distributes files over processes of about the same length. The same files result in the same processes. */
function groupsOf(kind, files, count) {
  const groups = Array.from({ length: Math.min(count, files.length) }, () => ({ files: [], work: 0 }))
  const longestFirst = files.map((file) => processOf(kind, [file])).toSorted((a, b) => b.work - a.work)
  for (const {
    files: [file],
    work,
  } of longestFirst) {
    const shortest = groups.reduce((least, group) => (group.work < least.work ? group : least))
    shortest.files.push(file)
    shortest.work += work
  }
  return groups.map((group) => ({ kind, work: group.work, files: group.files.toSorted((a, b) => (a < b ? -1 : 1)) }))
}

/**
 * A module that runs the files of a process one after the other, each as a suite: resources of one are closed before the next one is imported.
 * @param place among all modules: the runner sorts them by name
 */
function moduleOf({ kind, files }, place) {
  const urlOf = (file) => JSON.stringify(pathToFileURL(join(ROOT, file)).href)
  const suites = files.map((file) => `await suite(${JSON.stringify(file)}, () => import(${urlOf(file)}))`)
  const [limit, code] = kind === 'alone' ? [ALONE_END_LIMIT_MS, ''] : [END_LIMIT_MS, 'process.exitCode ?? 1']
  const text = [
    "import { suite } from 'node:test'",
    `import { deferEndings } from ${urlOf('test/at_end.ts')}`,
    'let isEnded = false',
    // a test that ends the process would skip the files after it, and the runner would not notice
    "process.on('exit', () => { if (!isEnded) { process.exitCode = 1; console.error('The process ended before its last test file') } })",
    'const endAll = deferEndings()',
    ...suites,
    'await endAll()',
    'isEnded = true',
    `setTimeout(() => { console.error('The process goes on ${limit / 1000} s after its last test'); process.exit(${code}) }, ${limit}).unref()`,
    '',
  ].join('\n')
  const folder = join(CACHE, 'test_groups')
  const name = `${String(place).padStart(3, '0')}_${createHash('sha256').update(text).digest('hex').slice(0, 16)}.mjs`
  const path = join(folder, name)
  mkdirSync(folder, { recursive: true })
  // written and renamed, because another run may be reading the same file
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
  return path
}

const textOf = (file) => readFileSync(join(ROOT, file), 'utf8')

function testFiles() {
  return filesBelow(FOLDERS).filter((file) => file.endsWith('.test.ts'))
}

/** All source files with their text. */
function codeFiles() {
  return filesBelow(FOLDERS)
    .filter((path) => /\.(?:ts|tsx|cjs|mjs)$/.test(path) && !path.startsWith('web/dist/'))
    .map((path) => ({ path, text: textOf(path) }))
}

function filesBelow(folders) {
  return folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true })
        .map((file) => join(folder, file))
        .sort((a, b) => (a < b ? -1 : 1)),
    )
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !file.includes('node_modules/'))
}

module.exports = { aloneRun, runOf, sweepRun, testEnvironment, testRun, unsweptRun, wholeRun }
