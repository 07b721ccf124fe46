/** Attack: a text that is made to be slow to read, as Markdown, as HTML or by patterns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { oneLine } from '#lib/mail_text.ts'
import { htmlOf } from '#modules/common/mails/templates/layout.ts'
import { previewOf } from '#modules/tickets/side_conversations/message.ts'
import { contentFromHtml, contentFromText } from '#modules/tickets/ticket_comments/content.ts'
import { maskHtml, maskText } from '#modules/tickets/ticket_comments/mask.ts'
import { hasNoNewAttributes, redactMarked, sanitizeMarked, visibleText } from '#modules/tickets/ticket_comments/redact_markup.ts'
import { sanitizeForMail } from '#markup/sanitize.ts'
import { wordsOfHtml } from '#markup/text_of_html.ts'
import { wordsOf } from '#lib/words.ts'
import { useApp } from '../app.ts'
import { measureProcessor } from '../processor_time.ts'

const app = await useApp()

/** The longest text that a comment takes. */
const LONGEST = 65_536
/** The most time of the thread that serves everybody. */
const MAX_MS = 50

/** Milliseconds of the processor that the thread uses for `work`: the least of three times, the first of which also compiles code. */
function measureCost(work: () => unknown): number {
  const times: number[] = []
  for (let run = 0; run < 3; run++) {
    const readUsedTime = measureProcessor()
    work()
    times.push(readUsedTime())
    if (Math.min(...times) < MAX_MS / 2) break
  }
  return Math.min(...times)
}

/** Every function that makes HTML of text, text of HTML, or cuts either by patterns. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  contentFromText,
  contentFromHtml,
  wordsOfHtml,
  oneLine,
  wordsOf,
  previewOf: (text) => previewOf({ body: '', html_body: '', plain_body: text }),
  htmlOf: (text) => htmlOf({ subject: text, text }, 'https://desk.example'),
  sanitizeForMail: (text) => sanitizeForMail(text, 'https://desk.example'),
  maskText: (text) => maskText(text, text.slice(0, text.length / 3)),
  maskHtml: (text) => maskHtml(`<p>${text.replaceAll('<', '&lt;')}</p>`, text.slice(1, text.length / 3)),
  redact(text) {
    const safe = sanitizeMarked(text) ?? ''
    return [redactMarked(safe, ['http://x']), visibleText(safe), hasNoNewAttributes(safe, safe)]
  },
}

const assertCheap = (text: string, named: string) => {
  for (const [name, read] of Object.entries(READERS)) {
    const used = measureCost(() => read(text))
    assert.ok(used <= MAX_MS, `${name} takes ${used} ms for ${named}`)
  }
}

const fill = (unit: string, length = LONGEST) => unit.repeat(Math.floor(length / unit.length))
const KNOWN = {
  'quotes of a heading': `${fill('> ', 1980)}\n===`,
  'an emphasis before an address': `*${fill('a', 32_765)}@`,
  blanks: fill(' ', 30_000),
  'blanks in Markdown': `*a*${fill(' ', 30_000)}b`,
  'lists in lists': fill('- ', 32_000),
  'entities of an address': `http://a.example/?${fill('&amp;', 32_745)}`,
  'blank lines': `${fill('\n')}x`,
  'marks of emphasis': fill('*a_'),
  'open brackets': fill('['),
  'open tags': fill('<'),
  'open elements': fill('<b>'),
  'elements that do not close': fill('<b>', 32_000) + fill('</i>', 32_000),
  'comments of an address': `<a href="${fill('<!---->')}">`,
  'a table with wide cells': `<table>${fill('<tr><td colspan=9999>x')}`,
} as const

for (const [named, text] of Object.entries(KNOWN)) test(`64 kB of ${named} cost little`, () => assertCheap(text, named))

const MARKDOWN = [
  '> ',
  '- ',
  '* ',
  '1. ',
  '**',
  '*',
  '_',
  '`',
  '```\n',
  '~~',
  '[',
  ']',
  '](',
  '![',
  '](x)',
  '<',
  '>',
  'http://',
  'http://a.b/',
  'www.',
  'a@',
  '.c',
  '&amp;',
  '#',
  '# ',
  '\n',
  '\n\n',
  '  \n',
  '\t',
  ' ',
  '    ',
  '|',
  '|a|b|\n|-|-|\n',
  '===',
  '---',
  '\\',
  'a',
  'word ',
  'a_',
  '_a',
  '(',
  ')',
  '[x]: y\n',
  '- [ ] ',
  '\u00a0',
  '😀',
  '\r\n',
] as const
const HTML = [
  '<b>',
  '</b>',
  '<p>',
  '</p>',
  '<div>',
  '<td>',
  '</td>',
  '<tr>',
  '<table>',
  '<li>',
  '<ul>',
  '<br>',
  '<a href="http://x">',
  '<a href="<!---->">',
  '</a>',
  '<blockquote>',
  '<pre>',
  '<!--',
  '-->',
  '<?',
  '</',
  '<',
  '>',
  '&lt',
  '&#x41;',
  '<script>',
  '</script>',
  '<style>',
  '<svg>',
  '<select>',
  '<option>',
  '<img src=x>',
  '<x a=b ',
  'a=b ',
  '"',
  '=',
  'x',
  ' ',
  '<redact>',
] as const
const unit = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...MARKDOWN), fc.constantFrom(...HTML)), fc.constantFrom(1, 1, 1, 7)), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.map(([part, times]) => part.repeat(times)).join(''))
const length = fc.constantFrom(500, 2000, 8000, 32_000, LONGEST)
/** Repeated, nested and mixed shapes. */
const shape = fc.oneof(
  fc.tuple(unit, length).map(([one, size]) => fill(one, size)),
  fc.tuple(unit, unit, length).map(([one, other, size]) => fill(one, size / 2) + fill(other, size / 2)),
  fc.tuple(unit, unit, unit, length).map(([first, one, last, size]) => first + fill(one, size) + last),
)

