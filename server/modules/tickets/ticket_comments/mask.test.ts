import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contentFromHtml, contentFromText } from './content.ts'
import { maskAll, maskHtml, maskText } from './mask.ts'
import { redactMarked, sanitizeMarked, visibleText } from './redact_markup.ts'

const word = fc
  .string({ unit: fc.constantFrom('a', 'b', '1', '&', '<', '"', 'é'), minLength: 3, maxLength: 6 })
  .filter((text) => /[a-z1é]/.test(text))
const removeSpaces = (text: string) => text.replace(/\s+/g, '')
const decodeHtml = (html: string) =>
  visibleText(html).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

test('a masked text occurs nowhere in a comment any more, and nothing else is removed', () => {
  fc.assert(
    fc.property(word, fc.array(word), (secret, words) => {
      const text = [...words, secret, ...words].join('\n')
      const { html_body } = contentFromText(text)
      const masked = maskText(text, secret)
      const html = maskHtml(html_body, secret)
      assert.ok(masked.found)
      assert.equal(removeSpaces(masked.text).includes(removeSpaces(secret)), false)
      assert.equal([...masked.text].length, [...text].length)
      if (html.found) assert.equal(decodeHtml(html.text).includes(removeSpaces(secret)), false)
    }),
    { numRuns: 1000, seed: 7 },
  )
})

test('a text that does not occur is not found', () => {
  for (const text of ['', 'abc', '<p>abc</p>']) {
    assert.deepEqual(maskText(text, 'xyz'), { text, found: false })
    assert.deepEqual(maskHtml(text, ' '), { text, found: false })
  }
})

test('line breaks are kept, and an entity counts as one character', () => {
  assert.equal(maskAll('a&amp;b\nc'), '▇▇▇\n▇')
  assert.equal(maskText('one\ntwo', 'onetwo').text, '▇▇▇\n▇▇▇')
})

test('marked parts of HTML lose their text, addresses and pictures', () => {
  const marks = [
    ['<redact>a <a href="https://x.example.org/s">b</a></redact> c', '▇▇▇ c'],
    ['<p redact>a<img src="https://x.example.org/s.png">b</p>', '<p>▇▇</p>'],
    ['a <img redact src="https://x.example.org/s.png"> b', 'a  b'],
    ['<b>a <redact>b</redact></b> c', '<b>a ▇</b> c'],
  ] as const
  for (const [html, expected] of marks) {
    const redacted = redactMarked(sanitizeMarked(html) ?? '', [])
    assert.equal(redacted, expected)
    assert.equal(contentFromHtml(redacted)?.html_body.includes('x.example.org'), false)
  }
})
