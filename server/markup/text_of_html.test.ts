import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sanitize } from './sanitize.ts'
import { textOfHtml, wordsOfHtml } from './text_of_html.ts'

const text = (html: string) => textOfHtml(sanitize(html) ?? '')

test('blocks, rows, cells, terms, options and items are apart', () => {
  const table = '<table><tr><th>Company</th><th>Contact</th></tr><tr><td>Alfreds</td><td><p>Maria</p></td></tr></table>'
  for (const [html, expected] of [
    [table, 'Company\tContact\nAlfreds\tMaria'],
    ['<table><tr><td></td><td>x</td><td></td></tr><tr><td>y</td></tr></table>z', '\tx\ny\n\nz'],
    ['<dl><dt>Term</dt><dd>Meaning</dd><dt>Other</dt><dd>Too</dd></dl>', 'Term\nMeaning\nOther\nToo'],
    ['<select><option>one</option><option>two</select>three', 'one\ntwo\nthree'],
    ['<ul><li>a</li><li>b<ul><li>c</li></ul></li><li><p>d</p></li></ul>end', '* a\n* b\n  * c\n* d\n\nend'],
    ['<ol start="3"><li>x<li>y</ol>', '3. x\n4. y'],
    ['<section>a</section><article>b</article><center>c</center>d', 'a\nb\nc\nd'],
    ['one<br>two<br><br>three', 'one\ntwo\n\nthree'],
    ['<div>a</div><div><br></div><div>b</div>', 'a\n\nb'],
    ['<h1>Title</h1><p>a</p><p>b</p>', 'Title\n\na\n\nb'],
    ['<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
    ['a<blockquote>b<p>c</p><blockquote>d</blockquote></blockquote>e', 'a\n\n> b\n>\n> c\n>\n> > d\n\ne'],
    ['<pre>a\n  b\n\nc\n</pre>d', 'a\n  b\n\nc\n\nd'],
    ['a<pre>\nb</pre>', 'a\n\nb'],
  ] as const)
    assert.equal(text(html), expected, html)
})

test('a table that lays out a page keeps its cells and rows apart', () => {
  const inner = '<table><tr><td>A</td><td>B</td></tr><tr><td>C</td></tr></table>'
  assert.equal(text(`<table><tr><td>${inner}</td><td>D</td></tr></table>`), 'A\tB\nC\tD')
})

test('what stands in one line stays in it, with single blanks', () => {
  assert.equal(text(' x <b> y </b>\n z<i>w</i> '), 'x y zw')
  assert.equal(text('<p>See <a href="https://a.example/z">the page </a>now</p>'), 'See the page [https://a.example/z] now')
  assert.equal(
    text('<a href="https://a.example/">https://a.example/</a> <a href="mailto:a@b.example">a@b.example</a>'),
    'https://a.example/ a@b.example',
  )
  const link = '<a href="https://a.example/">https://a.example/</a>'
  assert.equal(text(`<ul><li>${link}</li></ul>`), '* https://a.example/')
  assert.equal(text(`<ol><li>${link}</li></ol>`), '1. https://a.example/')
  assert.equal(text(`<blockquote>${link}</blockquote>`), '> https://a.example/')
})

test('a title, a script and a style are no text', () => {
  assert.equal(text('<title>T</title><style>p{}</style><script>x()</script><p>b</p>'), 'b')
})

test('no two words of different cells, blocks or items run together', () => {
  const word = fc.constantFrom('one', 'two', 'three')
  const { html: tree } = fc.letrec<{ html: string }>((tie) => ({
    html: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      word,
      fc
        .tuple(
          fc.constantFrom('p', 'div', 'td', 'th', 'tr', 'table', 'li', 'ul', 'ol', 'dt', 'dd', 'dl', 'h2', 'option', 'blockquote', 'pre'),
          fc.array(tie('html'), { maxLength: 4 }),
        )
        .map(([name, inner]) => `<${name}>${inner.join('')}</${name}>`),
    ),
  }))
  fc.assert(
    fc.property(tree, (html) => {
      // words that stand beside each other in one element are one word
      const words = html.split(/<[^>]*>/).filter(Boolean)
      const seen = text(html)
      assert.deepEqual(
        seen
          .replaceAll(/^[> *\t\d.]+/gm, '')
          .split(/[\s>*]+|\d+\. /)
          .filter(Boolean),
        words,
        JSON.stringify([html, seen]),
      )
    }),
    { numRuns: 500, seed: 7 },
  )
})

test('the words of HTML that is not parsed are apart', () => {
  assert.equal(wordsOfHtml('<p>a &lt;b&gt;</p><p>c&amp;d'), 'a <b>  c&d')
})
