/**
 * DISABLES ONE GUARD AT A TIME and reports those that no test misses: `npm run guards [-- options] [parts of paths]`. Works in a copy below
 * the temporary folder, where every guard is selected by a number (tools/guards/find.ts). Each test file runs once to find out which guards
 * refuse in it, and in which of its tests. A guard that refuses nowhere is missed by no test. For each other one the test files in which it
 * refuses are run, those of its own folder first and then a few others, until one fails; of a long file elsewhere only those tests. The
 * results are written to `results.jsonl` there: the next run tries only guards that are new or were missed by no test.
 *
 *   --conditions   negates conditions of pure code instead, with the tests made for it (by default those of server/rules, server/search and
 *                  server/auth/scopes.ts)
 *   --workers=N    this many at a time, by default one
 *   --fresh        deletes the results of earlier runs
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { type Change, instrument, type Kind } from './find.ts'

const ROOT = join(import.meta.dirname, '../..')
const options = process.argv.slice(2).filter((arg) => arg.startsWith('--'))
const parts = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const kind: Kind = options.includes('--conditions') ? 'conditions' : 'guards'
const workers = Number(options.find((option) => option.startsWith('--workers='))?.slice('--workers='.length) ?? 1)
/** Pure code, and the tests elsewhere that exercise it: code that builds SQL is tested only by the resources that run it. */
const PURE: Readonly<Record<string, readonly string[]>> = {
  'server/rules/': ['server/rules/', 'server/modules/business_rules/automations/'],
  'server/search/': ['server/search/', 'server/modules/search_and_export/search/', 'server/modules/people/users/search.test.ts'],
  'server/auth/scopes.ts': ['server/auth/scopes.test.ts'],
}
const wanted = parts.length > 0 ? parts : kind === 'conditions' ? Object.keys(PURE) : ['server/']
const FOLDER = join(tmpdir(), `deskhand-guards-${createHash('sha256').update(ROOT).digest('hex').slice(0, 8)}`)
const COPY = join(FOLDER, kind)
const RESULTS = join(FOLDER, `${kind}.results.jsonl`)
const REACHED = join(FOLDER, `${kind}.reached.jsonl`)
const SOURCES = join(FOLDER, `${kind}.sources.jsonl`)
/** Nothing in these depends on a guard of the server alone, or they take minutes. */
const LEFT_OUT = /\/(?:fuzz|long_lists|house|docs)\.test\.ts$|^test\/(?:e2e|crash|embedded)\//
/** The time limit of a file without a change, and with one. */
const MAX_MS = 300_000
const longestOf = (took_ms: number) => Math.min(MAX_MS, 60_000 + 5 * took_ms)
/** Limits for files outside the guard's own folder: their number and duration. A guard that many files do not miss is not their subject. */
const MAX_FILES = 8
const SLOWEST_MS = 75_000
/** Of longer files only those tests run in which the guard refuses. */
const LONG_MS = 4000

interface Ended {
  readonly ok: boolean
  readonly failed: string | undefined
  readonly took_ms: number
  /** When each guard first refused, in milliseconds after the start, and in which tests it did. */
  readonly reached: ReadonlyMap<number, Refused>
}

interface Refused {
  readonly at: number
  readonly tests: readonly string[]
}

/** The guards that refuse in a test file, by the keys of changes. `sources` identifies the list of keys searched for. */
interface Covered {
  readonly file: string
  readonly hash: string
  readonly sources: string
  readonly ok: boolean
  readonly took_ms: number
  readonly reached: readonly (readonly [string, Refused])[]
}

/** A test file that may detect a change. */
interface Candidate extends Refused {
  readonly file: string
  readonly took_ms: number
  readonly is_own: boolean
}

interface Found {
  readonly key: string
  readonly where: string
  readonly missed_by: string | null
  /** The number of test files it was tried in. */
  readonly tried_in?: number
}

