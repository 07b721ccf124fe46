import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '../../../../test/app.ts'
import { COPIES_BEGIN, multiply } from '../../../../test/invariants/multiply.ts'
import { makeWith } from '../../../../test/make.ts'
import { parametersDuring } from '../../../../test/statements.ts'

const MANY = 500
const app = await useApp({}, { own: true }) // fills the tables of the database
const make = makeWith(app.api)
const { driver } = app.database.database

before(async () => {
  await make.ticket({ subject: 'One', comment: { body: 'The first of many' } })
  await multiply(app, { table: 'tickets' }, 1, MANY)
  // so many words that PostgreSQL compresses each list and stores it out of line
  const words = "search_words(1, 'everywhere ' || (select string_agg('w' || (k * 7919 + $n)::text, ' ') from generate_series(1, 500) as k))"
  await multiply(
    app,
    { table: 'ticket_texts', set: { ticket_id: `${COPIES_BEGIN} + $n`, words, marks: `search_marks(${words})` } },
    1,
    MANY,
  )
  await driver.unsafe('vacuum analyze tickets, ticket_texts')
})

test('a word that most tickets of a small instance have is found and counted by one statement', async () => {
  const { run, result } = await parametersDuring(app, () => app.api.get('/api/v2/search?query=everywhere&per_page=3'))
  assert.equal(result.body.count, MANY)
  assert.deepEqual(
    result.body.results.map(({ id }: { id: number }) => id),
    [COPIES_BEGIN + MANY, COPIES_BEGIN + MANY - 1, COPIES_BEGIN + MANY - 2],
  )
  assert.equal(run.filter(({ sql }) => /ticket_texts|tickets_with_words/.test(sql)).length, 1)
})

test('that statement decompresses no list of words', async () => {
  const blocksOf = async (from: string): Promise<number> => {
    const [row] = (await driver.unsafe(`explain (analyze, buffers, timing off, format json) select * from ${from}`)) as unknown as [
      { 'QUERY PLAN': [{ Plan: Record<string, number> }] },
    ]
    const { 'Actual Rows': rows, 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = row['QUERY PLAN'][0].Plan
    assert.equal(rows, MANY)
    return hit + read
  }
  const asked = `'''a1xeverywhere'':*'::tsquery`
  const lookedUp = `tickets_with_words(1, ${asked})`
  // twice, on each connection: the first call plans the statement inside
  for (let call = 0; call < 4; call++) await blocksOf(lookedUp)
  const [few, all] = [await blocksOf(lookedUp), await blocksOf(`ticket_texts where strip(words) @@ ${asked}`)]
  assert.ok(few < all / 2, `${few} blocks, and ${all} where all lists are read`)
})

test('a page after the last result is empty and has the total count', async () => {
  const { body } = await app.api.get('/api/v2/search?query=first&page=4')
  assert.deepEqual(body.results, [])
  assert.equal(body.count, 1)
})
