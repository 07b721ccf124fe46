import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureProcessor } from '#test/processor_time.ts'
import { compile, MAX_TEMPLATE_LENGTH, run } from './engine.ts'
import { escapeForXml, Html, type Mode, Option } from './value.ts'

const values = {
  ticket: {
    id: 7,
    title: 'Fish & <chips>',
    rich: new Html('<b>hot</b>'),
    size_of: new Option('xl', 'Extra large'),
    comments: [{ value: 'one' }, { value: 'two' }],
    blanks: ' '.repeat(50_000),
  },
}

function render(text: string, mode: Mode = 'text'): string | undefined {
  const compiled = compile(text, mode)
  return compiled === undefined ? undefined : run(compiled, values)
}

test('names, filters, conditions and loops are rendered; what is unknown is empty', () => {
  assert.equal(render('#{{ticket.id}} {{ ticket.title | upcase }}'), '#7 FISH & <CHIPS>')
  assert.equal(render('{% for c in ticket.comments %}{{c.value}};{% endfor %}'), 'one;two;')
  assert.equal(render('{% if ticket.id > 6 %}big{% else %}small{% endif %}'), 'big')
  assert.equal(render('[{{nothing}}{{ticket.nothing.at.all}}{{ ticket.id | no_such_filter }}]'), '[7]')
  assert.equal(render('{% assign t = ticket %}{{t.size_of}} {{ticket.size_of.title}} {{ticket}}'), 'xl Extra large ')
  assert.equal(render('{{ "  a b  " | strip }}|{{ "<i>x</i>" | strip_html }}'), 'a b|x')
  assert.equal(render('{{ "<tr><td>Alfreds</td><td>Maria</td></tr>" | strip_html }}'), 'Alfreds\tMaria')
})

test('HTML escapes values, not HTML; a filter makes a text of it', () => {
  assert.equal(render('<p>{{ticket.title}}</p>{{ticket.rich}}', 'html'), '<p>Fish &amp; &lt;chips&gt;</p><b>hot</b>')
  assert.equal(render('{{ ticket.rich | append: "<script>" }}', 'html'), '&lt;b&gt;hot&lt;/b&gt;&lt;script&gt;')
  assert.equal(render('{{ ticket.title | raw }}', 'html'), 'Fish &amp; &lt;chips&gt;')
  assert.equal(render('{{ticket.rich}}'), 'hot')
})

test('what is captured is escaped once, where it is shown', () => {
  const text = '{% capture x %}{{ ticket.title }} & 2\nx{% endcapture %}A: {{ x }}'
  assert.equal(render(text, 'text'), 'A: Fish & <chips> & 2\nx')
  assert.equal(render(text, 'html'), 'A: Fish &amp; &lt;chips&gt; &amp; 2\nx')
  assert.equal(render(text, 'mail'), 'A: Fish &amp; &lt;chips&gt; &amp; 2<br>\nx')
  assert.equal(render(text, 'json'), String.raw`A: Fish & <chips> & 2\nx`)
})

test('the text of a mail is escaped around its names, with its lines, and as long as any other', () => {
  assert.equal(render('a < b\n{{ ticket.title }}\n{{ "}}" }}', 'mail'), 'a &lt; b<br>\nFish &amp; &lt;chips&gt;<br>\n}}')
  assert.equal(render('a\n{{- ticket.id -}}\nb', 'mail'), 'a7b')
  assert.equal(render('{% raw %}<{{ x }}>{% endraw %}', 'mail'), '&lt;{{ x }}&gt;')
  assert.equal(compile(`{{ ticket.id }}${'x'.repeat(MAX_TEMPLATE_LENGTH)}`, 'mail'), undefined)
})

test('the names a template reads are known before it is rendered', () => {
  const names = compile(
    '{{ticket.requester.name}}{% for c in ticket.comments %}{{c.author.name}}{% endfor %}{{ticket[dc.which]}}',
    'text',
  )?.names
  assert.deepEqual(names, [
    ['ticket', 'requester', 'name'],
    ['ticket', 'comments'],
    ['ticket', null],
    ['dc', 'which'],
  ])
})

test('names are found in all that a template can be made of, without those that it sets itself', () => {
  const text = [
    '{% assign mine = one.two | append: three, key: four %}{{mine.x}}{% capture too %}{{five[0]["six"]}}{% endcapture %}{{too}}',
    '{% for c in (seven..eight) limit: nine %}{{forloop.index}}{{c}}{{ten[c.x][eleven]}}{% else %}{{c}}{% endfor %}{{c}}',
    '{% case twelve %}{% when thirteen, fourteen %}{{fifteen}}{% endcase %}{% unless a == b or not d %}{% endunless %}{{[e.f].g}}',
  ].join('')
  const found = compile(text, 'text')?.names.map((path) => path.map((part) => part ?? '*').join('.'))
  assert.deepEqual(found, [
    'one.two',
    'three',
    'four',
    'five.0.six',
    'seven',
    'eight',
    'nine',
    'ten.*.*',
    'eleven',
    'c',
    'twelve',
    'thirteen',
    'fourteen',
    'fifteen',
    'a',
    'b',
    'd',
    'e.f.g',
  ])
})

test('nothing but the own members of values is read', () => {
  for (const name of [
    'constructor',
    '__proto__',
    'ticket.constructor',
    'ticket.__proto__.toString',
    'ticket.title.constructor.constructor',
    'ticket.comments.constructor',
    'ticket.rich.html',
    'ticket.rich.toString',
    'ticket["constructor"]["name"]',
    'process',
    'globalThis',
    'ticket.toString',
    'ticket.comments.map',
    'ticket.hasOwnProperty',
  ])
    assert.equal(render(`[{{ ${name} }}]`), '[]', name)
  assert.equal(render('{{ ticket.comments | map: "constructor" }}'), ' ')
})

