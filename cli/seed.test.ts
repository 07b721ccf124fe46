import assert from 'node:assert/strict'
import { test } from '#test/processes.ts'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { makeCommandVariables, type Ran, runCommand } from '#test/command.ts'
import { putInstance } from '#test/instances.ts'

const app = await useApp({}, { own: true }) // commands write to its database
const database = app.database.database

/** Runs the command line as an operator does, beside the running server. */
function deskhand(...args: readonly string[]): Promise<Ran> {
  return runCommand(args, makeCommandVariables(app))
}

/** Checks the invariants of an instance's tickets, whatever wrote them; see test/crash/kill.test.ts. */
async function requireConsistent(accountId: number): Promise<void> {
  const expectNoRows = async (what: string, text: string) =>
    assert.deepEqual([...(await database.driver.unsafe(text, [accountId]))], [], what)
  await expectNoRows(
    'each ticket has the comments, and each comment the audit, that belong to it',
    `with c as (select ticket_id, count(*) as rows from ticket_comments where account_id = $1 group by ticket_id),
      a as (select ticket_id, count(*) as events from ticket_audits, jsonb_array_elements(events) e where account_id = $1 and e ->> 'type' = 'Comment' group by ticket_id)
    select t.id from tickets t left join c on c.ticket_id = t.id left join a on a.ticket_id = t.id
      where t.account_id = $1 and (t.comment_count is distinct from c.rows or c.rows is distinct from a.events)`,
  )
  await expectNoRows(
    'no comment without its audit and its event',
    `select c.id from ticket_comments c left join ticket_audits a on a.account_id = $1 and a.id = c.audit_id and a.ticket_id = c.ticket_id and a.created_at = c.created_at
      where c.account_id = $1 and (a.id is null or not exists (select 1 from jsonb_array_elements(a.events) e where (e ->> 'id')::bigint = c.id))`,
  )
  await expectNoRows(
    'as many audits and breaches of targets as versions',
    `with a as (select ticket_id, count(*) as rows from ticket_audits where account_id = $1 group by ticket_id),
      m as (select ticket_id, count(*) as rows from ticket_metric_events, jsonb_array_elements(events) e where account_id = $1 and e ->> 'type' = 'breach' group by ticket_id)
    select t.id from tickets t left join a on a.ticket_id = t.id left join m on m.ticket_id = t.id
      where t.account_id = $1 and (t.lock_version + 1 < a.rows or t.lock_version + 1 > a.rows + coalesce(m.rows, 0))`,
  )
  await expectNoRows(
    'the counter tells how many tickets there are',
    `select c.last_id from ticket_counters c where c.account_id = $1 and (c.live_count <> (select count(*) from tickets where account_id = $1 and deleted_at is null)
      or c.last_id < (select max(id) from tickets where account_id = $1))`,
  )
  await expectNoRows(
    'every event has an id of its own',
    `select e ->> 'id' from ticket_audits a, jsonb_array_elements(a.events) e where a.account_id = $1 group by 1 having count(*) > 1`,
  )
  await expectNoRows(
    'each ticket is found by its words and has its clocks',
    `select t.id from tickets t where t.account_id = $1 and (not exists (select 1 from ticket_texts x where x.account_id = $1 and x.ticket_id = t.id)
      or not exists (select 1 from ticket_metric_events m where m.account_id = $1 and m.ticket_id = t.id and m.time = t.created_at))`,
  )
}

/** The ids of a whole list, by following its next links. */
async function idsOf(api: Client, start: string, member: string): Promise<number[]> {
  const ids: number[] = []
  for (let path: string | null = start; path !== null;) {
    const { status, body }: { status: number; body: any } = await api.get(path)
    assert.equal(status, 200, JSON.stringify(body))
    ids.push(...body[member].map((row: { id: number }) => row.id))
    const next: string | null = body.meta === undefined ? body.next_page : body.meta.has_more ? body.links.next : null
    path = next === null ? null : new URL(next).pathname + new URL(next).search
  }
  return ids
}

