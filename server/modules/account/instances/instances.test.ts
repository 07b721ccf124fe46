import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basicToken, hostClient, putInstance } from '#test/instances.ts'
import { useApp } from '#test/app.ts'

const SECRET = 'a secret of the operator, long enough'.replaceAll(' ', '_')
const app = await useApp({ DESKHAND_INSTANCES_SECRET: SECRET })
const operator = app.as({ bearer: SECRET })
const PATH = '/api/v2/deskhand/instances'

test('an instance is created by a request, works at once with data of its own, and is dropped', async () => {
  const { status, headers, body } = await operator.post(PATH, {
    instance: { subdomain: 'fresh', owner_email: 'Ada@example.org', unlimited: true },
  })
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(headers.get('cache-control'), 'no-store')
  const { instance } = body
  assert.deepEqual([instance.subdomain, instance.kind, instance.owner.email], ['fresh', 'development', 'ada@example.org'])
  const { port } = new URL(app.base_url)
  assert.deepEqual([instance.host, instance.url], [`fresh.localhost:${port}`, `http://fresh.localhost:${port}`])
  const owner = hostClient(app.base_url, instance.host, basicToken('ada@example.org', instance.api_token))
  assert.equal((await owner.get('/api/v2/users/me')).body.user.email, 'ada@example.org')
  const made = await owner.post('/api/v2/tickets', { ticket: { subject: 'First', comment: { body: 'Here' } } })
  assert.deepEqual([made.status, made.body.ticket.id], [201, 1])
  assert.equal((await owner.get('/api/v2/users')).headers.has('x-rate-limit'), false)
  const { body: tokens } = await owner.get('/api/v2/audit_logs?filter[source_type]=apitoken')
  assert.match(JSON.stringify(tokens), /Issued to the operator who created the instance over the API/)
  assert.equal((await app.api.get('/api/v2/tickets')).body.count, 0)

  assert.equal((await operator.delete(`${PATH}/fresh`)).status, 204)
  assert.equal((await owner.get('/api/v2/users/me')).status, 404)
  assert.equal((await operator.delete(`${PATH}/fresh`)).status, 404)
  const { body: log } = await app.api.get('/api/v2/audit_logs?filter[source_type]=account')
  const changes = log.audit_logs.map((entry: { change_description: string }) => entry.change_description)
  assert.equal(changes.filter((text: string) => /^(?:Made|Dropped) over the API/.test(text)).length, 2)
})

test('every instance numbers its tickets from 1, and no other record has the id of one in another instance', async () => {
  const instances = [await putInstance(app), await putInstance(app)]
  const ids: Record<string, number>[] = []
  for (const { api } of instances) {
    const { user } = (await api.post('/api/v2/users', { user: { name: 'Somebody' } })).body
    const { group } = (await api.post('/api/v2/groups', { group: { name: 'Some' } })).body
    for (const number of [1, 2]) {
      const { ticket } = (await api.post('/api/v2/tickets', { ticket: { subject: 'One', comment: 'Here', requester_id: user.id } })).body
      assert.equal(ticket.id, number)
      assert.equal((await api.get(`/api/v2/requests/${number}`)).body.request.id, number)
      assert.equal((await api.get(`/api/v2/tickets/${number}/metrics`)).body.ticket_metric.id, number)
    }
    const { comments } = (await api.get('/api/v2/tickets/1/comments')).body
    ids.push({ user: user.id, group: group.id, comment: comments[0].id })
  }
  const [one = {}, other = {}] = ids
  for (const name of Object.keys(one)) assert.ok((other[name] as number) > (one[name] as number), name)
})

test('a missing subdomain is generated; an empty wrapper is refused', async () => {
  const one = await operator.post(PATH, { instance: {} })
  const other = await operator.post(PATH, { instance: { name: 'Second' } })
  assert.deepEqual([one.status, other.status], [400, 201])
  assert.match(other.body.instance.subdomain, /^i[0-9a-f]{16}$/)
})

test('only callers with the secret are admitted, and none when no secret is set', async () => {
  const body = { instance: { subdomain: 'not-made' } }
  for (const client of [app.as({}), app.as({ bearer: `${SECRET}x` }), app.api, app.inPerson]) {
    assert.equal((await client.post(PATH, body)).status, 401)
    assert.equal((await client.delete(`${PATH}/main`)).status, 401)
  }
  const other = await putInstance(app)
  const elsewhere = hostClient(app.base_url, other.host, { authorization: `Bearer ${SECRET}` })
  assert.equal((await elsewhere.post(PATH, body)).body.error, 'InvalidEndpoint')
  const { base_url } = await app.another({ DESKHAND_INSTANCES_SECRET: '' })
  const closed = hostClient(base_url, '127.0.0.1', { authorization: 'Bearer ' })
  assert.equal((await closed.post(PATH, body)).body.error, 'InvalidEndpoint')
})

test('a used or invalid name is 422, a body without its key 400; the first and production instances cannot be dropped', async () => {
  for (const subdomain of ['main', 'Not a name', 'x'.repeat(64)]) {
    const { status, body } = await operator.post(PATH, { instance: { subdomain } })
    assert.deepEqual([status, Object.keys(body.details)], [422, ['subdomain']], JSON.stringify(body))
  }
  assert.equal((await operator.post(PATH, { instance: { subdomain: 'bad-mail', owner_email: 'nobody' } })).status, 422)
  assert.equal((await operator.post(PATH, {})).status, 400)
  const { host } = await putInstance(app, { subdomain: 'live', kind: 'production' })
  for (const subdomain of ['main', 'live', 'nobody']) assert.equal((await operator.delete(`${PATH}/${subdomain}`)).status, 404)
  assert.equal((await hostClient(app.base_url, host).get('/api/v2/users/me')).status, 200)
})
