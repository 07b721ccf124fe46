import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { COPIES_BEGIN, multiply } from '#test/invariants/multiply.ts'
import { makeWith } from '#test/make.ts'
import { parametersDuring } from '#test/statements.ts'

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
  assert.equal(run.filter(({ sql }) => sql.includes('ticket_texts')).length, 1)
})

interface Plan {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** How many blocks a statement reads to find tickets by their words. */
async function blocksOf(text: string, parameters: readonly unknown[]): Promise<number> {
  const [row] = await app.database.database.unchecked<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, buffers, timing off, format json) ${text}`,
    parameters,
  )
  const read = nodesOf((row as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan).find(
    (node) => node['Relation Name'] === 'ticket_texts',
  )
  assert.equal(read?.['Actual Rows'], MANY)
  return read['Shared Hit Blocks'] + read['Shared Read Blocks']
}

test('that statement decompresses no list of words', async () => {
  const { run } = await parametersDuring(app, () => app.api.get('/api/v2/search?query=everywhere&per_page=3'))
  const search = run.find(({ sql }) => sql.includes('ticket_texts')) ?? assert.fail('no search')
  const every = 'select from ticket_texts where account_id = $1 and strip(words) @@ $2::tsquery'
  const few = await blocksOf(search.sql, search.parameters)
  const all = await blocksOf(every, [1, "'a1xeverywhere':*"])
  assert.ok(few < all / 2, `${few} blocks, and ${all} where all lists are read`)
})

test('a page after the last result is empty and has the total count', async () => {
  const { body } = await app.api.get('/api/v2/search?query=first&page=4')
  assert.deepEqual(body.results, [])
  assert.equal(body.count, 1)
})
