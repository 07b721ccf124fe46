import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { useApp } from '#test/app.ts'
import { accountById } from '#accounts/directory.ts'
import type { Account } from '#accounts/account.ts'
import { systemContext } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { HttpError } from '#core/errors.ts'
import { type Order, type OrderColumn, type Paging, type PagingQuery, readPage, readPaging, type Sorting } from './paging.ts'

const app = await useApp({}, { own: true }) // counts the rows of a table
const { server } = app.running
const account = (await accountById(server.services, 1)) as Account
const ctx = systemContext({ account, db: server.database, log: server.log, services: server.services, base_url: app.base_url })

const id: OrderColumn = { key: 'id', column: 'id', kind: 'number' }
const name: OrderColumn = { key: 'name', column: 'name', kind: 'text' }
const description: OrderColumn = { key: 'description', column: 'description', kind: 'text' }
const created: OrderColumn = { key: 'created_at', column: 'created_at', kind: 'moment' }
const toDescending = (column: OrderColumn): OrderColumn => ({ ...column, descending: true })

const SORTING: Sorting = {
  fallback: [name, id],
  cursor_fallback: [id],
  cursor: { id: [id], name: [name, id] },
  offset: { created_at: [created, id] },
}
const read = (query: PagingQuery, sorting = SORTING) => readPaging(query, sorting, 'things/index')
const refusal = (query: PagingQuery) => {
  try {
    read(query)
  } catch (error) {
    assert.ok(error instanceof HttpError)
    return { status: error.status, body: error.body as any }
  }
  throw new Error(`${JSON.stringify(query)} was read`)
}
const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

// groups whose descriptions and times coincide, so that pages have ties to break
const insert = defineStatement<unknown>(`insert into groups (account_id, name, description, created_at, updated_at)
  select 1, 'Group ' || n, 'tie ' || n % 3, $1::timestamptz + (n % 4) * interval '1 second', $1 from generate_series(1, 23) as n`)
await server.database.run(insert('2026-01-01T00:00:00.000Z'))
const groups = () => q.selectFrom('groups').select(['id', 'name', 'description', 'created_at']).where('account_id', '=', 1)

test('without parameters a list is read from its first page of 100, in its default order', () => {
  assert.deepEqual(read({}), { style: 'offset', page: 1, per_page: 100, order: [name, id] })
  assert.deepEqual(read({ page: '', per_page: '' }), read({}))
})

test('pages are counted from 1; excessive sizes are capped at 100, not refused', () => {
  const sizes: [PagingQuery, page: number, per_page: number][] = [
    [{ page: '3', per_page: '7' }, 3, 7],
    [{ page: '0' }, 1, 100],
    [{ page: '-4' }, 1, 100],
    [{ per_page: '101' }, 1, 100],
    [{ per_page: '0' }, 1, 100],
    [{ per_page: '-1' }, 1, 100],
    [{ per_page: '1000000000000' }, 1, 100],
  ]
  for (const [query, page, per_page] of sizes) assert.deepEqual(read(query), { ...read({}), page, per_page })
})

test('a page that is not an integer is refused with the documented message', () => {
  for (const value of ['x', '1.5', '1e400', 'NaN', '1;drop', '1 2', ['1', '2']]) {
    const { status, body } = refusal({ page: value })
    assert.equal(status, 400)
    assert.equal(
      body.error.message,
      'You passed an invalid value for the page attribute. Invalid parameter: page must be an integer from api/v2/things/index',
    )
  }
  assert.match(refusal({ per_page: 'many' }).body.error.message, /per_page must be an integer/)
  assert.match(refusal({ 'page[size]': 'many' }).body.error.message, /page\.size must be an integer/)
})

test('offset paging ends at the 10,000th record', () => {
  assert.equal((read({ page: '100' }) as { page: number }).page, 100)
  assert.equal((read({ page: '10000', per_page: '1' }) as { page: number }).page, 10_000)
  for (const query of [{ page: '101' }, { page: '10001', per_page: '1' }, { page: '9007199254740991' }, { page: '1e18' }]) {
    const { status, body } = refusal(query)
    assert.equal(status, 400)
    assert.equal(body.errors[0].code, 'InvalidPaginationDepth')
    assert.match(body.errors[0].title, /limited to the first 10,000 records/)
  }
})