function copyTree(): Change[] {
  rmSync(COPY, { recursive: true, force: true })
  mkdirSync(COPY, { recursive: true })
  const skipped = new Set(['node_modules', '.git'])
  cpSync(ROOT, COPY, { recursive: true, filter: (path) => !skipped.has(basename(path)) })
  for (const modules of ['node_modules', 'tools/node/node_modules'])
    if (existsSync(join(ROOT, modules))) symlinkSync(join(ROOT, modules), join(COPY, modules))
  let last = -1
  const changes: Change[] = []
  const sources = globSync('server/**/*.ts', { cwd: COPY }).filter(
    (path) => !path.endsWith('.test.ts') && wanted.some((part) => path.includes(part)),
  )
  for (const path of sources.toSorted()) {
    const made = instrument(path, readFileSync(join(COPY, path), 'utf8'), kind, () => (last += 1))
    if (made.changes.length > 0) writeFileSync(join(COPY, path), made.text)
    changes.push(...made.changes)
  }
  // once, before several test files need it at the same time
  const build = "require('./tools/build.cjs').build(process.execPath, ['server'])"
  spawnSync(process.execPath, ['--eval', build], { cwd: COPY, stdio: 'inherit' })
  return changes
}

/** Runs one test file, or only `tests` of it, with a change or without. */
async function runFile(file: string, run: { off?: number; tests?: readonly string[]; longest_ms?: number } = {}): Promise<Ended> {
  const { off, tests, longest_ms = MAX_MS } = run
  const notes = join(FOLDER, `notes-${process.pid}-${createHash('sha256').update(`${file} ${off}`).digest('hex').slice(0, 12)}`)
  const probe = join(ROOT, 'tools/guards/probe.ts')
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    GUARDS_NOTES: notes,
    NODE_OPTIONS: `--import ${probe}`,
    NODE_COMPILE_CACHE: join(FOLDER, 'cache'),
  }
  if (off !== undefined) env.GUARDS_OFF = String(off)
  const only = tests?.map((name) => `--test-name-pattern=/^${name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}$/`) ?? []
  const began_at = performance.now()
  const child = spawn(process.execPath, ['--test-reporter=tap', ...only, file], { cwd: COPY, env, stdio: 'ignore', timeout: longest_ms })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []
  rmSync(notes, { force: true })
  const noted = lines.map((line) => JSON.parse(line) as { failed?: string; reached: [number, number, string[]][] })
  return {
    ok: code === 0,
    failed: noted.find((entry) => entry.failed !== undefined)?.failed,
    took_ms: Math.round(performance.now() - began_at),
    reached: new Map(noted.flatMap((entry) => entry.reached.map(([id, at, names]) => [id, { at, tests: names }]))),
  }
}

function readLines<Line>(path: string): Line[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

async function inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
    }),
  )
}

