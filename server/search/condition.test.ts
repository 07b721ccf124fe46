import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { toDate } from '#lib/clock.ts'
import { meaningOf, type Searched } from './condition.ts'
import { type Kind, number, text } from './kinds.ts'
import { parseQuery } from './parse.ts'

const words = sql.ref('x.words')
const kinds = new Map<string, Kind>([
  ['subject', text(words, sql.ref('t.subject'), 'A')],
  ['id', number(sql.ref('t.id'))],
])
const searched: Searched = { words, property: (name) => kinds.get(name), weights: new Map([['subject', 'A']] as const) }
const context = { account_id: 7, actor_id: 1, now: toDate(0), time_zone: 'UTC', today: '1970-01-01' }
const findMeaning = (query: string, what = searched) => meaningOf(parseQuery(query), what, context)

test('a query of words alone needs only the index on words, and reads no word list', () => {
  const cases: readonly (readonly [query: string, words: string | null, is_words_only: boolean, reads_words: boolean])[] = [
    ['quince', "('a7xquince':*)", true, false],
    ['"quince jar" lid', "('a7xquince' <-> 'a7xjar') & ('a7xlid':*)", true, false],
    ['subject:quince', "('a7xquince':A)", true, false],
    ['subject:quin*', "('a7xquin':*A)", true, false],
    ['subject:quince subject:jar', "('a7xquince':A | 'a7xjar':A)", true, false],
    ['quince id:5', "('a7xquince':*)", false, false],
    ['id:5', null, false, false],
    ['*', null, true, false],
    ['quince -jar', "('a7xquince':*)", false, true],
    ['-subject:quince', null, false, true],
    ['subject>quince', null, false, true],
    ['subject:quince subject:j*r', null, false, true],
    ['subject:j*r', null, false, true],
  ]
  for (const [query, asked, is_words_only, reads_words] of cases) {
    const meaning = findMeaning(query)
    assert.deepEqual([meaning?.words, meaning?.is_words_only, meaning?.reads_words], [asked, is_words_only, reads_words], query)
  }
})

test('a query that no record can match has no meaning', () => {
  for (const query of ['nonsense:5', '!!!', '!!! *', '"*"']) assert.equal(findMeaning(query), null, query)
})

test('phrases and words of a subject have a condition on marks, if the type of record has marks', () => {
  const marked: Searched = { ...searched, marks: sql.ref('x.marks') }
  const cases: readonly (readonly [query: string, hasMarks: boolean])[] = [
    ['quince', false],
    ['"quince"', false],
    ['"quince jar"', true],
    ['quince "jar lid"', true],
    ['subject:quince', true],
    ['subject:quin*', false],
    ['subject:"quince jar" subject:quin*', false],
    ['subject:quince subject:jar', true],
    ['id:5', false],
  ]
  for (const [query, hasMarks] of cases) {
    assert.equal((findMeaning(query, marked) as { marks: unknown }).marks !== null, hasMarks, query)
    assert.equal((findMeaning(query) as { marks: unknown }).marks, null, query)
  }
})
