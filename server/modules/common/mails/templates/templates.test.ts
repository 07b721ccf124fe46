import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { MAIL_TEMPLATES } from './catalog.ts'
import { fill, fillCounted } from './fill.ts'
import { htmlOf } from './layout.ts'
import { WORDS } from './words.ts'

const BASE = 'https://desk.example.com'
const HOSTILE = `</p><img src=x onerror="alert('1')">&amp; {title} $& https://desk.example.com/"onclick=1 https://evil.example/x`
const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const templates = Object.entries(MAIL_TEMPLATES)

/** All values of a sample, at any depth. */
function leaves(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value]
}

const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T|$)/.test(value)

/** A sample with every text replaced, except times, their zone and names of words in words.ts. */
function withTexts(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withTexts(one, text))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        (['todo', 'ended', 'time_zone'].includes(key) || isTime(one)) && typeof one === 'string' ? one : withTexts(one, text),
      ]),
    )
  return typeof value === 'string' ? text : value
}

test('every template includes its input, and leaves no name unfilled', () => {
  assert.ok(templates.length > 10)
  for (const [name, { about, sample, text }] of templates) {
    const mail = text()
    assert.match(mail.topic, /^[a-z_]+\.[a-z_]+$/, name)
    assert.match(mail.subject, /^\S[^\r\n]+\S$/, name)
    assert.match(about, /^To .*[^.]$/, name)
    const all = `${mail.subject}\n${mail.text}`
    // the rows of a table are those of the file that the API exports
    const prose = typeof sample === 'object' && sample !== null && 'table' in sample ? mail.subject : all
    assert.doesNotMatch(prose, /\d{4}-\d\d-\d\d/, `${name} writes a day in numbers`)
    assert.doesNotMatch(all, /\{\w*\}|undefined|null|NaN|\[object|\n{3}/, name)
    assert.ok(
      leaves(sample).some((value) => typeof value === 'string' && mail.text.includes(value)),
      name,
    )
    assert.ok(
      mail.text.split('\n\n').every((paragraph) => paragraph.trim() === paragraph && paragraph !== ''),
      name,
    )
  }
})

test('in HTML values are escaped, and only addresses of the instance become links', () => {
  for (const [name, { sample, text }] of templates) {
    const mail = text(withTexts(sample, HOSTILE))
    assert.ok(mail.text.includes(HOSTILE), name)
    const html = htmlOf(mail, BASE)
    const tags = new Set(Array.from(html.matchAll(/<\/?[^>]*>/g), ([tag]) => tag.replace(/ style="[^"<>]*"/, '')))
    const known = ['<!doctype html>', '<html lang="en">', '</html>', '<head>', '</head>', '<meta charset="utf-8">', '<title>', '</title>']
    for (const tag of [...known, '<body>', '</body>', '<div>', '</div>', '<p>', '</p>', '<a href="https://desk.example.com/">', '</a>'])
      tags.delete(tag)
    assert.deepEqual([...tags], [], name)
    assert.ok(html.includes('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp; {title} $&amp;'), name)
  }
})

test('the HTML has the words of the text, and its links lead to the instance', () => {
  const { text } = MAIL_TEMPLATES['password_link'] ?? assert.fail('no template')
  const html = htmlOf(text(), BASE)
  assert.match(html, /<p[^>]*>Hello Ann Example,<\/p>\n<p[^>]*>Olga Owner has sent you this link/)
  assert.match(
    html,
    /<a href="https:\/\/desk\.example\.com\/set_password#proof"[^>]*>https:\/\/desk\.example\.com\/set_password#proof<\/a>/,
  )
  const other = htmlOf({ subject: 'x', text: 'https://desk.example.com.evil.example/x\n\nhttps://desk.example.com' }, BASE)
  assert.doesNotMatch(other, /<a /)
})

test('values are filled in once, in the singular and in the plural', () => {
  assert.equal(fill('{a} and {b}', { a: '{b}', b: '$&' }), '{b} and $&')
  const text = { one: 'One of {a}', other: '{count} of {a}' }
  assert.deepEqual(
    [1, 0, 2].map((count) => fillCounted(text, count, { a: 'x' })),
    ['One of x', '0 of x', '2 of x'],
  )
})

test('every template can be previewed, and no words are unused', async () => {
  const previewed = new Set(Object.values(MAIL_TEMPLATES).map(({ sample }) => sample))
  for (const file of files)
    for (const [name, value] of Object.entries((await import(`./${file}`)) as Record<string, { sample?: unknown; write?: unknown }>))
      if (typeof value === 'object' && typeof value.write === 'function') assert.ok(previewed.has(value.sample), `${file} ${name}`)
  const text = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n')
  for (const [name, words] of Object.entries(WORDS)) {
    assert.match(text, new RegExp(`\\bWORDS\\.${name}\\b`), name)
    for (const key of Object.keys(words)) assert.match(text, new RegExp(`\\b(?:words|common)\\.${key}\\b`), `${name}.${key}`)
  }
})
