/** THE STRUCTURE OF THE CODE, as drawn in architecture.md: which folder may import which, what belongs where, how large files may be. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { assertNone, circleIn, edgesOf, type Import, importsOf, isDoor, isTest, ours, ROOT } from './code.ts'

/** What all use that work for a request or a job. */
const CORE = ['core/context', 'core/errors', 'core/error_formats', 'core/secrets']
/**
 * The folders whose code each folder may run. Types may be imported freely, except into pure folders. A folder is one of server/, or a file with
 * a row for itself; those not listed here assemble the process and may import anything.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  config: ['db/address', 'files/address', 'lib'],
  'files/address': [],
  files: ['files/address', 'tracing', 'lib'],
  mail: ['lib'],
  markup: ['lib'],
  outbound: ['tracing', 'lib'],
  'core/context': ['lib'],
  'core/errors': ['lib'],
  'core/error_formats': ['core/errors', 'lib'],
  'core/metrics': [],
  'core/problems': ['core/errors'],
  'core/secrets': ['lib'],
  'core/stopping': [],
  tracing: ['core/metrics', 'lib'],
  'db/address': [],
  db: ['db/address', 'tracing', 'lib'],
  rules: ['lib'],
  search: ['lib'],
  queue: ['auth', 'db', 'tracing', 'lib'],
  accounts: ['db', 'core/errors', 'core/error_formats', 'core/secrets', 'lib'],
  auth: ['accounts', 'db', ...CORE, 'lib'],
  permissions: ['auth', 'db', ...CORE, 'lib'],
  http: ['accounts', 'auth', 'files', 'db', ...CORE, 'core/metrics', 'lib', 'tracing'],
  modules: [
    'http',
    'auth',
    'accounts',
    'permissions',
    'rules',
    'search',
    'modules/common/mails/templates',
    'queue',
    'outbound',
    'files',
    'markup',
    'db',
    ...CORE,
    'core/problems',
    'lib',
  ],
  'modules/common/mails/templates': ['lib'],
  jobs: ['modules', 'queue', 'accounts', 'db', 'tracing', ...CORE, 'lib'],
}
/** Folders of pure functions: no clock, no waiting, only their own types and those of lib. */
const PURE = ['lib', 'rules', 'search', 'modules/common/mails/templates']
/** Folders that hold parts of one record, written by one statement; among themselves they may form a cycle. */
const ONE_RECORD = ['tickets/tickets', 'tickets/tickets/write', 'tickets/ticket_audits', 'tickets/ticket_comments']
/** Folders of modules that have no routes of their own: others share them, or jobs run them. */
const SHARED: readonly string[] = [
  'business_rules/effects',
  'business_rules/rules',
  'common/webhook_events',
  'custom_data/custom_fields',
  'custom_data/lookups',
  'employee_service/audit_entries',
  'people/user_events',
  'tickets/placeholders',
]
/** The modules, each after those it may import. */
const MODULES = [
  'common',
  'account',
  'custom_data',
  'people',
  'sign_in',
  'ticket_setup',
  'tickets',
  'memberships',
  'routing',
  'employee_service',
  'business_rules',
  'access',
  'search_and_export',
  'api_reference',
]
/** The private files of a folder. */
const PRIVATE = /\/(?:\w+_)?routes\.ts$|\/(?:check|draft)\.ts$/
/**
 * Where SQL may be: stores, db/, the SQL of rules and scopes, and the statements of a request before its resource: authentication,
 * instance, rate limits.
 */
const SQL_PLACES =
  /\/(?:\w+_)?store\.ts$|\/list\.ts$|^server\/(?:db|auth|accounts|rules|search)\/|_scope\.ts$|^server\/http\/(?:paging|limits|idempotency|request_log)\.ts$|^server\/jobs\/(?:claim|heartbeat|sweep)\.ts$|^server\/(?:queue\/enqueue|process\/first_start)\.ts$/