test('files and other templates cannot be named, and no filter with a pattern is there', () => {
  for (const tag of ['include "/etc/passwd"', 'render "/etc/passwd"', 'layout "/etc/passwd"', 'liquid echo 1', 'tablerow x in y'])
    assert.equal(render(`{% ${tag} %}`), undefined, tag)
  for (const filter of ['where_exp: "x", "x"', 'find_exp: "x", "x"', 'json', 'inspect', 'raw', 'base64_decode', 'strftime'])
    assert.equal(render(`{{ "a" | ${filter} }}`), 'a', filter)
})

test('a template that comes to too much is not rendered', () => {
  const loop = (count: number, inner: string) => `{% for i in (1..${count}) %}${inner}{% endfor %}`
  for (const [why, hostile] of Object.entries({
    'a huge range': loop(1_000_000_000, 'x'),
    'loops in loops': loop(300, loop(300, loop(300, '.'))),
    'a long output': loop(1000, '{{ticket.blanks}}'),
    'a text that doubles': `{% assign x = "aaaaaaaa" %}${loop(60, '{% assign x = x | append: x %}')}{{x}}`,
    'a capture that doubles': `{% capture x %}aaaaaaaa{% endcapture %}${loop(60, '{% capture x %}{{x}}{{x}}{% endcapture %}')}`,
    'a capture of long texts': loop(5000, `{% capture x %}${'y'.repeat(10_000)}{% endcapture %}`),
    'a wide date': '{{ "2026-01-01" | date: "%9999999999Y" }}',
    'a split into many': loop(10_000, '{% assign x = ticket.blanks | split: "" %}'),
    'a replacement that grows': `{% assign x = ticket.blanks %}${loop(50, '{% assign x = x | replace: " ", "          " %}')}`,
    'a chain of filters': `{{ "%" ${'| url_encode'.repeat(3000)} }}`,
    'many filters': loop(5, `{{ "a" ${'| upcase'.repeat(5000)} }}`),
    'a long value for filters': loop(80, '{{ ticket.blanks | upcase | size }}'),
    'a long template': 'x'.repeat(MAX_TEMPLATE_LENGTH + 1),
  }))
    assert.equal(render(hostile), undefined, why)
})

test('texts are split, replaced and searched, also by long ones', () => {
  const long = 'ab'.repeat(30)
  assert.equal(
    render('{{ "a,b,,c,," | split: "," | join: "|" }} {{ "aXbX" | replace: "X", "-" }} {{ "aXbX" | remove: "X" }}'),
    'a|b||c a-b- ab',
  )
  assert.equal(
    render('{{ "aXbX" | replace_first: "X", "-" }} {{ "aXbX" | remove_first: "X" }} {{ "abc" | split: "" | join: "." }}'),
    'a-bX abX a.b.c',
  )
  assert.equal(
    render(`{{ "1${long}2${long}" | replace: "${long}", "-" }} {{ "1${long}2${long}" | remove_first: "${long}" }}`),
    `1-2- 12${long}`,
  )
  for (const [text, sought, expected] of [
    ['abc', 'b', 'yes'],
    ['abc', 'd', 'no'],
    [`1${long}`, long, 'yes'],
    [long, `${long}1`, 'no'],
  ])
    assert.equal(render(`{% if "${text}" contains "${sought}" %}yes{% else %}no{% endif %}`), expected)
})

test('a search that is made to be slow is not', () => {
  const hostile = ['{% if y contains z %}{% endif %}', '{{ y | split: z }}', '{{ y | remove: z }}', '{{ y | replace_first: z, "" }}']
  const y = 'a'.repeat(200_000)
  const z = `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`
  for (const text of hostile) {
    const compiled = compile(text, 'text')
    assert.ok(compiled)
    const readUsedTime = measureProcessor()
    run(compiled, { y, z })
    const milliseconds = readUsedTime()
    assert.ok(milliseconds < 100, `${text}: ${milliseconds} ms`)
  }
})

test('values are escaped for XML, without the characters that it cannot have', () => {
  assert.equal(render('<t>{{ticket.title}}</t>', 'xml'), '<t>Fish &amp; &lt;chips&gt;</t>')
  assert.equal(escapeForXml('a\0\u001b\ufffe\ud800\t\n"b"'), 'a\ufffd\t\n&quot;b&quot;')
})

test('templates that are malformed or nest too deeply are not rendered', () => {
  for (const [why, hostile] of Object.entries({
    'an open tag': '{% if ticket.id %}',
    'an open output': '{{ ticket.id',
    'deep conditions': '{% if true %}'.repeat(4000),
    'deep loops': `${'{% for a in b %}'.repeat(3000)}${'{% endfor %}'.repeat(600)}`,
    'deep subscripts': `{{ ${'a['.repeat(20_000)} }}`,
    'a tag that is not there': '{% system "id" %}',
  }))
    assert.equal(render(hostile), undefined, why)
  assert.equal(render(`{{ ${'a['.repeat(500)}1${']'.repeat(500)} }}`), '')
  for (const text of ['{% '.repeat(20_000), '{{"'.repeat(20_000), '{{ a | '.repeat(9000), `{{ ${'"a" == '.repeat(9000)} }}`]) render(text)
  assert.equal(render(`{{ ticket.blanks | strip }}{{ ticket.blanks | rstrip }}{{ ticket.blanks | truncatewords: 2 }}`), '')
})
