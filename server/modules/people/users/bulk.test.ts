import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { PRIVATE_JOBS } from '#test/queue.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp({}, { own: true }) // changes the tables of the database
const make = makeWith(app.api)
const makeUsers = (count: number) => Array.from({ length: count }, (_none, index) => ({ name: `Bulk ${index}` }))

test('a job creates many users; an invalid one does not stop the others', async () => {
  const answer = await app.api.post('/api/v2/users/create_many.json', {
    users: [
      { name: 'One', email: 'one@bulk.example' },
      { name: 'Two', email: 'one@bulk.example' },
      { id: 5, name: 'Three', external_id: 'b-3' },
    ],
  })
  assert.deepEqual(
    [answer.body.job_status.job_type, answer.body.job_status.status, answer.body.job_status.total],
    ['Bulk Create User', 'queued', 3],
  )
  const { results } = await waitForJob(app, answer)
  assert.deepEqual(
    results.map((row: { status?: string; error?: string }) => row.status ?? row.error),
    ['Created', 'RecordInvalid', 'Created'],
  )
  assert.equal((await app.api.get(`/api/v2/users/${results[0].id}`)).body.user.email, 'one@bulk.example')
  assert.deepEqual([results[0].email, results[2]], ['one@bulk.example', { id: results[2].id, status: 'Created', external_id: 'b-3' }])
})

test('a password is never in the queue in clear, and works once its job is done', async () => {
  const { database } = app.database
  const password = 'a secret of the queue'
  const user = { name: 'Queued', email: 'queued@bulk.example', verified: true, role: 'agent', password }
  const hidden = { ...user, name: 'Too short', email: 'short@bulk.example', password: 'sesame' }
  await database.run(defineStatement<unknown>('create table seen (payload text)')())
  await database.run(
    defineStatement<unknown>(
      `create function see() returns trigger language plpgsql as 'begin insert into seen values (new.payload::text); return new; end'`,
    )(),
  )
  await database.run(defineStatement<unknown>(`create trigger see before insert on ${PRIVATE_JOBS} for each row execute function see()`)())
  const { results } = await waitForJob(app, await app.api.post('/api/v2/users/create_many', { users: [user, hidden] }))
  assert.deepEqual([results[0].status, results[1].details], ['Created', 'Password: must be at least 8 characters'])
  assert.equal((await app.as({ email: user.email, password }).get('/api/v2/users/me')).body.user.id, results[0].id)
  const [known] = (await waitForJob(app, await app.api.put('/api/v2/users/update_many', { users: [{ id: results[0].id, password }] })))
    .results
  assert.equal(known.success, true)
  await waitForJob(app, await app.api.put(`/api/v2/users/update_many?ids=${known.id}`, { user: { alias: 'x', password } }))
  await waitForJob(app, await app.api.post('/api/v2/users/create_or_update_many', { users: [user] }))
  const seen = await database.all(defineStatement<{ payload: string }>('select payload from seen')())
  assert.equal(seen.length, 4)
  for (const { payload } of seen) assert.ok(!payload.includes(password) && !payload.includes('sesame'), payload)
})

test('more than 100 at once are refused with the documented message', async () => {
  const refused = await app.api.post('/api/v2/users/create_many', { users: makeUsers(101) })
  assert.deepEqual(
    [refused.status, refused.body],
    [400, { error: 'TooManyValues', description: 'Maximum 100 users may be created per call' }],
  )
  assert.equal((await app.api.post('/api/v2/users/create_or_update_many', { users: makeUsers(101) })).status, 400)
  assert.equal((await app.api.put('/api/v2/users/update_many', { users: makeUsers(101) })).status, 400)
  assert.equal(
    (
      await app.api.delete(
        `/api/v2/users/destroy_many?ids=${makeUsers(101)
          .map((_user, index) => index + 1)
          .join()}`,
      )
    ).status,
    400,
  )
})

test('a request without users or without changes is refused', async () => {
  for (const call of [
    app.api.post('/api/v2/users/create_many', {}),
    app.api.put('/api/v2/users/update_many', { user: { notes: 'x' } }),
    app.api.put('/api/v2/users/update_many?ids=1', {}),
    app.api.delete('/api/v2/users/destroy_many'),
    app.api.post('/api/v2/users/logout_many'),
  ])
    assert.equal((await call).status, 400)
})

test('many are created or updated by external id or e-mail address', async () => {
  const known = await make.user({ external_id: 'cu-1' })
  const { results } = await waitForJob(
    app,
    await app.api.post('/api/v2/users/create_or_update_many', {
      users: [
        { name: 'Known', external_id: 'CU-1' },
        { name: 'New', external_id: 'cu-2' },
      ],
    }),
  )
  assert.deepEqual([results[0], results[1].status], [{ id: known.id, status: 'Updated', external_id: 'CU-1' }, 'Created'])
})

