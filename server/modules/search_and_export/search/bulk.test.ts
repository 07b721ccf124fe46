import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { parametersDuring } from '#test/statements.ts'
import type { Context } from '#core/context.ts'
import { insertCopies, reserveNumbers, takeSlots } from '#seed/copy_store.ts'

/** More tickets than the farthest partial scan of the search reads. */
const MANY = 20_400
const app = await useApp({}, { own: true }) // changes the indexes of the database
const make = makeWith(app.api)
const { database } = app.database

const far = await make.ticket({ subject: 'Quince marmalade', comment: { body: 'The jar was open' }, tags: ['far'] })
const common = await make.ticket({ subject: 'Marmalade quince', comment: { body: 'The lid was open' }, priority: 'high', tags: ['near'] })
const indexes = () => database.driver.unsafe("select tablename, indexdef from pg_indexes where tablename ~ '^ticket' order by 1, 2")
const before = [...(await indexes())]
const first = await multiply()

/** Copies the second ticket, each copy a second later than the one before. */
async function multiply(): Promise<number> {
  const ctx = { account: { id: app.account_id }, db: database } as unknown as Context
  const number = await reserveNumbers(ctx, MANY)
  const slots = await takeSlots(ctx, MANY)
  const copies = slots.map((slot, index) => ({ mould: common.id, ticket: number + index, slot, seconds: index + 1 }))
  await insertCopies(database, ctx, [copies], { examples: [{ id: common.id, created_at: common.created_at }], bare: true })
  await database.driver.unsafe('analyze tickets, ticket_texts')
  return number
}