test('no text of 64 kB that repeats and nests markup costs more than 50 ms of the processor', () => {
  fc.assert(
    fc.property(shape, (text) => assertCheap(text.slice(0, LONGEST), JSON.stringify(text.slice(0, 80)))),
    { numRuns: 60 },
  )
})

test('an anonymous request with such a text is read once, and costs little more than one without', async () => {
  const send = async (body: string, index: number) => {
    const requester = { name: 'A Stranger', email: `rich${index}@example.org` }
    const readUsedTime = measureProcessor()
    const { status } = await app.as({}).post('/api/v2/requests', { request: { subject: 'Help', comment: { body }, requester } })
    const milliseconds = readUsedTime()
    assert.equal(status, 201)
    return milliseconds
  }
  await send('It is **broken**', 0)
  for (const [index, text] of Object.values(KNOWN).entries()) {
    const used = await send(`a${text}`.slice(0, LONGEST), index + 1)
    assert.ok(used < 300, `${used} ms for ${JSON.stringify(text.slice(0, 40))}`)
  }
})

test('patterns over what is sent take linear time', async () => {
  const target = { type: 'url_target_v2', title: 'Slow', method: 'post', content_type: 'application/json' }
  const calls: Record<string, () => Promise<{ status: number }>> = {
    'an address of placeholders that do not end': () =>
      app.api.post('/api/v2/targets', { target: { ...target, target_url: `https://example.org/${fill('{{', 65_000)}` } }),
    'a word that is nearly an address': () => app.api.get(`/api/v2/users/search?query=a@${fill('.', 7900)}@`),
    'a word that nearly ends in asterisks': () => app.api.get(`/api/v2/search?query=fieldvalue:${fill('*', 7900)}x*`),
  }
  for (const [named, call] of Object.entries(calls)) {
    await call()
    const readUsedTime = measureProcessor()
    const { status } = await call()
    const milliseconds = readUsedTime()
    assert.ok(status < 500)
    assert.ok(milliseconds < 250, `${named}: ${milliseconds} ms`)
  }
})
