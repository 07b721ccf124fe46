/** The documents stay true: what they say about the code is looked up in the code. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { VARIABLES } from '../server/variables.ts'

const ROOT = join(import.meta.dirname, '..')
const NOT_OURS = new Set(['node_modules', '.git', 'dist', 'data'])
/** What stands between backticks and looks like a path of the project: `server/main.ts`, `web/ui/`. */
const PATH = /`((?:server|web|cli|migrations|tools|test|bench|docs)\/[\w./-]*)`/g
const LINK = /\]\(([^)\s]+)\)/g

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] as string)

function documents(folder = ROOT): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !NOT_OURS.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return documents(path)
      return entry.name.endsWith('.md') ? [relative(ROOT, path)] : []
    })
}

/** The text without what is quoted as code: examples of links are no links. */
const prose = (text: string) => text.replace(/^(?: {4}|```).*$/gm, '').replace(/`[^`\n]*`/g, '')

/** The anchor of a heading as code hosts make it. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

test('the table of variables in operations.md is that of the server', () => {
  const rows = found(read('docs/operations.md'), /^(\| `[A-Z_]+` \|.*\|)$/gm)
  const cell = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const expected = VARIABLES.map(
    ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback === '' ? '–' : `\`${fallback}\``} | ${cell(meaning)} |`,
  )
  assert.deepEqual(rows, expected)
})

test('every link inside the project leads to something that is there', () => {
  for (const name of documents()) {
    for (const link of found(prose(read(name)), LINK)) {
      if (/^[a-z]+:/.test(link)) continue
      const [path = '', section] = link.split('#')
      const target = path === '' ? name : join(dirname(name), path)
      assert.ok(existsSync(join(ROOT, target)), `${name} links to ${link}`)
      if (section === undefined) continue
      const anchors = found(read(target), /^#+ (.+)$/gm).map(anchor)
      assert.ok(anchors.includes(section), `${name} links to ${link}, and ${target} has no such heading`)
    }
  }
})

test('every path that a document names exists', () => {
  for (const name of documents()) {
    const missing = found(read(name), PATH).filter((path) => !existsSync(join(ROOT, path)))
    assert.deepEqual(missing, [], name)
  }
})

test('architecture.md names every room and every file of the process', () => {
  const text = read('docs/architecture.md')
  const entries = readdirSync(join(ROOT, 'server'), { withFileTypes: true })
  const names = entries
    .map((entry) => `server/${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .filter((name) => name.endsWith('/') || (name.endsWith('.ts') && !name.endsWith('.test.ts')))
  assert.deepEqual(
    names.filter((name) => !text.includes(`\`${name}\``)),
    [],
  )
})

test('every npm script a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const builtIn = new Set(['start', 'test'])
  for (const name of documents()) {
    const text = read(name)
    const named = [...found(text, /\bnpm run ([a-z:_-]+)/g), ...found(text, /\bnpm (start|test)\b/g)]
    const unknown = named.filter((script) => !Object.hasOwn(scripts, script))
    assert.deepEqual(unknown, [], name)
  }
  for (const script of Object.keys(scripts)) {
    const command = builtIn.has(script) ? `npm ${script}` : `npm run ${script}`
    assert.ok(read('README.md').includes(`\`${command}\``), `README.md does not tell what \`${command}\` does`)
  }
})

test('README.md is short, links the list of routes, and says whom it has nothing to do with', () => {
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
    assert.deepEqual(found(text, /^## (.+)$/gm), ['Context', 'Decision', 'Consequence'], name)
    const title = text.split('\n', 1)[0]?.replace(/^# \d{4} /, '')
    assert.ok(index.includes(`| ${name.slice(0, 4)} | [${title}](${name}) |`), `${name} is not in the index as it calls itself`)
  }
})

test('the licence is the one package.json names', () => {
  const { license } = JSON.parse(read('package.json')) as { license: string }
  assert.equal(license, 'Apache-2.0')
  assert.match(read('LICENSE'), /Apache License\s+Version 2\.0, January 2004/)
})