/** Starts several works at once and awaits them; it only awaits its arguments and computes nothing. */
const TOGETHER = 'server/lib/all_of.ts'
/** Creates folders, without the call of Node that can hang. */
const FOLDERS = 'server/lib/folders.ts'
const SQL = /\bdefineStatement[<(]|\bsql(?:<[^`]*>)?`|\bq\.(?:select|insert|update|delete|with)/
const GENERATED: readonly string[] = ['server/db/tables.ts', 'web/contract/operations.ts']
/** Writes the first of {@link GENERATED}, and so contains the text of declarations that are not its own. */
const GENERATOR = 'server/db/dump.ts'
/** Tests that kill processes at moments that have no event to wait for. */
const OF_PROCESSES = /^test\/crash\/|^tools\/child\.test\.ts$/

const server = ours.filter(({ path }) => path.startsWith('server/') && !isTest(path))
const imports = server.flatMap(importsOf)

/** The folder of a file, as named in MAY_IMPORT: the longest name that matches, else the file itself. */
function roomOf(path: string): string {
  const inside = path.replace(/^server\//, '').replace(/\.ts$/, '')
  const names = Object.keys(MAY_IMPORT).filter((name) => inside === name || inside.startsWith(`${name}/`))
  return names.sort((one, other) => other.length - one.length)[0] ?? inside
}

/** The folder of a module that a file is in, such as `tickets/ticket_audits`. */
const folderOf = (path: string) => /^server\/modules\/(\w+\/.+)\/[^/]+$/.exec(path)?.[1]
/** The same, where folders of one record count as one. */
const recordOf = (path: string) => {
  const folder = folderOf(path)
  return folder !== undefined && ONE_RECORD.includes(folder) ? ONE_RECORD[0] : folder
}
/** The folder of server/ that a file is in, else that of the repository; undefined for a file in its root. */
const topOf = (path: string) => /^(?:server\/)?[^/]+(?=\/)/.exec(path)?.[0]
const moduleOf = (path: string) => /^server\/modules\/(\w+)\//.exec(path)?.[1]

test('a folder imports what is below it and nothing else', () => {
  const faults = imports.filter(({ from, to, isType }) => {
    const own = roomOf(from)
    const other = roomOf(to)
    const allowed = MAY_IMPORT[own]
    if (allowed === undefined || own === other || (isType && !PURE.includes(own))) return false
    return !allowed.includes(other)
  })
  assertNone(faults.map(({ from, to }) => `${from} imports ${to}`))
})

test('the server does not import the command line, the web, tests or tools', () => {
  assertNone(imports.filter(({ to }) => !to.startsWith('server/')).map(({ from, to }) => `${from} imports ${to}`))
})

test('no code lies in the root of the server', () => {
  assertNone(ours.filter(({ path }) => dirname(path) === 'server').map(({ path }) => path))
})

test('an import by a relative path leads to its folder or one folder up, and not into another folder of the repository or the server', () => {
  const relativeImports = ours.flatMap(importsOf).filter(({ from, specifier }) => !from.startsWith('web/') && specifier.startsWith('.'))
  const isFar = ({ from, to, specifier }: Import) => specifier.startsWith('../../') || (topOf(to) ?? topOf(from)) !== topOf(from)
  assertNone(relativeImports.filter(isFar).map(({ from, specifier }) => `${from} imports ${specifier}`))
})

const running = imports.filter(({ isType }) => !isType)

test('no files import each other in a cycle, not even for types', () => {
  assert.deepEqual(circleIn(edgesOf(ours.flatMap(importsOf).map(({ from, to }) => [from, to]))), undefined)
})

test('no folders of the server import each other in a cycle, not even for types, but for those of all services that a context holds', () => {
  const counted = imports.filter(({ from, isType }) => !isType || from !== 'server/core/context.ts')
  const records = ONE_RECORD.map((folder) => `server/modules/${folder}`)
  const folderOrRecord = (path: string) => (records.includes(dirname(path)) ? records.join(' and ') : dirname(path))
  assert.deepEqual(circleIn(edgesOf(counted.map(({ from, to }) => [folderOrRecord(from), folderOrRecord(to)]))), undefined)
})

test('modules queue work and do not know what performs it, not even by types', () => {
  const known = imports.filter(({ from, to }) => from.startsWith('server/modules/') && to.startsWith('server/jobs/'))
  assertNone(known.map(({ from, to }) => `${from} imports ${to}`))
})

test('a folder uses the store, the presenter or an act of another; its shapes only to describe its own', () => {
  const across = running.filter(
    ({ from, to }) => recordOf(to) !== undefined && recordOf(from) !== recordOf(to) && recordOf(from) !== undefined,
  )
  const faults = across.filter(({ from, to }) => PRIVATE.test(to) || (to.endsWith('/schema.ts') && !/schema\.ts$|routes\.ts$/.test(from)))
  assertNone(faults.map(({ from, to }) => `${from} imports ${to}`))
})

test('every folder of a module has routes, and tests beside the code they test', () => {
  const folders = MODULES.flatMap((module) =>
    readdirSync(join(ROOT, 'server/modules', module), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${module}/${entry.name}`),
  )
  const lacksFile = (folder: string, wanted: RegExp) =>
    !ours.some(({ path }) => path.startsWith(`server/modules/${folder}/`) && wanted.test(path))
  assertNone(
    folders
      .filter((folder) => !SHARED.includes(folder) && lacksFile(folder, /\/(?:\w+_)?routes\.ts$/))
      .map((folder) => `${folder} has no routes`),
  )
  assertNone(folders.filter((folder) => lacksFile(folder, /\.test\.ts$/)).map((folder) => `${folder} has no tests`))
})

/** The names between backticks in one bullet of a module's README. */
function readBullet(module: string, bullet: string): string[] {
  const line = new RegExp(`^- ${bullet}: (.*)$`, 'm').exec(readFileSync(join(ROOT, 'server/modules', module, 'README.md'), 'utf8'))?.[1]
  assert.ok(line !== undefined, `the README of ${module} does not say "${bullet}"`)
  return [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

test('a module imports modules before it in the list, and of those what their README offers; the README lists exactly that', () => {
  assert.deepEqual(readdirSync(join(ROOT, 'server/modules')).sort(), [...MODULES].sort())
  const across = imports.filter(
    ({ from, to }) => moduleOf(from) !== undefined && moduleOf(to) !== undefined && moduleOf(from) !== moduleOf(to),
  )
  const above = across.filter(({ from, to }) => MODULES.indexOf(moduleOf(from) as string) < MODULES.indexOf(moduleOf(to) as string))
  assertNone(above.map(({ from, to }) => `${from} imports ${to}, which is above it`))
  for (const module of MODULES) {
    const sortDistinct = (names: readonly string[]) => [...new Set(names)].sort()
    const folders = readdirSync(join(ROOT, 'server/modules', module), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const used = across.filter(({ from }) => moduleOf(from) === module).map(({ to }) => moduleOf(to) as string)
    const offered = across.filter(({ to }) => moduleOf(to) === module).map(({ to }) => to.slice(`server/modules/${module}/`.length))
    assert.deepEqual(sortDistinct(readBullet(module, 'Folders')), sortDistinct(folders.map(({ name }) => name)), module)
    assert.deepEqual(sortDistinct(readBullet(module, 'Imports from')), sortDistinct(used), module)
    assert.deepEqual(sortDistinct(readBullet(module, 'Others may import')), sortDistinct(offered), module)
  }
})

test('statements are in stores', () => {
  assertNone(server.filter(({ path, text }) => SQL.test(text) && !SQL_PLACES.test(path)).map(({ path }) => path))
})

test('only two files name private tables of the job queue; all others use its public functions and its view', () => {
  const named = ours.filter(({ text }) => /graphile_worker\._private/.test(text)).map(({ path }) => path)
  assert.deepEqual(named, ['server/db/queue_tables.ts', 'test/queue.ts'])
})

test('the text of every mail of the service comes from a template', () => {
  const outbox = 'server/modules/common/mails/'
  // the text of a rule's mail is written in the rule, that of a side conversation by those who begin it
  const written = ['server/modules/business_rules/effects/mail.ts', 'server/modules/tickets/side_conversations/mail.ts']
  const senders = server.filter(
    ({ path, text }) => !path.startsWith(outbox) && !written.includes(path) && /\/mails\/(?:send|notify)\.ts'/.test(text),
  )
  assert.ok(senders.length > 0)
  assertNone(senders.filter(({ text }) => !/\bwriteMail\(/.test(text) || /\bsubject:/.test(text)).map(({ path }) => path))
})

/** A function whose name is one word: a declaration, an arrow function or a statement. */
const ONE_WORD =
  /(?:\bfunction\*? |\bconst )([a-z]+)(?:[(<]| = (?:async )?(?:\((?:[^()]|\([^()]*\))*\)(?:: [^=\n]+?)?|[a-z_]\w*) =>| = define(?:Statement|Lookup)\b)/g
const PARTICIPLE =
  /^(?:(?!need|feed|seed|embed|exceed)[a-z]+ed|(?!own|down)[a-z]*wn|[a-z]+tten|(?!token)[a-z]+ken|made|found|kept|held|sent|said|told|given|gone|done|lost|left|seen|begun|chosen|hidden|built|bound|spent|spelt|meant)$/

test('a function is a verb and a noun: none is named by a participle alone', () => {
  assertNone(
    ours.flatMap(({ path, text }) =>
      [...text.matchAll(ONE_WORD)].filter(([, name = '']) => PARTICIPLE.test(name)).map(([, name]) => `${path}: ${name}`),
    ),
  )
})

test('only lib/clock.ts reads the clock of the machine', () => {
  const asks = /\bnew Date\b|\bDate\.now\b|\bhrtime\b/
  const judged = [...server, ...ours.filter(({ path }) => path.startsWith('cli/') && !isTest(path))]
  assertNone(judged.filter(({ path, text }) => path !== 'server/lib/clock.ts' && asks.test(text)).map(({ path }) => path))
})

test('dates and numbers are written for people in few files: no other one formats them, and no prose has a moment as the API writes it', () => {
  const formats = /\bIntl\.(?:DateTime|RelativeTime|Duration|Number|List)Format\b|\.toLocale(?:Date|Time)?String\(/
  const formatters = [
    'cli/backup.ts',
    'server/lib/dates.ts',
    'server/lib/lists.ts',
    'server/lib/time_zones.ts',
    'server/lib/zone_offset.ts',
    // the words of the public API
    'server/modules/tickets/placeholders/times.ts',
    'web/features/localization/time_zones.ts',
    'web/kit/dates.ts',
    'web/kit/lists.ts',
    'web/kit/numbers.ts',
  ]
  const judged = ours.filter(({ path }) => /^(?:server|cli|web)\//.test(path) && !isTest(path))
  assert.deepEqual(
    judged
      .filter(({ text }) => formats.test(text))
      .map(({ path }) => path)
      .sort(),
    formatters,
  )

  const wire = judged.filter(({ path, text }) => path.startsWith('web/') && /\.toISOString\(/.test(text)).map(({ path }) => path)
  assert.deepEqual(wire, ['web/lib/wire_time.ts'])

  // the message of a job is that of the public API
  const public_words = ['server/modules/common/job_statuses/run.ts']
  const prose = /`[^`]* [^`]*\$\{[^}`]*(?:\btoISOString\(|\bwireTime(?:OrNull)?\(|_at(?: \?\?[^}`]*)?\})/
  const isProse = (path: string) => !SQL_PLACES.test(path) && !public_words.includes(path)
  assertNone(
    judged.flatMap(({ path, text }) =>
      isProse(path)
        ? text
            .split('\n')
            .filter((line) => prose.test(line))
            .map((line) => `${path}: ${line}`)
        : [],
    ),
  )
})

test('only markup/ parses markup, and only comments make content of what was sent', () => {
  const parsers = /from '(?:marked|sanitize-html|htmlparser2)'/
  const isType = /^import type /
  assertNone(
    server.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => parsers.test(line) && !isType.test(line) && !path.startsWith('server/markup/'))
        .map((line) => `${path}: ${line}`),
    ),
  )
  // what comes with a request may be attempted several times: contentOf makes its content once
  const makers = server.filter(({ text }) => /\bcontentFrom(?:Text|Html)\(/.test(text)).map(({ path }) => path)
  assert.deepEqual(makers, [
    'server/modules/business_rules/macros/apply.ts',
    'server/modules/tickets/ticket_comments/content.ts',
    'server/modules/tickets/ticket_comments/redact.ts',
  ])
})

test('only tests use the fast hash', () => {
  const callers = ours.filter(({ path, text }) => /\buseFastHashForTests\b/.test(text) && !path.startsWith('test/')).map(({ path }) => path)
  assert.deepEqual(callers, ['server/auth/passwords.ts'])
})

test('packages that only some processes need are imported by those alone', () => {
  const rare = /^import (?!type ).*'(?:@opentelemetry|@aws-sdk)\/|^\} from '(?:@opentelemetry|@aws-sdk)\//m
  const readers = server.filter(({ text }) => rare.test(text)).map(({ path }) => path)
  assert.deepEqual(readers, ['server/files/s3.ts', 'server/tracing/otlp.ts'])
  const atOnce = server.filter(({ text }) => /^(?:import (?!type ).*|\} )from '.*\/(?:s3|otlp)\.ts'/m.test(text))
  assertNone(atOnce.map(({ path }) => path))
})

test('little is imported before the embedded PostgreSQL starts: one package, which the configuration needs', () => {
  const imported = new Set<string>()
  const packages = new Set<string>()
  const follow = (path: string) => {
    if (imported.has(path)) return
    imported.add(path)
    const file = server.find((each) => each.path === path)
    assert.ok(file, path)
    for (const [text, from = ''] of file.text.matchAll(/^import (?!type )[^']*?'([^']+)'/gm)) {
      if (/^[.#]/.test(from)) for (const { to } of importsOf({ ...file, text })) follow(to)
      else if (!from.startsWith('node:')) packages.add(from)
    }
  }
  follow('server/start/run.ts')
  assert.deepEqual([...packages], ['ipaddr.js'])
  assert.ok(imported.has('server/db/embedded/start.ts'))
})

test('pure folders neither wait nor access the outside', () => {
  const impure =
    /\basync\b|\bawait\b|\bPromise\b|from 'node:(?:fs|net|http|https|child_process|dns|timers|worker_threads)|\bprocess\.|\bfetch\(|Math\.random/
  const judged = server.filter(({ path }) => PURE.includes(roomOf(path)) && path !== TOGETHER && path !== FOLDERS)
  assertNone(judged.filter(({ text }) => impure.test(text)).map(({ path }) => path))
})

test('only lib/all_of.ts starts works at once: in an array of calls a later one may throw while earlier ones are under way', () => {
  const begins = /\bPromise\s*\.\s*all\b/
  const judged = ours.filter(({ path }) => /^(?:server|cli)\//.test(path) && !isTest(path) && path !== TOGETHER)
  assertNone(judged.filter(({ text }) => begins.test(text)).map(({ path }) => path))
})

test('only lib/folders.ts creates folders: the call of Node may hang', () => {
  const makes = /\bmkdir(?:Sync)?\(.*\brecursive\b/
  const judged = ours.filter(({ path }) => /^(?:server|cli)\//.test(path) && !isTest(path))
  assertNone(judged.filter(({ text }) => makes.test(text)).map(({ path }) => path))
})

/** True for one item of a list of data: a literal, or a member or a row of literals, on a line of its own. */
function isData(line: string): boolean {
  const literals = line
    .replaceAll(/'(?:[^'\\]|\\.)*'/g, '0')
    .replaceAll(/\w+: /g, '')
    .replaceAll(/\b(?:true|false|null|[\d._]+)\b/g, '0')
  return /^[\s0,[\]{}-]*0[\s0,[\]{}-]*,$/.test(literals)
}

test('files stay small: 300 lines, tests 500; data is not counted', () => {
  const countLines = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .filter((line) => !isData(line)).length
  const judged = ours.filter(({ path }) => !GENERATED.includes(path)).map(({ path, text }) => ({ path, lines: countLines(text) }))
  assertNone(judged.filter(({ path, lines }) => lines > (isTest(path) ? 500 : 300)).map(({ path, lines }) => `${path}: ${lines} lines`))
})

/** What is between two brackets, with brackets in it, and others in those. */
const INSIDE = String.raw`(?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*`

test('a declaration declares one value: none takes apart a list that is written there', () => {
  const packed = new RegExp(String.raw`^ *(?:export )?(?:const|let) \[.*\](?:: .+)? = \[(?!\.\.\.)${INSIDE}\](?: as const)?$`, 'gm')
  assertNone(ours.flatMap(({ path, text }) => [...text.matchAll(packed)].map(([found]) => `${path}: ${found}`)))
})

test('a list has one item a line: no part of it is a list that is spread there, and no part of a union a group', () => {
  // those without an assertion are refused by unicorn/no-useless-spread
  const packed = new RegExp(String.raw`\.\.\.\((?:\[${INSIDE}\]|\{[^{}]*\}) (?:as|satisfies) [^()]*\),?$|^ *\| \('.*' \| .*`, 'gm')
  assertNone(ours.flatMap(({ path, text }) => [...text.matchAll(packed)].map(([found]) => `${path}: ${found}`)))
})

test('every exported function, class and interface of the server has a docstring', () => {
  const faults: string[] = []
  for (const { path, text } of server.filter((file) => !GENERATED.includes(file.path) && file.path !== GENERATOR)) {
    const lines = text.split('\n')
    for (const [index, line] of lines.entries()) {
      const isFunction =
        /^export (?:async )?function|^export (?:abstract )?class|^export interface|^export const \w+ = (?:async )?(?:<[^>]*>)?\(.*=>/.test(
          line,
        )
      if (
        isFunction &&
        !/\*\/\s*$|^\/\/ /.test(lines[index - 1] ?? '') &&
        !/\*\/\s*$/.test(lines.slice(0, index).findLast((before) => before.trim() !== '') ?? '')
      )
        faults.push(`${path}:${index + 1} ${line.slice(0, 80)}`)
    }
  }
  assertNone(faults)
})

test('tests wait for events, never for a fixed time', () => {
  const waits = /\bsetTimeout\(|timers\/promises|\bsleep\(/
  assertNone(
    ours
      .filter(({ path, text }) => isTest(path) && !OF_PROCESSES.test(path) && path !== 'test/structure.test.ts' && waits.test(text))
      .map(({ path }) => path),
  )
})

test('names are exported one by one, from the file that declares them', () => {
  const forms = /^export default|^export \* |^export \{[^}]*\} from|^\s*(?:export )?(?:const )?enum |^\s*namespace /m
  const isExempt = (path: string) => /config\.ts$|\.d\.ts$/.test(path) || isDoor(path)
  assertNone(ours.filter(({ path, text }) => forms.test(text) && !isExempt(path)).map(({ path }) => path))
  assertNone(
    ours.filter(({ path }) => !path.startsWith('web/') && !/^[a-z0-9_.]+$/.test(path.split('/').at(-1) as string)).map(({ path }) => path),
  )
})

test('the code has no notes of work left to do', () => {
  const later = new RegExp(['TO', 'DO|FIX', 'ME|X', 'XX'].join(''))
  assertNone(ours.filter(({ text }) => later.test(text)).map(({ path }) => path))
})
