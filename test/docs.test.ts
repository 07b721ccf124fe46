/** The documents are correct: what they say about the code is checked against the code. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { VARIABLES } from '#config/variables.ts'

const ROOT = join(import.meta.dirname, '..')
const NOT_OURS = new Set(['node_modules', '.git', 'dist', 'data'])
/** Text between backticks that looks like a path of the project: `server/start/main.ts`, `web/kit/`. */
const PATH = /`((?:server|web|cli|migrations|tools|test|bench|docs)\/[\w./-]*)`/g
const LINK = /\]\(([^)\s]+)\)/g

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] as string)

function listDocuments(folder = ROOT): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !NOT_OURS.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return listDocuments(path)
      return entry.name.endsWith('.md') ? [relative(ROOT, path)] : []
    })
}

/** Folders whose code cites its sources. Applied migrations are excluded, because they never change. */
const CODE = ['server', 'cli', 'web', 'test', 'bench', 'tools', 'packaging']
/** A comment with a citation, to its end. */
const CITATION = /(?:\/\/|\/\*|^\s*\*).*?@source (.+?)\s*(?:\*\/\}?)?\s*$/
const OF_FILE = /^([\w./-]+\.\w+)(?: §(\d+(?:\.\d+)*)|#([\w-]+))?$/
const OF_RFC = /^RFC \d{3,5}(?:bis)?(?: (?:§|appendix )[0-9A-Z]+(?:\.\d+)*)?$/i
const OF_STANDARD = /^(?:W3C|WCAG|OpenID Connect|IANA|NIST|ICANN) [\w .-]+(?: §[0-9A-Z]+(?:\.\d+)*)?$/
const MORE_SECTIONS = /^§([0-9A-Z]+(?:\.\d+)*)$/

function codeBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => !NOT_OURS.has(entry.name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return codeBelow(path)
      return /\.(?:tsx?|[cm]?js)$/.test(entry.name) ? [path] : []
    })
}