test('seeding fills an instance with a company, its people and their conversations', { timeout: 300_000 }, async () => {
  const { id, api } = await putInstance(app, { subdomain: 'story' })
  const { code, out, error } = await deskhand('seed', '--instance', 'story')
  assert.deepEqual([code, error], [0, ''])
  assert.match(out, /has 300 tickets more/)
  const count = async (path: string) => (await api.get(path)).body.count.value
  assert.equal(await count('/api/v2/tickets/count'), 300)
  assert.equal(await count('/api/v2/organizations/count'), 12)
  assert.equal(await count('/api/v2/users/count?role=end-user'), 40)
  assert.equal(await count('/api/v2/users/count?role=agent'), 8)
  assert.ok((await api.get('/api/v2/satisfaction_ratings')).body.count > 30)
  await requireConsistent(id)
  assert.equal((await api.get('/api/v2/slas/policies')).body.count, 2)
  const invoices = (await api.get('/api/v2/search?query=type:ticket tags:invoice')).body
  assert.ok(invoices.count > 0, 'a trigger sorted the invoices')
  const measured = (await api.get('/api/v2/tickets?include=slas&page[size]=100')).body.tickets
  assert.ok(measured.some((ticket: any) => ticket.slas.policy_metrics.length === 2))
  const nothing = await database.driver.unsafe('select 1 from mails where account_id = $1', [id])
  assert.deepEqual([...nothing], [], 'nobody is mailed')
  const { tickets } = (await api.get('/api/v2/tickets?page[size]=100')).body
  assert.ok(new Set(tickets.map((ticket: { status: string }) => ticket.status)).size > 2)
  for (const ticket of tickets.slice(0, 10)) {
    const { comments } = (await api.get(`/api/v2/tickets/${ticket.id}/comments`)).body
    const times = comments.map((comment: { created_at: string }) => comment.created_at)
    assert.deepEqual(times, times.toSorted())
    assert.equal(comments[0].body, ticket.description)
  }
})

test('an instance with records made by others is left alone, and so is one that was seeded', { timeout: 300_000 }, async () => {
  const { api } = await putInstance(app, { subdomain: 'taken' })
  await api.post('/api/v2/organizations', { organization: { name: 'Somebody else' } })
  const refusal = await deskhand('seed', '--instance', 'taken', '--tickets', '5')
  assert.equal(refusal.code, 1)
  assert.match(refusal.error, /holds 0 tickets, 0 users and 1 organizations of others/)
  assert.equal((await deskhand('seed', '--instance', 'taken', '--tickets', '5', '--force')).code, 0)
  assert.match((await deskhand('seed', '--instance', 'taken', '--force')).error, /has been seeded already/)
  assert.match((await deskhand('seed', '--instance', 'taken', '--tickets', 'many')).error, /--tickets must be a whole number/)
})

test('ten thousand tickets are consistent, and both ways of paging list each exactly once', { timeout: 600_000 }, async (t) => {
  const { id, api } = await putInstance(app, { subdomain: 'large' })
  const { code, out, error } = await deskhand('seed', '--instance', 'large', '--tickets', '10000')
  t.diagnostic(out)
  assert.deepEqual([code, error], [0, ''])
  assert.match(out, /Like them +9700 tickets/)
  await requireConsistent(id)
  const all = Array.from({ length: 10_000 }, (_none, index) => index + 1)
  for (const start of ['/api/v2/tickets?page[size]=100', '/api/v2/tickets?per_page=100']) {
    const ids = await idsOf(api, start, 'tickets')
    assert.deepEqual(
      ids.toSorted((one, other) => one - other),
      all,
      start,
    )
  }
  const made = await api.post('/api/v2/tickets', { ticket: { subject: 'After the seed', comment: { body: 'Still works' } } })
  assert.deepEqual([made.status, made.body.ticket.id], [201, 10_001])
})
