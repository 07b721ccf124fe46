/** The tables of docs/access.md and docs/attacks.md are correct: every test they name exists, and cites the section it proves. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

/** The sections of the specification's §5 without subsections. */
const numbers = [...read('docs/reference/specification.md').matchAll(/^#+ (5(?:\.\d+)+)/gm)].map((match) => match[1] as string)
const SENTENCES = numbers.filter((number) => !numbers.includes(`${number}.1`)).map((number) => `§${number}`)

/** The rows of a document's last table, as cells. */
function rowsOf(name: string): string[][] {
  const lines = read(name).trimEnd().split('\n')
  const rows = lines.slice(lines.findLastIndex((line) => !line.startsWith('|')) + 3)
  return rows.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

const stripBackticks = (cell: string) => cell.replaceAll('`', '')

/** The comments right above a test, and its first line; undefined when the file has no such test. */
function testIn(path: string, name: string): string | undefined {
  const lines = read(path).split('\n')
  const at = lines.findIndex((line) => /^\s*(?:test|smokeTest)\(/.test(line) && line.includes(name))
  if (at === -1) return undefined
  const first = lines.slice(0, at).findLastIndex((line) => !/^\s*\/\//.test(line)) + 1
  return lines.slice(first, at).join('\n')
}

test('every section of §5 has a row in access.md, with an existing test that cites it', () => {
  const rows = rowsOf('docs/access.md')
  assert.deepEqual([...new Set(rows.map(([sentence]) => sentence))], SENTENCES)
  for (const [sentence = '', says, where, file = '', name = ''] of rows) {
    assert.ok(says !== '' && where !== '', sentence)
    assert.ok(existsSync(join(ROOT, stripBackticks(file))), `${sentence}: ${file}`)
    const above = testIn(stripBackticks(file), name)
    assert.ok(above !== undefined, `${sentence}: ${file} has no test "${name}"`)
    assert.match(
      above,
      new RegExp(`@source (?:.*; )?docs/reference/specification\\.md (?:§[\\d.]+, )*${sentence.replaceAll('.', '\\.')}(?![\\d.])`),
      `${file}: "${name}" does not name ${sentence}`,
    )
  }
})

test('every attack of attacks.md has its guard and its test', () => {
  const rows = rowsOf('docs/attacks.md')
  assert.ok(rows.length > 50)
  for (const [attack = '', guard = '', place = '', file = '', name = ''] of rows) {
    assert.ok(guard !== '' && existsSync(join(ROOT, stripBackticks(place))), `${attack}: ${place}`)
    assert.ok(testIn(stripBackticks(file), name) !== undefined, `${attack}: ${file} has no test "${name}"`)
  }
})

test('every file of test/attacks is in the table', () => {
  const text = read('docs/attacks.md')
  const files = readdirSync(join(ROOT, 'test/attacks')).filter((name) => name.endsWith('.test.ts'))
  assert.deepEqual(
    files.filter((name) => !text.includes(`test/attacks/${name}`)),
    [],
  )
})
