import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const KIT = join(import.meta.dirname, '..')

/** Parts that others of the kit draw, and nobody else. */
const WITHIN: Readonly<Record<string, string>> = {
  DayTable: 'TrendChart',
  GridHead: 'Grid',
  GridRow: 'Grid',
  HeadCell: 'PlainTable',
  Pager: 'DataTable',
  PagerBar: 'Pager',
  ToastRegion: 'Toasts',
}

const files = readdirSync(KIT, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.tsx'))
const read = (file: string) => readFileSync(join(KIT, file), 'utf8')
const isExample = (file: string) => file.startsWith('page/')

test('every part of the kit is in the examples', () => {
  const examples = files.filter(isExample).map(read).join('\n')
  const parts = files
    .filter((file) => !isExample(file))
    .flatMap((file) => [...read(file).matchAll(/^export (?:function|const) ([A-Z][a-z]\w*)/gm)].map(([, name = '']) => name))
  assert.ok(parts.length > 50)
  const isDrawn = (name: string) => new RegExp(`<${name}[\\s/>]`).test(examples)
  assert.deepEqual(
    parts.filter((name) => !isDrawn(WITHIN[name] ?? name) && !isDrawn(WITHIN[WITHIN[name] ?? ''] ?? name)),
    [],
  )
  assert.deepEqual(
    Object.keys(WITHIN).filter((name) => isDrawn(name) || !parts.includes(name)),
    [],
  )
})
