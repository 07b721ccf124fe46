/** A token can be bound only to an administrator, and stops working when they no longer are one. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueUrl, ownerIdOf, setUp, trackIssues } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { type GovernedPerson, putPersonInPerson } from '#test/governance.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
before(() => trackIssues(app))

const create = (api_token: object) => app.inPerson.post('/api/v2/api_tokens', { api_token: { description: issueUrl(), ...api_token } })
const statusWith = async (email: string, token: string) => (await app.as({ email, token }).get('/api/v2/groups')).status
const readToken = async (id: number) => (await app.inPerson.get(`/api/v2/api_tokens/${id}?include_users=true`)).body.api_token

async function createBoundToken(): Promise<{ person: GovernedPerson; id: number; token: string }> {
  const person = await putPersonInPerson(app, { role: 'admin', name: 'Bea Bound' })
  const { status, body } = await create({ assigned_user_id: person.id })
  assert.equal(status, 201, JSON.stringify(body))
  return { person, id: body.api_token.id, token: body.api_token.token }
}

// @source docs/reference/specification.md §5.4.1
test('a token cannot be bound to an agent, a light agent, an end user or an unknown user', async () => {
  const people = [await putPerson(app, { role: 'agent' }), await putPerson(app, { role: 'end-user' })]
  for (const id of [...people.map((person) => person.id), 999_999_999, -1]) {
    const { status, body } = await create({ assigned_user_id: id })
    assert.equal(status, 422, String(id))
    assert.match(body.details.assigned_user_id[0].description, /must be an administrator who may sign in/)
  }
})

// @source docs/reference/specification.md §5.4.1
test('a bound token stops working with the next call when its user is no longer an administrator, is shown as stopped, and works again when they are one', async () => {
  const ends: Record<string, (id: number) => Promise<{ status: number }>> = {
    'an agent': (id) => app.inPerson.put(`/api/v2/users/${id}`, { user: { role: 'agent' } }),
    'an end user': (id) => app.inPerson.put(`/api/v2/users/${id}`, { user: { role: 'end-user' } }),
    suspended: (id) => app.inPerson.put(`/api/v2/users/${id}`, { user: { suspended: true } }),
    deleted: (id) => app.inPerson.delete(`/api/v2/users/${id}`),
  }
  for (const [what, end] of Object.entries(ends)) {
    const { person, id, token } = await createBoundToken()
    assert.equal(await statusWith(person.email, token), 200)
    const before = await readToken(id)
    assert.deepEqual([before.assigned_user_id, before.assigned_user_name, before.stopped_because], [person.id, 'Bea Bound', null])
    const done = await end(person.id)
    assert.equal(done.status, 200, `${what}: ${JSON.stringify(done)}`)
    assert.equal(await statusWith(person.email, token), 401, what)
    assert.equal((await readToken(id)).stopped_because, 'The user it is bound to is not an administrator who may sign in', what)
    const rotated = await app.inPerson.post(`/api/v2/api_tokens/${id}/rotate`, { rotation: { silent_days: 7 } })
    assert.equal(rotated.status, 422, what)
    if (what !== 'an agent') continue
    assert.equal((await app.inPerson.put(`/api/v2/users/${person.id}`, { user: { role: 'admin' } })).status, 200)
    assert.equal(await statusWith(person.email, token), 200)
  }
})

test('where every token is bound to its creator, a token stops when its creator is no longer an administrator', async () => {
  const { body } = await create({})
  const { id, token } = body.api_token
  await setUp(app, { api: { token_binding: 'user' } })
  try {
    assert.equal(await statusWith(app.admin.email, token), 200)
    assert.equal((await readToken(id)).stopped_because, null)
    const other = await putPersonInPerson(app, { role: 'admin' })
    assert.equal(await statusWith(other.email, token), 401)
    assert.equal((await readToken(id)).user_id, await ownerIdOf(app))
  } finally {
    await setUp(app, { api: { token_binding: 'any' } })
  }
})

test('the list shows the user a token is bound to, and changing that user is refused, not ignored', async () => {
  const { person, id } = await createBoundToken()
  const { api_tokens } = (await app.inPerson.get('/api/v2/api_tokens?include_users=true&per_page=100')).body
  const row = api_tokens.find((token: { id: number }) => token.id === id)
  assert.deepEqual([row.assigned_user_id, row.assigned_user_name], [person.id, 'Bea Bound'])
  const put = (assigned_user_id: number | null) => app.inPerson.put(`/api/v2/api_tokens/${id}`, { api_token: { assigned_user_id } })
  for (const other of [await ownerIdOf(app), null]) {
    const { status, body } = await put(other)
    assert.equal(status, 422)
    assert.match(body.details.assigned_user_id[0].description, /cannot be changed/)
  }
  assert.equal((await put(person.id)).status, 200)
  assert.equal((await readToken(id)).assigned_user_id, person.id)
})