/** The test files with the guards they reach, of those that pass without a change. A file that has not changed is not run again. */
async function cover(changes: readonly Change[]): Promise<Covered[]> {
  const paths = [...new Set(changes.map(({ path }) => path))]
  const files = globSync(['server/**/*.test.ts', 'test/**/*.test.ts', 'cli/**/*.test.ts'], { cwd: COPY })
    .filter((file) => !LEFT_OUT.test(file) && (kind === 'guards' || paths.some((path) => isTestOf(file, path))))
    .toSorted()
  const sources = hashOf(changes.map((change) => change.key).join('\n'))
  const complete = lookedForAll(changes, sources)
  const known = new Map(readLines<Covered>(REACHED).map((covered) => [covered.file, covered]))
  const covered: Covered[] = []
  let done = 0
  await inTurn(files, async (file) => {
    const hash = hashOf(readFileSync(join(COPY, file)))
    const before = known.get(file)
    if (before?.hash === hash && complete.has(before.sources)) return void covered.push(before)
    const { ok, failed, took_ms, reached } = await runFile(file)
    if (!ok) say(`${file} fails with nothing taken away${failed === undefined ? '' : `: ${failed}`}; it is left out`)
    const own: Covered = {
      file,
      hash,
      sources,
      ok,
      took_ms,
      reached: changes.filter(({ id }) => reached.has(id)).map(({ id, key }) => [key, reached.get(id) as Refused]),
    }
    appendFileSync(REACHED, `${JSON.stringify(own)}\n`)
    covered.push(own)
    done += 1
    if (done % 25 === 0) say(`${done} test files have run`)
  })
  return covered.filter(({ ok }) => ok)
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** The earlier lists of keys, and this one, that include all of today’s: results obtained with them are still complete. */
function lookedForAll(changes: readonly Change[], sources: string): ReadonlySet<string> {
  const lists = readLines<{ sources: string; keys: string[] }>(SOURCES)
  if (!lists.some((list) => list.sources === sources))
    appendFileSync(SOURCES, `${JSON.stringify({ sources, keys: changes.map(({ key }) => key) })}\n`)
  const complete = lists.filter(({ keys }) => {
    const there = new Set(keys)
    return changes.every(({ key }) => there.has(key))
  })
  return new Set([sources, ...complete.map((list) => list.sources)])
}

/** True when a test file is made for the code of that path: it is in the same folder, or is listed for pure code. */
function isTestOf(file: string, path: string): boolean {
  if (kind === 'guards') return file.startsWith(`${dirname(path)}/`)
  if (file === path.replace(/\.ts$/, '.test.ts')) return true
  return Object.entries(PURE).some(([part, tests]) => path.startsWith(part) && tests.some((test) => file.startsWith(test)))
}

/** The test files in which a change refuses: of its own folder first, then those in which few tests reach it. */
function candidatesOf(change: Change, covered: readonly Covered[]): Candidate[] {
  return covered
    .flatMap(({ file, took_ms, reached }) =>
      reached
        .filter(([key]) => key === change.key)
        .map(([, refused]) => ({ file, took_ms, is_own: isTestOf(file, change.path), ...refused })),
    )
    .toSorted((a, b) => Number(b.is_own) - Number(a.is_own) || (a.is_own ? 0 : a.tests.length - b.tests.length) || a.at - b.at)
    .filter(({ is_own, took_ms }, index) => is_own || (index < MAX_FILES && took_ms < SLOWEST_MS))
}

/** Whether some tests of a file pass alone without a change: only then is their failure significant. */
const passAlone = new Map<string, Promise<boolean>>()

async function failureIn({ file, took_ms, tests, is_own }: Candidate, off: number): Promise<string | undefined> {
  const longest_ms = longestOf(took_ms)
  if (!is_own && took_ms > LONG_MS && tests.length > 0) {
    const part = await runFile(file, { off, tests, longest_ms })
    if (part.ok) return undefined
    const name = `${file} ${JSON.stringify(tests)}`
    if (!passAlone.has(name))
      passAlone.set(
        name,
        runFile(file, { tests }).then(({ ok }) => ok),
      )
    if (await passAlone.get(name)) return part.failed ?? 'ended'
  }
  const { ok, failed } = await runFile(file, { off, longest_ms })
  return ok ? undefined : (failed ?? 'ended')
}

async function missedBy(change: Change, candidates: readonly Candidate[]): Promise<string | null> {
  for (const candidate of candidates) {
    const failed = await failureIn(candidate, change.id)
    if (failed !== undefined) return `${candidate.file}: ${failed}`
  }
  return null
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

if (options.includes('--fresh')) rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const changes = copyTree()
const earlier = new Map(readLines<Found>(RESULTS).map((found) => [found.key, found]))
say(`${changes.length} ${kind} in ${relative(ROOT, COPY)}`)
const covered = await cover(changes)
const results: Found[] = []
// those with the fewest test files first: a guard that refuses nowhere needs no run
await inTurn(
  changes
    .map((change) => ({ change, candidates: candidatesOf(change, covered) }))
    .toSorted((a, b) => a.candidates.length - b.candidates.length),
  async ({ change, candidates }) => {
    const known = earlier.get(change.key)
    const where = `${change.path}:${change.line}`
    if (known !== undefined && known.missed_by !== null) return void results.push({ ...known, where })
    const found = { key: change.key, where, missed_by: await missedBy(change, candidates), tried_in: candidates.length }
    appendFileSync(RESULTS, `${JSON.stringify(found)}\n`)
    results.push(found)
    if (found.missed_by === null) say(`missed by nobody (refuses in ${candidates.length} test files): ${where}  ${change.text}`)
    if (results.length % 50 === 0) say(`${results.length} of ${changes.length}`)
  },
)
const survivors = results.filter((found) => found.missed_by === null)
say(`${results.length} ${kind}, ${survivors.length} that no test misses`)
process.exitCode = survivors.length > 0 ? 1 : 0
