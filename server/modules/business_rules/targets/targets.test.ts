import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { defineStatement } from '#db/builder.ts'
import { TARGET_TYPES } from './types.ts'

const app = await useApp()
const { api } = app
const HTTP = {
  title: 'Hook',
  type: 'url_target_v2',
  target_url: 'https://example.org/{{ticket.id}}',
  method: 'post',
  content_type: 'application/json',
}

test('an HTTP target is created, shown in the recorded order, changed and removed', async () => {
  const made = await api.post('/api/v2/targets.json', { target: { ...HTTP, username: 'me', password: 'a secret' } })
  assert.equal(made.status, 201)
  const { target } = made.body
  assert.equal(made.headers.get('location'), target.url)
  assert.deepEqual(Object.keys(target), [
    'url',
    'id',
    'created_at',
    'type',
    'title',
    'active',
    'method',
    'username',
    'content_type',
    'password',
    'target_url',
  ])
  assert.deepEqual([target.active, target.username, target.password], [true, 'me', null])
  const changed = (await api.put(`/api/v2/targets/${target.id}`, { target: { active: false, method: 'put' } })).body.target
  assert.deepEqual([changed.active, changed.method, changed.target_url], [false, 'put', HTTP.target_url])
  const list = (await api.get('/api/v2/targets')).body
  assert.deepEqual([list.next_page, list.previous_page, list.count], [null, null, list.targets.length])
  assert.equal((await api.delete(`/api/v2/targets/${target.id}`)).status, 204)
  assert.equal((await api.get(`/api/v2/targets/${target.id}`)).status, 404)
})

test('a secret is encrypted at rest, and stays when a change omits it or sends back the null it is shown as', async () => {
  const { target } = (await api.post('/api/v2/targets', { target: { ...HTTP, password: 'plain to see' } })).body
  const readStoredRow = async () =>
    (await app.database.database.first(
      defineStatement<{ row: string; secrets: string | null }>(
        "select t::text as row, encode(t.secrets, 'escape') as secrets from targets t where t.account_id = $1 and t.id = $2",
      )(app.account_id, target.id),
    )) as { row: string; secrets: string | null }
  const before = await readStoredRow()
  assert.ok(!before.row.includes('plain to see') && before.secrets !== null && !before.secrets.includes('plain to see'))
  await api.put(`/api/v2/targets/${target.id}`, { target: { title: 'Renamed' } })
  assert.ok((await readStoredRow()).secrets !== null)
  await api.put(`/api/v2/targets/${target.id}`, { target: { ...target, title: 'Sent back' } })
  assert.ok((await readStoredRow()).secrets !== null)
  await api.put(`/api/v2/targets/${target.id}`, { target: { password: '' } })
  assert.equal((await readStoredRow()).secrets, null)
})

test('concurrent changes of a target change only the members they name', async () => {
  const { target } = (await api.post('/api/v2/targets', { target: HTTP })).body
  const path = `/api/v2/targets/${target.id}`
  await Promise.all([api.put(path, { target: { title: 'Both' } }), api.put(path, { target: { username: 'both' } })])
  const after = (await api.get(path)).body.target
  assert.deepEqual([after.title, after.username], ['Both', 'both'])
})

test('every kind of target can be created with its members, and is refused without a required one', async () => {
  for (const [type, members] of Object.entries(TARGET_TYPES)) {
    const whole = Object.fromEntries(
      members.map(({ name, fallback }) => [
        name,
        fallback ??
          { target_url: 'https://example.org', email: 'a@example.org', method: 'post', content_type: 'application/json' }[name] ??
          'x',
      ]),
    )
    const made = await api.post('/api/v2/targets', { target: { title: type, type, ...whole } })
    assert.equal(made.status, 201, `${type}: ${JSON.stringify(made.body)}`)
    const needed = members.filter((member) => member.required === true).map((member) => member.name)
    const refused = await api.post('/api/v2/targets', { target: { title: type, type } })
    assert.deepEqual(Object.keys(refused.body.details ?? {}).sort(), [...needed].sort(), type)
  }
})

test('a target needs a known kind, a title, and valid values', async () => {
  const listRefusedMembers = async (target: object) => Object.keys((await api.post('/api/v2/targets', { target })).body.details)
  assert.deepEqual(await listRefusedMembers({ title: 'x', type: 'no_target' }), ['type'])
  assert.deepEqual(await listRefusedMembers({ title: 'x', type: 'constructor' }), ['type'])
  assert.deepEqual(await listRefusedMembers({ ...HTTP, title: ' ' }), ['title'])
  assert.deepEqual(await listRefusedMembers({ ...HTTP, target_url: 'file:///etc/passwd' }), ['target_url'])
  assert.deepEqual(await listRefusedMembers({ title: 'x', type: 'email_target', email: 'nobody', subject: 'x' }), ['email'])
})

test('without credentials 401; agents list and do not write; unknown ids are 404', async () => {
  const agent = await makeWith(api).agent()
  const asAgent = app.as({ email: agent.email, token: app.admin.token })
  assert.equal((await app.as({}).get('/api/v2/targets')).status, 401)
  assert.equal((await asAgent.get('/api/v2/targets')).status, 200)
  assert.equal((await asAgent.post('/api/v2/targets', { target: HTTP })).status, 403)
  assert.equal((await api.put('/api/v2/targets/999999', { target: { title: 'x' } })).status, 404)
  assert.equal((await api.post('/api/v2/targets', {})).status, 400)
})
