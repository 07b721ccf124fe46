/** The wording that STYLE.md asks for: comments, documents and test titles without the words of this list. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')

/** What stands for each of them is in STYLE.md, "Words". */
const AVOIDED = [
  'he',
  'him',
  'his',
  'himself',
  'whoever',
  'whomever',
  'whosoever',
  'somebody',
  'told',
  'hears?',
  'heard',
  'forgets?',
  'forgot',
  'remembers?',
  'remembered',
  'mould',
  'errand',
  'deeds?',
  'strangers?',
  'passage',
  'the law',
  'of no use',
  'is no use',
  'seen to',
  'at the very same',
]
const avoided = new RegExp(`\\b(?:${AVOIDED.join('|')})\\b`, 'i')
/** Words of the wire and of standards, which stay as they are. */
const QUOTED = /`[^`]*`|"[^"]*"|“[^”]*”|@source.*|https?:\S+/g

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.cjs', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !path.startsWith('docs/reference/') && path !== 'CHANGELOG.md')

/** Files whose strings are what the API reference and the command line say. */
const PUBLISHED = /^server\/modules\/api_reference\/openapi\/(?:members|notes|topics)|^cli\/deskhand\.ts$/

/** The lines of a file that people read: comments, summaries of routes and titles of tests, or all of a document. */
function* readProse(path: string): Generator<[number, string]> {
  for (const [index, line] of readFileSync(join(ROOT, path), 'utf8').split('\n').entries()) {
    const said =
      path.endsWith('.md') || PUBLISHED.test(path)
        ? line
        : (/^\s*(?:\/\*\*?|\*|\/\/)(.*)$|\s\/\/ (.*)$|^\s*(?:test\(|summary: )(.*)$/.exec(line)?.slice(1).join(' ') ?? '')
    yield [index + 1, said.replaceAll(QUOTED, '')]
  }
}

test('comments, documents and titles of tests do without the words that STYLE.md avoids', () => {
  const found = files.flatMap((path) =>
    [...readProse(path)].filter(([, text]) => avoided.test(text)).map(([line, text]) => `${path}:${line} ${text.trim()}`),
  )
  assert.deepEqual(found, [])
})