test('concurrent jobs that create or update the same users refuse none of them', async () => {
  const users = Array.from({ length: 8 }, (_none, index) => ({
    name: 'Same',
    external_id: `same-${index}`,
    ...(index % 2 === 0 ? { email: `same${index}@people.example` } : {}),
  }))
  const start = () => app.api.post('/api/v2/users/create_or_update_many', { users })
  const jobs = await Promise.all([start(), start(), start(), start()])
  const results = (await Promise.all(jobs.map((job) => waitForJob(app, job)))).map((job) => job.results as { status: string; id: number }[])
  assert.equal(results.flat().filter(({ status }) => status === 'Created').length, users.length)
  assert.equal(results.flat().filter(({ status }) => status === 'Updated').length, users.length * 3)
  assert.equal(new Set(results.flat().map(({ id }) => id)).size, users.length)
})

test('one change is applied to many by ids or external ids; a batch changes each separately', async () => {
  const one = await make.user({ external_id: 'up-1' })
  const two = await make.user({ external_id: 'up-2' })
  const same = await waitForJob(
    app,
    await app.api.put(`/api/v2/users/update_many.json?ids=${one.id},${two.id},99999999`, { user: { notes: 'same' } }),
  )
  assert.equal(same.job_type, 'Bulk Update User')
  assert.deepEqual(
    same.results.slice(0, 2),
    [one, two].map(({ id }) => ({ id, action: 'update', success: true, status: 'Updated' })),
  )
  assert.deepEqual([same.results[2].id, same.results[2].success, same.results[2].error], [99999999, false, 'RecordNotFound'])
  await waitForJob(app, await app.api.put('/api/v2/users/update_many?external_ids=UP-1', { user: { alias: 'first' } }))
  await waitForJob(
    app,
    await app.api.put('/api/v2/users/update_many', {
      users: [
        { id: one.id, details: 'a' },
        { external_id: 'Up-2', details: 'b' },
      ],
    }),
  )
  const shown = (await app.api.get(`/api/v2/users/show_many?ids=${one.id},${two.id}`)).body.users
  assert.deepEqual(
    shown.map((user: Record<string, unknown>) => [user.notes, user.alias, user.details, user.external_id]),
    [
      ['same', 'first', 'a', 'up-1'],
      ['same', null, 'b', 'Up-2'],
    ],
  )
})

test('many are deleted by ids or external ids', async () => {
  const one = await make.user()
  const two = await make.user({ external_id: 'del-2' })
  const gone = await waitForJob(app, await app.api.delete(`/api/v2/users/destroy_many.json?ids=${one.id},${app.admin.id}`))
  assert.deepEqual(gone.results[0], { id: one.id, action: 'delete', success: true, status: 'Deleted' })
  assert.equal(gone.results[1].success, false)
  await waitForJob(app, await app.api.delete('/api/v2/users/destroy_many?external_ids=DEL-2'))
  assert.equal((await app.api.get(`/api/v2/users/${two.id}`)).body.user.active, false)
})

test('a token with narrow scopes can do no more by a job than directly: it promotes nobody and gives staff no address', async () => {
  const { client } = (await app.api.post('/api/v2/oauth/clients', { client: { name: 'Narrow', identifier: 'narrow_bulk' } })).body
  const { token } = (await app.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['users:read', 'users:write'] } }))
    .body
  const narrow = app.as({ bearer: token.full_token })
  const agent = await make.user({ name: 'An agent', email: 'agent@narrow.example', role: 'agent', external_id: 'narrow-agent' })
  const { custom_roles } = (await app.api.get('/api/v2/custom_roles')).body
  const lead = custom_roles.find((role: { name: string }) => role.name === 'Team lead').id
  const email = 'mine@narrow.example'
  assert.equal((await narrow.put(`/api/v2/users/${agent.id}`, { user: { email } })).status, 403)
  assert.equal((await narrow.put(`/api/v2/users/${agent.id}`, { user: { custom_role_id: lead } })).status, 403)
  const details = async (answer: Awaited<ReturnType<typeof narrow.put>>) => {
    // this job is outside the resource users: the narrow token cannot read it, and need not
    const { results } = await waitForJob(app, answer)
    return results.map((row: { error?: string; status?: string }) => row.error ?? row.status)
  }
  const changes = [
    { id: agent.id, email },
    { id: agent.id, custom_role_id: lead },
    { id: agent.id, notes: 'changed' },
  ]
  const refused = await details(await narrow.put('/api/v2/users/update_many', { users: changes }))
  assert.deepEqual(refused, ['Forbidden', 'Forbidden', 'Updated'])
  const users = [{ external_id: 'narrow-agent', email }]
  assert.deepEqual(await details(await narrow.post('/api/v2/users/create_or_update_many', { users })), ['Forbidden'])
  const after = (await app.api.get(`/api/v2/users/${agent.id}`)).body.user
  assert.deepEqual([after.custom_role_id, after.notes], [null, 'changed'])
  const { identities } = (await app.api.get(`/api/v2/users/${agent.id}/identities`)).body
  assert.deepEqual(
    identities.map((one: { value: string }) => one.value),
    ['agent@narrow.example'],
  )
})
