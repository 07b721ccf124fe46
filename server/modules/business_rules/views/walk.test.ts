/**
 * Invariant: a page that is taken from indexes in order has the same tickets as one for which all matches are collected and sorted, whatever the
 * conditions and the order are and wherever the page begins.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'
import type { Account } from '#accounts/account.ts'
import { accountById } from '#accounts/directory.ts'
import { type Context, systemContext } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { readPaging } from '#http/paging.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { Condition, Conditions } from '#rules/condition.ts'
import { getActor } from '#seed/context.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { ticketSetup } from '#modules/tickets/tickets/setup_store.ts'
import { countEach } from './count_store.ts'
import { pageOfTickets } from './execute_store.ts'
import { orderOf } from './order_store.ts'
import { BOUNDS, type Bounds } from './walk_store.ts'

const TICKETS = 160
// without jobs, which would close solved tickets while the test reads them
const app = await useApp({ DESKHAND_ROLE: 'web' })
const agents = [await putPerson(app, { role: 'agent', name: 'bea' }), await putPerson(app, { role: 'agent', name: 'abe' })]
const { ticket_field } = (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'checkbox', title: 'Urgent?' } })).body

const make = makeWith(app.api)
const organizations = [await make.organization({ name: 'zeta' }), await make.organization({ name: 'acme' })]
const group = await make.group({ name: 'south' })

/** Lists of different lengths do not repeat together. */
const put =
  defineStatement<unknown>(`insert into tickets (account_id, id, via_id, via, description, status, custom_status_id, brand_id, ticket_form_id, requester_id,
    submitter_id, is_public, assignee_id, type, priority, tags, custom_fields, created_at, updated_at, generated_at, status_updated_at, requester_updated_at,
    organization_id, group_id, sla_next_breach_at)
  select $1, 1000 + n, 5, '{"channel":"api","source":{"from":{},"to":{},"rel":null}}', 'x', (array['new','open','pending','hold','solved','closed','open'])[1 + n % 7], 1, 1, 1, (array[$2, $3]::bigint[])[1 + (n / 4) % 2],
    $2, true, (array[$2, $3, null]::bigint[])[1 + n % 3], (array['incident','task',null])[1 + (n / 2) % 3], (array['urgent','low','normal',null])[1 + (n / 3) % 4],
    case when n % 5 = 0 or n > 120 then array['paid'] else '{}' end, jsonb_build_object($4::text, n % 11 = 0),
    moment.at, moment.at + make_interval(hours => n % 13), moment.at, moment.at, moment.at + make_interval(hours => n % 4),
    -- the third organization is gone
    (array[$6, $7, 999999999, null]::bigint[])[1 + n % 4], (array[$8, null]::bigint[])[1 + (n / 5) % 2],
    case when n % 6 < 4 then moment.at + make_interval(hours => n % 9) end
  from generate_series(1, $5::integer) as n, lateral (select timestamptz '2026-01-10' + make_interval(hours => (n * 37) % 50) as at) as moment`)
const setCounter = defineStatement<unknown>('update ticket_counters set last_id = $2 where account_id = $1')

let ctx: Context
before(async () => {
  const id = app.account_id
  const { database } = app.database
  await database.run(put(id, agents[0]?.id, agents[1]?.id, ticket_field.id, TICKETS, organizations[0]?.id, organizations[1]?.id, group.id))
  await database.run(setCounter(id, 1000 + TICKETS))
  // what is counted first depends on the planner's estimates
  await database.driver.unsafe('analyze tickets')
  const { log, services } = app.running.server
  const system = systemContext({
    account: (await accountById(services, id)) as Account,
    db: database,
    log,
    services,
    base_url: app.base_url,
  })
  ctx = { ...system, actor: await getActor(system, app.admin.id) }
})

const WALKING: Bounds = { small: 0, none: 0, cheap: 0, few: 0, gathered: 0, walks: [5, 40], most_walked: 90, names: 3, sparse: 1e9 }
/** Neither the account nor its matches are ever too many to be collected. */
const COLLECTING: Bounds = { ...BOUNDS, small: TICKETS * 10 }

const is = (field: string, value: string, operator = 'is'): Condition => ({ field, operator, value })
const VIEWS: Readonly<Record<string, Conditions>> = {
  unsolved: { all: [is('status', 'solved', 'less_than')], any: [] },
  pending: { all: [is('status', 'pending')], any: [] },
  tagged: { all: [is('status', 'closed', 'less_than'), is('current_tags', 'paid', 'includes')], any: [] },
  'closed too': { all: [is('type', 'incident')], any: [] },
  none: { all: [is('status', 'new'), is('status', 'open')], any: [] },
}
const SORTED = [
  'nice_id',
  'subject',
  'requester',
  'group',
  'organization',
  'sla_next_breach_at',
  'priority',
  'created',
  String(ticket_field.id),
]

/** The ids of the first pages of a view by cursor, forwards and then back again. */
async function pages(conditions: Conditions, output: { group_by: string | null; sort_by: string; order: 'asc' | 'desc' }, bounds: Bounds) {
  const { fieldsById } = await ticketSetup(ctx)
  const { group_by, sort_by, order: sort_order } = output
  const order = orderOf({ columns: [], group_by, group_order: 'asc', sort_by, sort_order }, fieldsById)
  const read = { conditions, types: await ruleCatalogue(ctx), order }
  const page = async (query: object) => {
    const paging = readPaging({ 'page[size]': 9, ...query }, { fallback: order.order }, 'test')
    const { rows, ...rest } = await pageOfTickets(ctx, read, paging, bounds)
    return { ...rest, ids: rows.map(({ id }) => id) }
  }
  const found: unknown[] = []
  let last = await page({})
  found.push(last.ids)
  for (let count = 0; count < 4 && last.has_more; count += 1) {
    last = await page({ 'page[after]': last.after_cursor })
    found.push(last.ids)
  }
  if (last.before_cursor !== null) found.push((await page({ 'page[before]': last.before_cursor })).ids)
  const numbered = await pageOfTickets(ctx, read, readPaging({ page: 2, per_page: 9 }, { fallback: order.order }, 'test'), bounds)
  return [...found, numbered.rows.map(({ id }) => id), numbered.has_more]
}

for (const [title, conditions] of Object.entries(VIEWS))
  test(`pages of a view that are read in order are those of all its tickets: ${title}`, async () => {
    for (const [index, sort_by] of SORTED.entries())
      for (const group_by of [[null, 'status', 'assignee', 'updated', 'organization', 'type'][index % 6] ?? null])
        for (const order of ['asc', 'desc'] as const) {
          const output = { group_by, sort_by, order }
          assert.deepEqual(await pages(conditions, output, WALKING), await pages(conditions, output, COLLECTING), JSON.stringify(output))
        }
  })

test('of many tickets one view in a call is counted, and each in the end', async () => {
  const all = ['unsolved', 'tagged', 'pending'].map((name) => ensureDefined(VIEWS[name]))
  const types = await ruleCatalogue(ctx)
  const count = (bounds: object) => countEach(ctx, all, types, { small: 0, exact: 10, most: 1000, ...bounds })
  const exact = await count({ small: TICKETS * 10 })
  assert.ok(exact.every(({ value, fresh }) => fresh && value > 10))
  const first = await count({})
  assert.equal(first.filter(({ fresh }) => fresh).length, 1)
  await count({})
  assert.deepEqual(await count({}), exact)
  assert.deepEqual(await count({ exact: 1000 }), exact, 'counts are kept')
})
