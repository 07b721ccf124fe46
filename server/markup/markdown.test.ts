import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOUNDS, isWithinBounds } from './bounds.ts'
import { htmlOfText } from './markdown.ts'

test('Markdown is rendered, and text without any is paragraphs', () => {
  assert.equal(htmlOfText('one\ntwo\n\nthree'), '<p dir="auto">one<br>\ntwo</p><p dir="auto">three</p>')
  assert.match(htmlOfText('**a** `b`\n\n- c'), /<strong>a<\/strong> <code>b<\/code>[^]*<li>c<\/li>/)
  assert.match(htmlOfText('see https://a.example/?b=1&c=2'), /<a href="https:\/\/a\.example\/\?b=1&amp;c=2"/)
})

test('a text that is too long, too rich or nested too deeply is shown as it is written', () => {
  for (const text of [
    `**a** ${'b '.repeat(BOUNDS.characters / 2)}`,
    '- a\n'.repeat(BOUNDS.lines),
    '*a '.repeat(BOUNDS.marks + 1),
    `*${'a'.repeat(2001)}`,
    `*a${' '.repeat(BOUNDS.blanks + 1)}b`,
    `${'> '.repeat(BOUNDS.nesting + 1)}a`,
    `${'- '.repeat(BOUNDS.nesting + 1)}a`,
    `${'1. '.repeat(BOUNDS.nesting + 1)}a`,
  ]) {
    assert.equal(isWithinBounds(text), false, text.slice(0, 40))
    assert.doesNotMatch(htmlOfText(text), /<(?!\/?p\b|br>)/)
  }
  assert.equal(isWithinBounds(`# a\n\n${'Some **bold** words and a [link](https://a.example/).\n\n- one\n- two\n\n'.repeat(60)}`), true)
})
