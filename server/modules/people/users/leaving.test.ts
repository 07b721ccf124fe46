import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { defineStatement } from '#db/builder.ts'
import { putTicket } from '#test/records.ts'

const app = await useApp()
const make = makeWith(app.api)
const makeTokenClient = (user: { email: string }) => app.as({ email: user.email, token: app.admin.token })

test('a deleted user stays findable as inactive and is in no list; their identities are free', async () => {
  const user = await make.user({ external_id: 'gone-1', phone: '+15550001111', password: 'a long enough one' })
  assert.equal((await makeTokenClient(user).get('/api/v2/users/me')).body.user.id, user.id)
  const gone = await app.api.delete(`/api/v2/users/${user.id}.json`, { user: { id: user.id } })
  assert.deepEqual([gone.status, gone.body.user.active, gone.body.user.email], [200, false, user.email])
  assert.equal((await app.api.get(`/api/v2/users/${user.id}`)).body.user.active, false)
  assert.equal((await makeTokenClient(user).get('/api/v2/users/me')).body.user.id, null)
  assert.equal((await makeTokenClient(user).get('/api/v2/requests')).status, 401)
  assert.deepEqual((await app.api.get('/api/v2/users?external_id=gone-1')).body.users, [])
  const twice = await app.api.delete(`/api/v2/users/${user.id}`)
  assert.deepEqual([twice.status, twice.body.user.updated_at], [200, gone.body.user.updated_at])
  assert.equal((await app.api.put(`/api/v2/users/${user.id}`, { user: { name: 'x' } })).status, 404)
  const again = await make.user({ email: user.email, external_id: 'GONE-1', phone: '+15550001111' })
  assert.equal(again.shared_phone_number, false)
})

test('users with open requests, the owner and the caller cannot be deleted', async () => {
  const user = await make.user()
  await putTicket(app, { id: 901, requester_id: user.id, status: 'solved' })
  const refused = await app.api.delete(`/api/v2/users/${user.id}`)
  const type = 'User is requester on 1 ticket(s) that are not closed.'
  assert.deepEqual([refused.status, refused.body.details], [422, { base: [{ type, description: `Base ${type}` }] }])
  assert.equal((await app.api.delete(`/api/v2/users/${app.admin.id}`)).status, 422)
  const admin = await make.agent({ role: 'admin' })
  assert.equal((await makeTokenClient(admin).delete(`/api/v2/users/${admin.id}`)).status, 422)
  assert.deepEqual((await app.api.get(`/api/v2/users/${user.id}/related`)).body, {
    user_related: { assigned_tickets: 0, requested_tickets: 1, ccd_tickets: 0, organization_subscriptions: 0 },
  })
  assert.deepEqual((await app.api.get(`/api/v2/users?include=open_ticket_count&role=end-user&external_id=`)).body.open_ticket_count, {})
})

test('the open tickets of a deleted agent are unassigned, each with its audit; closed ones keep their assignee', async () => {
  const agent = await make.agent()
  for (const [id, status] of [
    [911, 'open'],
    [912, 'solved'],
    [913, 'closed'],
  ] as const)
    await putTicket(app, { id, status, assignee_id: agent.id })
  assert.equal((await app.api.delete(`/api/v2/users/${agent.id}`)).status, 200)
  await waitFor(async () => (await app.api.get('/api/v2/tickets/912')).body.ticket.assignee_id, null)
  const tickets = await Promise.all([911, 912, 913].map(async (id) => (await app.api.get(`/api/v2/tickets/${id}`)).body.ticket.assignee_id))
  assert.deepEqual(tickets, [null, null, agent.id])
  const { audits } = (await app.api.get('/api/v2/tickets/911/audits')).body
  const { id, ...event } = audits.at(-1).events[0]
  assert.ok(id > 0)
  assert.deepEqual(event, { type: 'Change', value: null, field_name: 'assignee_id', previous_value: String(agent.id) })
  assert.deepEqual(
    (await app.api.get(`/api/v2/groups/${agent.default_group_id}/users`)).body.users.filter((user: { id: number }) => user.id === agent.id),
    [],
  )
})

