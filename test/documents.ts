/** Reads the files that documents quote, for tests that run them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file that operations.md, or another document, quotes in full and that begins with this line, such as `# haproxy.cfg`. */
export function operationsFile(firstLine: string, document = 'operations.md'): string {
  const lines = readFileSync(join(import.meta.dirname, '../docs', document), 'utf8').split('\n')
  const begin = lines.indexOf(`    ${firstLine}`)
  assert.notEqual(begin, -1, `${document} quotes no ${firstLine}`)
  const length = lines.slice(begin).findIndex((line) => !line.startsWith('    '))
  return `${lines
    .slice(begin, begin + length)
    .map((line) => line.slice(4))
    .join('\n')}\n`
}

/** The text with one part replaced by another; the part must be there. */
export function replacePart(text: string, part: string | RegExp, by: string): string {
  assert.ok(typeof part === 'string' ? text.includes(part) : part.test(text), `the document has no ${part} any more`)
  return text.replace(part, by)
}
