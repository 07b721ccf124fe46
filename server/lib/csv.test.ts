import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureProcessor } from '#test/processor_time.ts'
import { csvHeaders, csvLine, csvText } from './csv.ts'

// @source RFC 4180 §2
test('cells are separated by commas, rows end with CR LF, and cells are quoted where necessary', () => {
  assert.equal(
    csvText(
      ['name', 'calls'],
      [
        ['a,b', 1],
        ['say "x"', 2],
        ['two\nlines', null],
        ['plain', true],
        ['', 0],
      ],
    ),
    'name,calls\r\n"a,b",1\r\n"say ""x""",2\r\n"two\nlines",\r\nplain,true\r\n,0\r\n',
  )
  assert.equal(csvText(['name'], []), 'name\r\n')
})

test('a text that a spreadsheet would run as a formula is escaped', () => {
  const isHarmless = (text: string) => csvLine([text]).replace(/^"/, '').startsWith("'")
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', '＝1', "=cmd|' /C calc'!A0", '=HYPERLINK("x","y")']
  for (const text of formulas) assert.ok(isHarmless(text), JSON.stringify(text))
  for (const text of ['a=1', '1-1', 'plain', 'me@example.com', '']) assert.ok(!isHarmless(text), text)
})

test('no cell begins a formula for a program that separates cells by semicolons, tabs or lines', () => {
  const starts = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', ' =1', '"=1', ' " =1']
  for (const separator of [';', '\t', '\n', '\r', '\r\n', ';;'])
    for (const start of starts)
      for (const before of ['Alice', '', 'a, b', 'say "x"']) {
        const line = csvLine([1, `${before}${separator}${start}`, 'end'])
        for (const cell of line.split(/[;\t\r\n]/)) assert.doesNotMatch(cell, /^[\s"]*[=+\-@＝]/, JSON.stringify(line))
      }
  assert.equal(csvLine(['a;=1']), "a;'=1\r\n")
  assert.equal(csvLine(['a; b - c; d']), 'a; b - c; d\r\n')
})

test('a long text takes no longer', () => {
  const readUsedTime = measureProcessor()
  for (const text of ['; '.repeat(32_000), '\t '.repeat(32_000), ';"'.repeat(32_000), `;${' '.repeat(65_000)}`]) csvLine([text])
  assert.ok(readUsedTime() < 500)
})

test('numbers are not escaped: the system acts under -1', () => {
  assert.equal(csvLine([-1, 0]), '-1,0\r\n')
})

test('a table is downloaded as a file and not cached', () => {
  assert.deepEqual(csvHeaders('radar.csv'), {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="radar.csv"',
    'cache-control': 'no-store',
  })
})