const get = async (path: string) => {
  const { status, body } = await app.api.get(path)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const search = (query: string, more = '') => get(`/api/v2/search?query=${encodeURIComponent(query)}${more}`)
const idsOf = (body: { results: { id: number }[] }) => body.results.map((found) => found.id)

test('the bulk insert drops indexes and restores all of them', async () => {
  assert.deepEqual([...(await indexes())], before)
  assert.ok(before.length > 20)
})

test('matches that come last are found in every order, alone and together with other types', async () => {
  for (const query of [
    '"quince marmalade"',
    'subject:"quince marmalade"',
    'quince tags:far',
    'tags:far',
    'quince priority:none',
    'quince jar',
    '"quince marmalade" -lid',
    'subject:"quince marmalade" subject:"never there"',
    'subject:quinc* jar',
  ])
    for (const type of ['', 'type:ticket '])
      for (const order of ['', '&sort_by=created_at', '&sort_by=updated_at', '&sort_by=priority'])
        for (const way of ['', '&sort_order=asc']) {
          const body = await search(`${type}${query}`, `${order}${way}`)
          assert.deepEqual([idsOf(body), body.count], [[far.id], 1], `${type}${query} ${order}${way}`)
        }
})

test('pages of a query with many matches have no gaps', async () => {
  const newest = first + MANY - 1
  for (const order of ['', '&sort_by=created_at', '&sort_by=updated_at', '&sort_by=priority', '&sort_by=status'])
    for (const page of [1, 2, 10]) {
      const expected = Array.from({ length: 100 }, (_none, index) => newest - (page - 1) * 100 - index)
      assert.deepEqual(idsOf(await search('quince', `${order}&page=${page}`)), expected, `${order} ${page}`)
      assert.deepEqual(idsOf(await search('"marmalade quince"', `${order}&page=${page}`)), expected, `${order} ${page}`)
    }
  const oldest = await search('type:ticket quince', '&sort_order=asc')
  assert.deepEqual(idsOf(oldest).slice(0, 3), [far.id, common.id, first])
  // tickets without a priority come last in both directions
  const ranked = await search('type:ticket quince', '&sort_by=priority&sort_order=asc')
  assert.deepEqual(idsOf(ranked).slice(0, 3), [common.id, first, first + 1])
})

test('many matches are counted approximately, few exactly', async () => {
  const count = async (query: string) => (await get(`/api/v2/search/count?query=${encodeURIComponent(query)}`)).count
  for (const query of ['quince', '"marmalade quince"', 'subject:quince', 'type:ticket "marmalade quince" priority:high', 'tags:near'])
    assert.ok(Math.abs((await count(query)) / MANY - 1) < 0.1, `${query}: ${await count(query)}`)
  assert.equal(await count('"quince marmalade"'), 1)
})

test('hundreds of phrase matches among thousands of tickets with the same words are counted exactly and paged to the end', async () => {
  // adjacent tickets, of which a sample may contain none or all
  await database.driver`update ticket_texts set words = search_joined(words, search_words(account_id, 'open lid')), marks = marks || search_marks(search_words(account_id, 'open lid')) where ticket_id between ${first + 5000} and ${first + 5249}`
  const found: number[] = []
  let page = await search('type:ticket "open lid"')
  for (assert.equal(page.count, 250); page.next_page !== null; page = await get(page.next_page.slice(app.base_url.length)))
    found.push(...idsOf(page))
  assert.deepEqual(
    [...found, ...idsOf(page)],
    Array.from({ length: 250 }, (_none, index) => first + 5249 - index),
  )
  assert.equal((await search('type:ticket "open lid" priority:low')).count, 0)
})

test('an export returns matches that are far apart, and all adjacent ones, in the order of creation', async () => {
  const path = (query: string) => `/api/v2/search/export?filter[type]=ticket&page[size]=1000&query=${encodeURIComponent(query)}`
  assert.deepEqual(idsOf(await get(path('"quince marmalade"'))), [far.id])
  const found: number[] = []
  for (let next: string | null = path('quince'); next !== null;) {
    const body: { results: { id: number }[]; meta: { has_more: boolean }; links: { next: string } } = await get(next)
    found.push(...idsOf(body))
    next = body.meta.has_more ? new URL(body.links.next).pathname + new URL(body.links.next).search : null
  }
  assert.deepEqual(found, [far.id, common.id, ...Array.from({ length: MANY }, (_none, index) => first + index)])
})

test('tickets created before a date are read by creation from that date, not all collected, including one imported later', async () => {
  const momentOf = (index: number) => new Date(Date.parse(common.created_at) + (index + 1) * 1000).toISOString().replace('.000', '')
  const imported = await app.api.post('/api/v2/imports/tickets', {
    ticket: { subject: 'Marmalade quince', created_at: '2020-01-02T03:04:05Z', comments: [{ value: 'The lid was open' }] },
  })
  assert.equal(imported.status, 201)
  const before = Array.from({ length: 2000 }, (_none, index) => first + 4999 - index)
  for (const query of ['type:ticket ', 'type:ticket quince ', 'status<solved ', ''])
    for (const order of ['', '&sort_by=created_at'])
      for (const page of [1, 10]) {
        const askPage = () => search(`${query}created<${momentOf(5000)}`, `${order}&page=${page}`)
        const { run, result } = await parametersDuring(app, askPage)
        // users and groups come first in the order of relevance, and last in the order of creation
        const others = query === '' && order === '' ? 2 : 0
        const from = (page - 1) * 100 - (page === 1 ? 0 : others)
        const found = page === 1 ? idsOf(result).slice(others) : idsOf(result)
        assert.deepEqual(found, before.slice(from, from + found.length), `${query} ${order} ${page}`)
        assert.equal(idsOf(result).length, 100)
        if (!query.includes('quince'))
          assert.deepEqual(
            run.map(({ sql }) => sql).filter((text) => text.includes('select m.* from m')),
            [],
          )
      }
  const oldest = await search(`type:ticket created<${momentOf(5000)}`, '&sort_order=asc')
  assert.deepEqual(idsOf(oldest).slice(0, 4), [imported.body.ticket.id, far.id, common.id, first])
  assert.deepEqual(idsOf(await search('type:ticket created<2020-02-01')), [imported.body.ticket.id])
})
