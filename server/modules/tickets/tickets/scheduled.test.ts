/** Scheduled work on tickets, by the clock of the instance. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const make = makeWith(app.api)
const selectKeptData = defineStatement<unknown>(`select t.subject, t.description, t.tags, t.external_id,
  (select count(*) from ticket_comments c where c.account_id = $1 and c.ticket_id = $2) as comments,
  (select count(*) from ticket_audits a where a.account_id = $1 and a.ticket_id = $2) as audits
  from tickets t where t.account_id = $1 and t.id = $2`)
const advanceTo = async (day: string) => {
  await setUp(app, { clock: { mode: 'frozen', at: `${day}T12:00:00.000Z` } })
  await runScheduledWork(app)
}
const show = async (id: number) => (await app.api.get(`/api/v2/tickets/${id}`)).body.ticket

test('a ticket solved for 28 days is closed by the system; one that was reopened is not', async () => {
  // an automation would close it after four days
  const { automations } = (await app.api.get('/api/v2/automations/active')).body
  for (const { id } of automations) await app.api.put(`/api/v2/automations/${id}`, { automation: { active: false } })
  await advanceTo('2026-03-01')
  const solved = await make.ticket({ status: 'solved', assignee_id: app.admin.id })
  const reopened = await make.ticket({ status: 'solved', assignee_id: app.admin.id })
  await app.api.put(`/api/v2/tickets/${reopened.id}`, { ticket: { status: 'open' } })
  await advanceTo('2026-03-28')
  assert.equal((await show(solved.id)).status, 'solved')
  await advanceTo('2026-03-29')
  const closed = await show(solved.id)
  assert.deepEqual([closed.status, closed.updated_at, (await show(reopened.id)).status], ['closed', '2026-03-29T12:00:00Z', 'open'])
  const { audits } = (await app.api.get(`/api/v2/tickets/${solved.id}/audits`)).body
  const { author_id, via, events } = audits.at(-1)
  assert.deepEqual([author_id, via.channel], [-1, 'system'])
  assert.deepEqual(
    events.map(({ id: _id, ...event }: { id: number }) => event),
    [{ type: 'Change', value: 'closed', field_name: 'status', previous_value: 'solved' }],
  )
})

test('30 days after a ticket was deleted, only its number is left', async () => {
  await advanceTo('2026-05-01')
  const ticket = await make.ticket({ subject: 'A secret', tags: ['secret'], external_id: 'secret' })
  await app.api.delete(`/api/v2/tickets/${ticket.id}`)
  const isListed = async () =>
    (await app.api.get('/api/v2/deleted_tickets')).body.deleted_tickets.some((one: { id: number }) => one.id === ticket.id)
  await advanceTo('2026-05-30')
  assert.equal(await isListed(), true)
  await advanceTo('2026-05-31')
  assert.equal(await isListed(), false)
  assert.equal((await app.api.put(`/api/v2/deleted_tickets/${ticket.id}/restore`)).status, 404)
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}/comments`)).status, 404)
  const left = await app.database.database.first(selectKeptData(app.account_id, ticket.id))
  assert.deepEqual(left, { subject: 'SCRUBBED', description: 'SCRUBBED', tags: [], external_id: null, comments: 0, audits: 0 })
  assert.ok((await make.ticket()).id > ticket.id)
})