test('a page size or a cursor selects cursor paging, which wins over a page number', () => {
  assert.deepEqual(read({ 'page[size]': '5' }), { style: 'cursor', size: 5, after: null, before: null, order: [id] })
  assert.equal(read({ 'page[size]': '5', page: '2' }).style, 'cursor')
  assert.equal((read({ 'page[size]': '5000' }) as { size: number }).size, 100)
  assert.equal(read({ 'page[after]': '' }).style, 'cursor')
})

test('a sort is accepted only where the list supports it', () => {
  assert.deepEqual(read({ 'page[size]': '1', sort: '-name' }).order, [toDescending(name), toDescending(id)])
  assert.deepEqual(read({ 'page[size]': '1', sort: 'name' }).order, [
    { ...name, descending: false },
    { ...id, descending: false },
  ])
  for (const sort of ['secret', 'name desc', 'name;--', '--name', 'constructor', '__proto__', 'toString', 'created_at']) {
    const { status, body } = refusal({ 'page[size]': '1', sort })
    assert.deepEqual([status, body.errors[0].code], [400, 'InvalidPaginationParameter'], sort)
  }
  assert.deepEqual(read({ sort_by: 'created_at', sort_order: 'DESC' }).order, [toDescending(created), toDescending(id)])
  for (const sort_by of ['secret', 'created_at desc', 'constructor', '__proto__'])
    assert.deepEqual(read({ sort_by }).order, [name, id], sort_by)
})

test('a cursor that does not belong to this list is refused', () => {
  const strange = [
    'x',
    '%%%',
    '💥',
    'bnVsbA==',
    cursorOf(null),
    cursorOf([]),
    cursorOf({}),
    cursorOf({ o: 'id' }),
    cursorOf({ o: 'id', v: 5 }),
    cursorOf({ o: 'id', v: [] }),
  ]
  const unfit = [['1'], [1.5], [null], [[1]], [{}], [1, 2], [2 ** 53], [true]].map((v) => cursorOf({ o: 'id', v }))
  const otherOrder = cursorOf({ o: 'name,id', v: ['a', 1] })
  for (const cursor of [...strange, ...unfit, otherOrder])
    for (const way of ['page[after]', 'page[before]']) {
      const { status, body } = refusal({ [way]: cursor })
      assert.deepEqual([status, body.errors[0].title], [400, 'Invalid cursor'], cursor)
    }
  const both = refusal({ 'page[after]': cursorOf({ o: 'id', v: [1] }), 'page[before]': cursorOf({ o: 'id', v: [1] }) })
  assert.equal(both.body.errors[0].code, 'InvalidPaginationParameter')
})

test('a forged cursor can hold any value and still does no more than page', async () => {
  const order: Order = [created, name, id]
  const sorting: Sorting = { fallback: order }
  const moments = [
    '2026-01-01T00:00:00.000Z',
    '1',
    '2026',
    '0001-01-01',
    '-000001-01-01',
    '-271821-04-20T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '',
    'infinity',
    'now',
  ]
  for (const moment of moments)
    for (const text of ['', "'; drop table groups; --", '\0', '\ud800', '💥', 'x'.repeat(10_000)])
      for (const way of ['page[after]', 'page[before]']) {
        let paging: Paging
        try {
          paging = readPaging({ [way]: cursorOf({ o: 'created_at,name,id', v: [moment, text, -1] }) }, sorting, 'things/index')
        } catch (error) {
          assert.ok(error instanceof HttpError && error.status === 400, moment)
          continue
        }
        assert.ok(Array.isArray((await readPage(ctx, groups(), paging)).rows))
      }
})

type Row = { id: number; name: string; description: string; created_at: string }