/** The text without code, because links in examples are not links. */
const stripCode = (text: string) => text.replace(/^(?: {4}|```).*$/gm, '').replace(/`[^`\n]*`/g, '')

/** The anchor of a heading, as code hosts generate it. */
const makeAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const headings = new Map<string, readonly string[]>()
function headingsOf(path: string): readonly string[] {
  const known = headings.get(path) ?? findAll(read(path).replace(/^```[^]*?^```/gm, ''), /^#+ (.+)$/gm)
  headings.set(path, known)
  return known
}

/** The numbers of a document's sections: `3.4` of `### 3.4 Custom statuses`. */
const sectionsOf = (path: string) => headingsOf(path).flatMap((heading) => /^(\d+(?:\.\d+)*)\.? /.exec(heading)?.[1] ?? [])

const isFile = (path: string) => existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile()

/** What is wrong with a citation; null when every part of it can be resolved. Parts are separated by `; ` or `, `. */
function findCitationProblem(citation: string): string | null {
  /** The document whose sections may follow; null after an RFC or a standard, undefined where no section may follow. */
  let document: string | null | undefined
  for (const part of citation.split(/[;,] /)) {
    const [, more] = MORE_SECTIONS.exec(part) ?? []
    const [, path, section, fragment] = OF_FILE.exec(part) ?? []
    if (more !== undefined) {
      if (document === undefined) return `${part} is a section of nothing`
      if (document !== null && !sectionsOf(document).includes(more)) return `${document} has no section ${more}`
    } else if (path !== undefined) {
      if (!isFile(path)) return `there is no file ${path}`
      if (section !== undefined && !sectionsOf(path).includes(section)) return `${path} has no section ${section}`
      if (fragment !== undefined && !headingsOf(path).map(makeAnchor).includes(fragment)) return `${path} has no heading #${fragment}`
      document = path
    } else if (OF_RFC.test(part) || OF_STANDARD.test(part)) document = null
    else if (/^https:\/\/\S+$/.test(part)) document = undefined
    else return `"${part}" is no file of this repository, RFC, public standard or https address`
  }
  return null
}

test('every citation can be resolved', () => {
  const problems = CODE.flatMap(codeBelow).flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => {
        const [, citation] = CITATION.exec(line) ?? []
        const problem = citation === undefined ? null : findCitationProblem(citation)
        return problem === null ? [] : [`${path}:${index + 1}: ${problem}`]
      }),
  )
  assert.deepEqual(problems, [])
})

test('a citation that cannot be resolved is refused', () => {
  const good = [
    'docs/reference/tickets.md',
    'docs/reference/tickets.md §3.4, §3.5; docs/reference/conventions.md §2.2',
    'docs/audit.md; RFC 9110 §12, §13',
    'RFC 6238 Appendix B, RFC 6265bis §4.1.3.2',
    'OpenID Connect Core §3.1.3.7; https://github.com/ulid/spec',
  ]
  const bad = [
    'tickets.md §3.4',
    'docs/reference/tickets.md §3.99',
    'docs/reference/tickets.md §3.4, §99',
    'docs/reference/tickets.md §3.4 labels',
    'docs/reference/nothing.md',
    'docs/reference',
    'docs/audit.md#nowhere',
    '§3.4',
    'https://example.com/, §3',
    'http://example.com/',
    'RFC 6749 §4: codes',
    'spec §5',
    'issue 11',
    'the documentation',
  ]
  assert.deepEqual(
    good.map((citation) => [citation, findCitationProblem(citation)]),
    good.map((citation) => [citation, null]),
  )
  assert.deepEqual(
    bad.filter((citation) => findCitationProblem(citation) === null),
    [],
  )
})

test('every page of the reference is in its index, is short, and has each section once', () => {
  const index = read('docs/reference/README.md')
  for (const name of readdirSync(join(ROOT, 'docs/reference')).filter((each) => each !== 'README.md')) {
    assert.ok(index.includes(`| [${name}](${name}) |`), `docs/reference/README.md does not list ${name}`)
    const path = `docs/reference/${name}`
    assert.ok(read(path).split('\n').length <= 401, `${path} has more than 400 lines`)
    const sections = sectionsOf(path)
    assert.deepEqual(sections, [...new Set(sections)], path)
  }
})

test('every recipe is in its index, is one page, and names tests that exist', () => {
  const index = read('docs/recipes/README.md')
  const tests = CODE.flatMap(codeBelow).filter((path) => /\.test\.[cm]?tsx?$/.test(path))
  for (const name of readdirSync(join(ROOT, 'docs/recipes')).filter((each) => each !== 'README.md')) {
    const text = read(`docs/recipes/${name}`)
    assert.ok(index.includes(`| [${name}](${name}) |`), `docs/recipes/README.md does not list ${name}`)
    assert.ok(text.trimEnd().split('\n').length <= 40, `docs/recipes/${name} has more than 40 lines`)
    const proofs = findAll(text, /npm test -- ([^`\n]+)/g)
    assert.match(text, /^Proof: `npm test -- /m, `docs/recipes/${name} has no proof`)
    const named = proofs.flatMap((each) => each.trim().split(' ')).filter((part) => !/[A-Z]/.test(part))
    assert.deepEqual(
      named.filter((part) => !tests.some((path) => path.includes(part))),
      [],
      name,
    )
  }
})

test("the table of variables in operations.md equals the server's", () => {
  const rows = findAll(read('docs/operations.md'), /^(\| `[A-Z_]+` \|.*\|)$/gm)
  const escapeCell = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const expected = VARIABLES.map(
    ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback === '' ? '–' : `\`${fallback}\``} | ${escapeCell(meaning)} |`,
  )
  assert.deepEqual(rows, expected)
})

test('every link inside the project leads to an existing file or heading', () => {
  for (const name of listDocuments()) {
    for (const link of findAll(stripCode(read(name)), LINK)) {
      if (/^[a-z]+:/.test(link)) continue
      const [path = '', section] = link.split('#')
      const target = path === '' ? name : join(dirname(name), path)
      assert.ok(existsSync(join(ROOT, target)), `${name} links to ${link}`)
      if (section === undefined) continue
      const anchors = findAll(read(target), /^#+ (.+)$/gm).map(makeAnchor)
      assert.ok(anchors.includes(section), `${name} links to ${link}, and ${target} has no such heading`)
    }
  }
})

test('every path named in a document exists', () => {
  for (const name of listDocuments()) {
    const missing = findAll(read(name), PATH).filter((path) => !existsSync(join(ROOT, path)))
    assert.deepEqual(missing, [], name)
  }
})

test('architecture.md names every folder of the server', () => {
  const text = read('docs/architecture.md')
  const names = readdirSync(join(ROOT, 'server')).map((name) => `server/${name}/`)
  assert.deepEqual(
    names.filter((name) => !text.includes(`\`${name}\``)),
    [],
  )
})

test('every npm script named in a document exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const builtIn = new Set(['start', 'test'])
  for (const name of listDocuments()) {
    const text = read(name)
    const named = [...findAll(text, /\bnpm run ([a-z:_-]+)/g), ...findAll(text, /\bnpm (start|test)\b/g)]
    const unknown = named.filter((script) => !Object.hasOwn(scripts, script))
    assert.deepEqual(unknown, [], name)
  }
  for (const script of Object.keys(scripts)) {
    const command = builtIn.has(script) ? `npm ${script}` : `npm run ${script}`
    assert.ok(read('README.md').includes(`\`${command}\``), `README.md does not tell what \`${command}\` does`)
  }
})

test('README.md is short, links the list of routes, and says which company the project is not affiliated with', () => {
  const text = read('README.md')
  assert.ok(text.split('\n').length <= 200)
  assert.match(text, /\]\(docs\/routes\.txt\)/)
  assert.match(text, /not affiliated with Zendesk/)
})

test('every decision has its three parts and a row in the index', () => {
  const index = read('docs/decisions/README.md')
  const records = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => name !== 'README.md')
  for (const name of records) {
    assert.match(name, /^\d{4}_\w+\.md$/)
    const text = read(`docs/decisions/${name}`)
    assert.deepEqual(findAll(text, /^## (.+)$/gm), ['Context', 'Decision', 'Consequence'], name)
    const title = text.split('\n', 1)[0]?.replace(/^# \d{4} /, '')
    assert.ok(index.includes(`| ${name.slice(0, 4)} | [${title}](${name}) |`), `${name} is not in the index as it calls itself`)
  }
})

test('the licence is the one package.json names', () => {
  const { license } = JSON.parse(read('package.json')) as { license: string }
  assert.equal(license, 'Apache-2.0')
  assert.match(read('LICENSE'), /Apache License\s+Version 2\.0, January 2004/)
})
