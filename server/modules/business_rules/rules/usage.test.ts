// How often triggers and automations fire, by the instance's clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putInstance } from '#test/instances.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { statementsDuring } from '#test/statements.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const account_id = app.account_id
const USAGES = ['usage_1h', 'usage_24h', 'usage_7d', 'usage_30d']
const INCLUDE = `include=${USAGES.join(',')}`
const clock = async (at: string) => {
  await api.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'frozen', at } } })
  await runScheduledWork(app)
}
const countsOf = (rule: any) => USAGES.map((name) => rule[name])
const usage = async (kind: string, id: number) => countsOf(Object.values((await api.get(`/api/v2/${kind}/${id}?${INCLUDE}`)).body)[0])
const rowsIn = async (table: string) =>
  (
    await app.database.database.one(
      defineStatement<{ rows: number }>(`select count(*) as rows from ${table} where account_id = $1`)(account_id),
    )
  ).rows

async function add(kind: 'triggers' | 'automations', title: string, all: readonly object[], actions: readonly object[]): Promise<number> {
  const { status, body } = await api.post(`/api/v2/${kind}`, { [kind.slice(0, -1)]: { title, conditions: { all, any: [] }, actions } })
  assert.equal(status, 201, JSON.stringify(body))
  return body[kind.slice(0, -1)].id
}
const makeTagCondition = (tag: string) => ({ field: 'current_tags', operator: 'includes', value: tag })
const makeTagAction = (tag: string) => [{ field: 'current_tags', value: tag }]

test('firings of triggers are counted by period, and by hours after the first', async () => {
  await clock('2027-01-01T00:20:00Z')
  const often = await add('triggers', 'Counted often', [makeTagCondition('often')], makeTagAction('seen'))
  const once = await add('triggers', 'Counted once', [makeTagCondition('once')], makeTagAction('seen'))
  const never = await add('triggers', 'Counted never', [makeTagCondition('never')], makeTagAction('seen'))
  const { id } = await make.ticket({ tags: ['often'] })
  await api.put(`/api/v2/tickets/${id}`, { ticket: { additional_tags: ['once'] } })
  await api.put(`/api/v2/tickets/${id}`, { ticket: { additional_tags: ['once'] } })
  assert.deepEqual(await usage('triggers', often), [2, 2, 2, 2], 'a write that changes nothing runs no triggers')
  assert.deepEqual(await usage('triggers', once), [1, 1, 1, 1])
  assert.deepEqual(await usage('triggers', never), [0, 0, 0, 0])
  const titles = async (query: string) => (await api.get(`/api/v2/triggers${query}`)).body.triggers.map((one: any) => one.title)
  for (const list of ['?', '/active?', '/search?query=Counted&']) {
    const sorted = await titles(`${list}sort_by=usage_24h`)
    assert.deepEqual(sorted.slice(0, 2), ['Counted often', 'Counted once'], list)
    assert.deepEqual((await titles(`${list}sort_by=usage_24h&sort_order=asc`)).slice(-2), ['Counted once', 'Counted often'], list)
    const shown = (await api.get(`/api/v2/triggers${list}${INCLUDE}`)).body.triggers.find((one: any) => one.id === often)
    assert.deepEqual(countsOf(shown), [2, 2, 2, 2], list)
  }
  assert.equal('usage_1h' in (await api.get(`/api/v2/triggers/${often}`)).body.trigger, false)
  for (const [at, expected] of [
    ['2027-01-01T01:20:00Z', [0, 2, 2, 2]],
    ['2027-01-01T02:20:00Z', [0, 2, 2, 2]],
    ['2027-01-02T02:20:00Z', [0, 0, 2, 2]],
    ['2027-01-09T02:20:00Z', [0, 0, 0, 2]],
  ] as const) {
    await clock(at)
    assert.deepEqual(await usage('triggers', often), expected, at)
  }
  assert.deepEqual([await rowsIn('rule_firings'), await rowsIn('rule_usage_hours')], [0, 2], 'firings are summed up')
  assert.deepEqual((await titles('?sort_by=usage_30d')).slice(0, 2), ['Counted often', 'Counted once'])
  await make.ticket({ tags: ['once'] })
  await make.ticket({ tags: ['once'] })
  assert.deepEqual(await usage('triggers', once), [2, 2, 2, 3], 'sums and firings of the last hour are added')
  assert.deepEqual((await titles('?sort_by=usage_30d')).slice(0, 2), ['Counted once', 'Counted often'])
  await clock('2027-03-01T00:00:00Z')
  assert.deepEqual([await usage('triggers', once), await rowsIn('rule_usage_hours')], [[0, 0, 0, 0], 0])
})