async function walk(order: Order, size: number, way: 'page[after]' | 'page[before]'): Promise<{ rows: Row[]; ends: boolean[] }> {
  const sorting: Sorting = { fallback: order }
  const rows: Row[] = []
  const ends: boolean[] = []
  let query: PagingQuery = { 'page[size]': String(size) }
  if (way === 'page[before]') query = { ...query, 'page[before]': await endOf(order) }
  for (;;) {
    const page = await readPage<Row>(ctx, groups(), readPaging(query, sorting, 'things/index'))
    if (page.rows.length === 0) {
      assert.deepEqual([page.after_cursor, page.before_cursor, page.has_more], [null, null, false])
      return { rows, ends }
    }
    ends.push(page.has_more)
    if (way === 'page[after]') rows.push(...page.rows)
    else rows.unshift(...page.rows)
    query = { 'page[size]': String(size), [way]: (way === 'page[after]' ? page.after_cursor : page.before_cursor) as string }
  }
}

/** A cursor after the last row. */
async function endOf(order: Order): Promise<string> {
  const names = order.map((column) => (column.descending ? `-${column.key}` : column.key)).join(',')
  const high = { number: Number.MAX_SAFE_INTEGER, real: Number.MAX_VALUE, text: '\u{10ffff}', moment: '9999-01-01T00:00:00.000Z' }
  const low = { number: -1, real: -Number.MAX_VALUE, text: '', moment: '0001-01-01T00:00:00.000Z' }
  return cursorOf({ o: names, v: order.map((column) => (column.descending ? low : high)[column.kind]) })
}

const orders: readonly Order[] = [
  [id],
  [toDescending(id)],
  [description, id],
  [toDescending(description), toDescending(id)],
  [toDescending(description), id],
  [created, toDescending(description), id],
  [toDescending(created), description, toDescending(id)],
  [name, id],
]

test('pages of any size in any order join to the whole list, forwards and backwards, without overlap or gap', async () => {
  const whole = new Map<Order, number[]>()
  for (const order of orders)
    whole.set(
      order,
      (await readPage<Row>(ctx, groups(), { style: 'offset', page: 1, per_page: 100, order })).rows.map((row) => row.id),
    )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...orders),
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom('page[after]' as const, 'page[before]' as const),
      async (order, size, way) => {
        const { rows, ends } = await walk(order, size, way)
        assert.deepEqual(
          rows.map((row) => row.id),
          whole.get(order),
        )
        assert.deepEqual(
          ends,
          ends.map((_end, index) => index < ends.length - 1),
        )
      },
    ),
    { seed: 7, numRuns: 40 },
  )
})

test('offset pages report the total and whether there is more', async () => {
  const readPageAt = (page: number, per_page: number) => readPage<Row>(ctx, groups(), { style: 'offset', page, per_page, order: [id] })
  for (const [page, per_page, rows, has_more] of [
    [1, 100, 24, false],
    [1, 24, 24, false],
    [1, 10, 10, true],
    [3, 10, 4, false],
    [4, 10, 0, false],
    [2, 12, 12, false],
  ] as const) {
    const found = await readPageAt(page, per_page)
    assert.deepEqual([found.rows.length, found.count, found.has_more], [rows, 24, has_more], `page ${page} of ${per_page}`)
  }
})

test('a list that fails while it is counted fails once, and the process keeps running', async () => {
  const broken = groups().where(sql<boolean>`no_such_function()`)
  const paging = read({ per_page: '1' })
  await assert.rejects(readPage(ctx, broken, paging, () => Promise.reject(new Error('the counting failed too'))))
  // an unhandled rejection would end this process before the next statement is answered
  assert.equal((await readPage(ctx, groups(), paging)).rows.length, 1)
})

test('over HTTP an empty cursor page has no cursors and no links, any other has them all', async () => {
  const last = (await app.api.get('/api/v2/groups?page[size]=100')).body
  assert.deepEqual([last.meta.has_more, typeof last.meta.after_cursor, typeof last.meta.before_cursor], [false, 'string', 'string'])
  const empty = (await app.api.get(last.links.next.slice(app.base_url.length))).body
  assert.deepEqual(empty, {
    groups: [],
    meta: { has_more: false, after_cursor: null, before_cursor: null },
    links: { prev: null, next: null },
  })
  const middle = (await app.api.get('/api/v2/groups?per_page=10&page=2&exclude_deleted=true')).body
  assert.equal(middle.next_page, `${app.base_url}/api/v2/groups.json?exclude_deleted=true&page=3&per_page=10`)
  assert.equal(middle.previous_page, `${app.base_url}/api/v2/groups.json?exclude_deleted=true&page=1&per_page=10`)
})
