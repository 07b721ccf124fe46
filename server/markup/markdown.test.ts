import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BOUNDS, isWithinBounds } from './bounds.ts'
import { htmlOfText } from './markdown.ts'
import { textOfHtml } from './text_of_html.ts'

test('Markdown is rendered, and text without any is paragraphs', () => {
  assert.equal(htmlOfText('one\ntwo\n\nthree'), '<p dir="auto">one<br>\ntwo</p><p dir="auto">three</p>')
  assert.match(htmlOfText('**a** `b`\n\n- c'), /<strong>a<\/strong> <code>b<\/code>[^]*<li>c<\/li>/)
  assert.match(htmlOfText('see https://a.example/?b=1&c=2'), /<a href="https:\/\/a\.example\/\?b=1&amp;c=2"/)
})

test('what looks like HTML, an entity or the definition of a link is text', () => {
  assert.equal(htmlOfText('List<String> x; if a<b then c>d'), '<p dir="auto">List&lt;String&gt; x; if a&lt;b then c&gt;d</p>')
  assert.equal(htmlOfText('<b>a</b> **b** &amp; &copy;'), '<p dir="auto">&lt;b&gt;a&lt;/b&gt; <strong>b</strong> &amp;amp; &amp;copy;</p>')
  assert.equal(htmlOfText('`<i>&lt;`'), '<p dir="auto"><code>&lt;i&gt;&amp;lt;</code></p>')
  assert.match(htmlOfText('<!-- a -->\n\n<div>\n\n*b*'), /^<p dir="auto">&lt;!-- a --&gt;<\/p>\s<p dir="auto">&lt;div&gt;<\/p>/)
  assert.equal(htmlOfText('[error]: failed'), '<p dir="auto">[error]: failed</p>')
})

test('no word of a text is lost in its HTML', () => {
  const unit = fc.constantFrom(
    'word',
    'List',
    '<',
    '>',
    '</',
    '&',
    '&lt;',
    ' ',
    ' ',
    '\n',
    '*',
    '[',
    ']',
    ':',
    '- ',
    '"',
    '=',
    '!--',
    '/>',
    '#',
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
      const text = units.join('')
      const words = (of: string) => (of.match(/word|List/g) ?? []).length
      assert.equal(words(textOfHtml(htmlOfText(text))), words(text), text)
    }),
    { numRuns: 2000, seed: 7 },
  )
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