test('each change by an automation counts', async () => {
  await clock('2027-04-01T00:00:00Z')
  const hours = { field: 'OPEN', operator: 'greater_than', value: '2' }
  const open = { field: 'status', operator: 'is', value: 'open' }
  const not = { field: 'current_tags', operator: 'not_includes', value: 'old' }
  const id = await add('automations', 'Ageing', [open, hours, not], makeTagAction('old'))
  const other = await add('automations', 'Idle', [open, hours, makeTagCondition('no_such')], makeTagAction('idle'))
  const follows = await add('triggers', 'Follows', [makeTagCondition('old')], [{ field: 'priority', value: 'low' }])
  const ticket = { status: 'open', assignee_id: app.admin.id }
  for (const subject of ['one', 'two']) await make.ticket({ ...ticket, subject })
  await clock('2027-04-01T05:00:00Z')
  assert.deepEqual(await usage('automations', id), [2, 2, 2, 2])
  assert.deepEqual(await usage('triggers', follows), [2, 2, 2, 2])
  for (const list of ['?', '/active?', '/search?query=i&']) {
    const { automations } = (await api.get(`/api/v2/automations${list}sort_by=usage_7d&include=usage_7d`)).body
    const shown = automations.filter((one: any) => one.id === id || one.id === other)
    assert.deepEqual(
      shown.map((one: any) => [one.title, one.usage_7d]),
      [
        ['Ageing', 2],
        ['Idle', 0],
      ],
      list,
    )
  }
  await clock('2027-04-01T08:00:00Z')
  assert.deepEqual(await usage('automations', id), [0, 2, 2, 2])
})

test('firings of another account do not count', async () => {
  const other = await putInstance(app)
  const id = await add('triggers', 'Mine', [makeTagCondition('mine')], makeTagAction('seen'))
  const theirs = { title: 'Theirs', conditions: { all: [makeTagCondition('theirs')] }, actions: makeTagAction('seen') }
  assert.equal((await other.api.post('/api/v2/triggers', { trigger: theirs })).status, 201)
  assert.equal((await other.api.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, tags: ['theirs'] } })).status, 201)
  const { database } = app.database
  // even rows of theirs with the id of my trigger
  const rename = defineStatement<{ audit_id: number }>(
    'update rule_firings set trigger_ids = array[$2::bigint], fired_at = $3 where account_id = $1 returning audit_id',
  )
  assert.equal((await database.all(rename(other.id, id, '2027-04-01T08:00:00Z'))).length, 1)
  const addHour = defineStatement<unknown>(
    "insert into rule_usage_hours (account_id, kind, rule_id, hour, uses) values ($1, 'trigger', $2, $3, 7)",
  )
  await database.run(addHour(other.id, id, '2027-04-01T07:00:00Z'))
  assert.deepEqual(await usage('triggers', id), [0, 0, 0, 0])
  const sorted = (await api.get('/api/v2/triggers?sort_by=usage_30d')).body.triggers.map((one: any) => one.title)
  assert.notEqual(sorted[0], 'Mine')
})

test('a list reads the uses of all its rules with one statement', async () => {
  const { statements } = await statementsDuring(app, () => api.get(`/api/v2/triggers?${INCLUDE}`))
  assert.equal(statements.filter((sql) => sql.includes('rule_usage_hours')).length, 1)
})