test('deleted users are listed, shown and counted, and their personal data is removed permanently', async () => {
  const user = await make.user({ notes: 'private' })
  assert.equal((await app.api.delete(`/api/v2/deleted_users/${user.id}`)).status, 404)
  const before = (await app.api.get('/api/v2/deleted_users/count')).body.count.value
  await app.api.delete(`/api/v2/users/${user.id}`)
  assert.equal((await app.api.get('/api/v2/deleted_users/count')).body.count.value, before + 1)
  const shown = (await app.api.get(`/api/v2/deleted_users/${user.id}.json`)).body.deleted_user
  assert.deepEqual(Object.keys(shown).sort(), [
    'active',
    'created_at',
    'email',
    'id',
    'locale',
    'locale_id',
    'name',
    'organization_id',
    'phone',
    'photo',
    'role',
    'shared_phone_number',
    'time_zone',
    'updated_at',
    'url',
  ])
  assert.equal(shown.email, user.email)
  const scrubbed = await app.api.delete(`/api/v2/deleted_users/${user.id}`)
  assert.deepEqual(
    [scrubbed.status, scrubbed.body.deleted_user.name, scrubbed.body.deleted_user.email],
    [200, 'Permanently Deleted User', null],
  )
  assert.equal((await app.api.get(`/api/v2/users/${user.id}`)).body.user.notes, null)
  assert.ok(
    (await app.api.get('/api/v2/deleted_users?page[size]=100')).body.deleted_users.some((one: { id: number }) => one.id === user.id),
  )
  assert.equal((await makeTokenClient(await make.agent()).delete(`/api/v2/deleted_users/${user.id}`)).status, 403)
})

test('permanent deletion removes saved searches and bookmarks', async () => {
  const agent = await make.agent()
  const { id } = await make.ticket()
  await makeTokenClient(agent).post('/api/v2/saved_searches', { name: 'Mine', type: 'ticket', query: 'secret' })
  await makeTokenClient(agent).post('/api/v2/bookmarks', { bookmark: { ticket_id: id } })
  const countKeptRows = async () =>
    (
      await app.database.database.first(
        defineStatement<{ kept: number }>(`select (select count(*) from saved_searches s where s.account_id = $1 and s.user_id = $2)
        + (select count(*) from bookmarks b where b.account_id = $1 and b.user_id = $2) as kept`)(app.account_id, agent.id),
      )
    )?.kept
  assert.equal(await countKeptRows(), 2)
  await app.api.delete(`/api/v2/users/${agent.id}`)
  assert.equal(await countKeptRows(), 2)
  assert.equal((await app.api.delete(`/api/v2/deleted_users/${agent.id}`)).status, 200)
  assert.equal(await countKeptRows(), 0)
})

test('merging moves tickets, addresses and organizations to the other end user, who keeps their own values', async () => {
  const acme = await make.organization()
  const home = await make.organization()
  const loser = await make.user({ organization_id: acme.id, phone: '+15552223333', name: 'Loser' })
  const winner = await make.user({ organization_id: home.id, name: 'Winner' })
  await putTicket(app, { id: 921, requester_id: loser.id })
  const { status, body } = await app.api.put(`/api/v2/users/${loser.id}/merge`, { user: { id: winner.id } })
  assert.deepEqual(
    [status, body.user.id, body.user.name, body.user.email, body.user.organization_id, body.user.phone],
    [200, winner.id, 'Winner', winner.email, home.id, '+15552223333'],
  )
  assert.equal((await app.api.get(`/api/v2/users/${winner.id}/related`)).body.user_related.requested_tickets, 1)
  const identities = (await app.api.get(`/api/v2/users/${winner.id}/identities`)).body.identities
  assert.deepEqual(
    identities
      .filter((one: { type: string }) => one.type === 'email')
      .map((one: { value: string; primary: boolean }) => [one.value, one.primary]),
    [
      [loser.email, false],
      [winner.email, true],
    ],
  )
  assert.equal((await app.api.get(`/api/v2/users/${winner.id}/organizations/count`)).body.count.value, 2)
  assert.equal((await app.api.get(`/api/v2/users/${loser.id}`)).body.user.active, false)
  assert.equal((await makeTokenClient(loser).get('/api/v2/users/me')).body.user.id, winner.id)
})

test('only two active end users can be merged, and only by admins', async () => {
  const user = await make.user()
  const agent = await make.agent()
  const merge = (id: number, winner: object) => app.api.put(`/api/v2/users/${id}/merge`, { user: winner })
  assert.equal((await merge(user.id, { id: user.id })).status, 422)
  assert.equal((await merge(user.id, { id: agent.id })).status, 422)
  assert.equal((await merge(user.id, { id: 99999999 })).status, 404)
  assert.equal((await merge(user.id, {})).status, 400)
  assert.equal((await merge(user.id, { email: 'no@where.example', password: 'x' })).status, 404)
  assert.equal((await makeTokenClient(agent).put(`/api/v2/users/${user.id}/merge`, { user: { id: agent.id } })).status, 403)
  const known = await make.user({ password: 'a long enough one' })
  assert.equal((await merge(user.id, { email: known.email, password: 'a long enough one' })).body.user.id, known.id)
})
