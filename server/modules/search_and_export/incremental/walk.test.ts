/** A client that follows an export gets everything, however many rows have the same timestamp and whatever is written meanwhile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const make = makeWith(app.api)
const TICKETS = 14
const ids: number[] = []
for (let made = 0; made < TICKETS; made += 1) ids.push((await make.ticket()).id)

// every run is some days after the one before, so that it reads only its own writes
const DAYS = 3 * 86_400
let clock = Date.UTC(2040, 0, 1)

const write = defineStatement<unknown>(
  'update tickets set generated_at = $3, updated_at = $3, subject = $4 where account_id = $1 and id = $2',
)
const account = app.account_id
let versions = 0

/** Writes a ticket with a timestamp; its new subject is the version a client must have read in the end. */
async function touch(id: number, milliseconds: number, newest: Map<number, string>): Promise<void> {
  const subject = `version ${++versions}`
  await app.database.database.run(write(account, id, new Date(milliseconds), subject))
  newest.set(id, subject)
}

const setClock = (milliseconds: number) => setUp(app, { clock: { mode: 'frozen', at: new Date(milliseconds).toISOString() } })

/** A timestamp within four seconds, so that many are equal or in the same second. */
const moment = fc
  .record({ second: fc.integer({ min: 0, max: 3 }), part: fc.constantFrom(0, 0, 123, 999) })
  .map(({ second, part }) => second * 1000 + part)
const given = fc.record({
  earlier: fc.constantFrom(0, 1, 86_400),
  moments: fc.array(moment, { minLength: TICKETS, maxLength: TICKETS }),
  size: fc.integer({ min: 1, max: TICKETS + 1 }),
  between: fc.array(fc.record({ passes: fc.constantFrom(0, 20, 61), touched: fc.array(fc.nat(TICKETS - 1), { maxLength: 3 }) }), {
    maxLength: 8,
  }),
})
type Given = typeof given extends fc.Arbitrary<infer Value> ? Value : never

interface Seen {
  readonly id: number
  readonly subject: string
  readonly generated_timestamp: number
}
const secondsOf = (rows: readonly Seen[]) => rows.map((one) => one.generated_timestamp)

/** Follows an export to its end during concurrent writes, and again two minutes later. */
async function follow(
  { earlier, moments, size, between }: Given,
  style: 'time' | 'end_time' | 'cursor',
): Promise<{ seen: Seen[]; newest: Map<number, string> }> {
  clock += DAYS * 1000
  const newest = new Map<number, string>()
  for (const [index, id] of ids.entries()) await touch(id, clock + (moments[index] as number), newest)
  let now = clock + 70_000
  await setClock(now)
  const start = Math.floor(clock / 1000) - earlier
  const path = `/api/v2/incremental/tickets${style === 'cursor' ? '/cursor' : ''}`
  let next = `${path}?start_time=${start}&per_page=${size}`
  const seen: Seen[] = []
  const writes = [...between]
  for (let pages = 0, drained = false; ; pages += 1) {
    assert.ok(pages < 300, 'an export must come to its end')
    const { status, body } = await app.api.get(next)
    assert.equal(status, 200, JSON.stringify(body))
    const seconds = secondsOf(body.tickets)
    // a page that a client can go on from by its end alone
    if (style !== 'cursor') assert.ok(body.end_of_stream || seconds[0] !== seconds.at(-1) || body.end_time > Number(seconds[0]))
    seen.push(...body.tickets)
    if (style === 'end_time') next = `${path}?start_time=${body.end_time}&per_page=${size}`
    else next = (style === 'cursor' ? body.after_url : body.next_page).slice(app.base_url.length)
    const step = writes.shift()
    if (step !== undefined) {
      now += step.passes * 1000
      for (const index of step.touched) await touch(ids[index] as number, now, newest)
      await setClock(now)
    } else if (body.end_of_stream) {
      if (drained) return { seen, newest }
      drained = true
      await setClock((now += 120_000))
    }
  }
}

for (const style of ['time', 'end_time', 'cursor'] as const)
  test(
    `a client that follows ${style === 'end_time' ? 'end_time alone' : style} ends with the newest version of every ticket`,
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(given, async (value) => {
          const { seen, newest } = await follow(value, style)
          const last = new Map(seen.map((one) => [one.id, one.subject]))
          assert.deepEqual([...last].sort(), [...newest].sort())
          const inOrder = seen.every(
            (one, index) => index === 0 || one.generated_timestamp >= (seen[index - 1] as Seen).generated_timestamp,
          )
          if (style !== 'cursor') return
          assert.ok(inOrder)
          assert.equal(new Set(seen.map((one) => one.subject)).size, seen.length, 'no row comes twice')
        }),
        { numRuns: 15, seed: 7 },
      )
    },
  )

test('a second is exported whole by every export by time, wherever the page begins', async () => {
  const at = Date.UTC(2050, 0, 1)
  const second = at / 1000
  await setClock(at)
  for (const name of ['One', 'Two', 'Three']) {
    await make.ticket()
    await make.user()
    await app.api.post('/api/v2/organizations', { organization: { name: `Of one second ${name}` } })
  }
  await setClock(at + 120_000)
  const read = async (key: string, query: string) => (await app.api.get(`/api/v2/incremental/${key}?${query}`)).body
  for (const key of ['tickets', 'users', 'organizations', 'ticket_events', 'ticket_metric_events']) {
    const all = await read(key, `start_time=${second}`)
    assert.ok(all.count >= 3, key)
    for (const start of [second - 86_400, second - 1, second]) {
      const page = await read(key, `start_time=${start}&per_page=1`)
      assert.deepEqual(page[key], all[key], `${key} from ${start}`)
      assert.deepEqual([page.end_time, page.end_of_stream], [second + 1, false], key)
      assert.equal(new URL(page.next_page).searchParams.get('start_time'), String(second + 1))
    }
    const end = await read(key, `start_time=${second + 1}&per_page=1`)
    assert.deepEqual([end.count, end.end_of_stream], [0, true], key)
  }
})

const insertOrganizations = defineStatement<unknown>(`insert into organizations (account_id, name, created_at, updated_at)
  select $1, 'Same moment ' || n, $2::timestamptz, $2::timestamptz from generate_series(1, 10100) n`)

test('when one second has more rows than a page can hold, next_page has a cursor', async () => {
  const at = Date.UTC(2060, 0, 1)
  await app.database.database.run(insertOrganizations(account, new Date(at)))
  await setClock(at + 120_000)
  const first = (await app.api.get(`/api/v2/incremental/organizations?start_time=${at / 1000}&per_page=50`)).body
  assert.deepEqual([first.count, first.end_of_stream, first.end_time], [10_050, false, at / 1000])
  const rest = (await app.api.get(first.next_page.slice(app.base_url.length))).body
  assert.equal(new Set([...first.organizations, ...rest.organizations].map((one: any) => one.id)).size, 10_100)
  const end = (await app.api.get(rest.next_page.slice(app.base_url.length))).body
  assert.deepEqual([rest.count, end.count, end.end_of_stream], [50, 0, true])
})
