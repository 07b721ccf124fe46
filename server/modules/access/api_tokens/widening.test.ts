/** Widening an API token needs the rights to make it; narrowing it needs only an administrator. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inPerson, issueUrl, trackIssues } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { createAcceptedRequest, getGovernedPeople, putDuties, putPersonInPerson } from '#test/governance.ts'

const app = await useApp()
await trackIssues(app)
const people = await getGovernedPeople(app)
const plain = await putPersonInPerson(app, { role: 'admin' })
const engineer = await putPersonInPerson(app, { role: 'admin' })
const operations = await putPersonInPerson(app, { role: 'admin' })
await putDuties(app, engineer.id, ['engineer'])
await putDuties(app, operations.id, ['support_operations'])
// an administrator like the engineer, but with a part in every request
assert.equal((await app.inPerson.put(`/api/v2/users/${people.provisioner.id}`, { user: { role: 'admin' } })).status, 200)
await putDuties(app, people.provisioner.id, ['provisioner', 'engineer', 'support_operations'])

const BOUNDS = { expires_at: '2090-01-01T00:00:00Z', allowed_ips: ['127.0.0.0/16', '10.0.0.0/8'], per_minute: 500 }
const ACTIVE = { active: true }

interface Made {
  readonly id: number
  readonly token: string
  readonly description: string
}

const ofRequest = async () => createToken(engineer.api, { description: (await createAcceptedRequest(app)).request.page_url, ...BOUNDS })

/** A token on each of the three bases, who may make one and who may not. */
const BASES: Readonly<Record<string, { readonly make: () => Promise<Made>; readonly may: Client; readonly mayNot: readonly Client[] }>> = {
  exception: {
    make: () => createToken(operations.api, { description: 'Scripts', exception: 'team_automation', reason: 'Nightly', ...BOUNDS }),
    may: operations.api,
    mayNot: [plain.api, engineer.api],
  },
  tracker: {
    make: () => createToken(engineer.api, { description: issueUrl(), ...BOUNDS }),
    may: engineer.api,
    mayNot: [plain.api, operations.api],
  },
  request: {
    make: ofRequest,
    may: engineer.api,
    mayNot: [plain.api, operations.api, people.provisioner.api],
  },
}

async function createToken(by: Client, api_token: object): Promise<Made> {
  const { status, body } = await by.post('/api/v2/api_tokens', { api_token })
  assert.equal(status, 201, JSON.stringify(body))
  return body.api_token
}

const put = (by: Client, id: number, api_token: object) => by.put(`/api/v2/api_tokens/${id}`, { api_token })
const show = async (id: number) => (await app.api.get(`/api/v2/api_tokens/${id}`)).body.api_token

const WIDER: readonly object[] = [
  { expires_at: null },
  { expires_at: '2090-01-01T00:00:01Z' },
  { allowed_ips: null },
  { allowed_ips: [] },
  { allowed_ips: ['127.0.0.0/15'] },
  { allowed_ips: ['127.0.0.0/16', '192.0.2.1'] },
  { allowed_ips: ['::/0'] },
  { per_minute: null },
  { per_minute: 501 },
  { expires_at: '2080-01-01T00:00:00Z', per_minute: 100, allowed_ips: null },
]
const NARROWER: readonly object[] = [
  { expires_at: '2089-01-01T00:00:00Z' },
  { allowed_ips: ['127.0.0.0/16', '10.1.0.0/16'] },
  { allowed_ips: ['127.0.0.0/17'] },
  { per_minute: 400 },
]

for (const [ground, { make, may, mayNot }] of Object.entries(BASES))
  test(`the bounds of a token on this basis can be widened only in person by users who may make such a token: ${ground}`, async () => {
    const { id, token } = await make()
    const itself = app.as({ email: app.admin.email, token })
    const narrow = await inPerson(app, ground === 'exception' ? operations.id : engineer.id, ['write'])
    const before = await show(id)
    for (const change of WIDER)
      for (const by of [itself, app.api, narrow, ...mayNot])
        assert.equal((await put(by, id, change)).status, 403, `${JSON.stringify(change)} by ${[itself, app.api, narrow].indexOf(by)}`)
    const { last_used: _before, ...bounds } = before
    const { last_used: _after, ...kept } = await show(id)
    assert.deepEqual(kept, bounds)
    for (const change of NARROWER) assert.equal((await put(itself, id, change)).status, 200, JSON.stringify(change))
    for (const change of WIDER) assert.equal((await put(may, id, change)).status, 200, JSON.stringify(change))
    assert.equal((await put(app.api, id, { active: false })).status, 200)
  })

test('adding a bound where there was none needs no further rights, nor does describing the token of an exception', async () => {
  const { id } = await createToken(operations.api, { description: 'Scripts', exception: 'team_automation', reason: 'Nightly' })
  assert.equal((await put(app.api, id, { ...BOUNDS, description: 'Scripts of the night' })).status, 200)
  assert.equal((await put(app.api, id, { ...BOUNDS })).status, 200)
})

// @source docs/reference/specification.md §5.6.5
test('the tracker issue of a token can be changed only by an engineer in person', async () => {
  const { id, token } = await createToken(engineer.api, { description: issueUrl() })
  const description = issueUrl()
  const narrow = await inPerson(app, engineer.id, ['write'])
  for (const by of [app.as({ email: app.admin.email, token }), app.api, plain.api, operations.api, narrow])
    assert.equal((await put(by, id, { description })).status, 403)
  assert.notEqual((await show(id)).description, description)
  assert.equal((await put(engineer.api, id, { description })).status, 200)
  assert.equal((await put(app.api, id, { description, per_minute: 5 })).status, 200)
})

test('a rotated token cannot be reactivated while a successor is active; any other token can, in person', async () => {
  const { id, access_request_id } = (await ofRequest()) as Made & { access_request_id: number }
  const rotated = await engineer.api.post(`/api/v2/api_tokens/${id}/rotate`, { rotation: { silent_days: 7 } })
  const next: number = rotated.body.api_token.id
  assert.equal((await put(app.api, id, { active: false })).status, 200)
  for (const by of [plain.api, engineer.api]) {
    const { status, body } = await put(by, id, ACTIVE)
    assert.deepEqual([status, /has replaced it/.test(JSON.stringify(body))], [422, true])
  }
  const third: number = (await engineer.api.post(`/api/v2/api_tokens/${next}/rotate`, { rotation: { silent_days: 7 } })).body.api_token.id
  assert.equal((await put(app.api, next, { active: false })).status, 200)
  assert.equal((await put(engineer.api, id, ACTIVE)).status, 422, 'the heir of its heir goes on')
  assert.equal((await show(third)).active, true)
  assert.equal((await app.api.get(`/api/v2/access_requests/${access_request_id}`)).body.access_request.state, 'issued')

  const exception = await createToken(operations.api, { description: 'Mine', exception: 'personal_use', reason: 'Mine' })
  const other = await createToken(operations.api, { description: 'Mine', exception: 'personal_use', reason: 'Mine' })
  assert.equal((await put(app.api, exception.id, { active: false })).status, 200)
  assert.equal((await put(app.api, exception.id, ACTIVE)).status, 403)
  assert.equal((await put(await inPerson(app, plain.id, ['write']), exception.id, ACTIVE)).status, 403)
  assert.equal((await put(plain.api, exception.id, ACTIVE)).status, 200)
  const heir = (await operations.api.post(`/api/v2/api_tokens/${other.id}/rotate`, { rotation: { silent_days: 7 } })).body.api_token
  assert.equal((await put(app.api, other.id, { active: false })).status, 200)
  assert.equal((await put(app.inPerson, other.id, ACTIVE)).status, 422)
  assert.equal((await put(app.api, heir.id, { active: false })).status, 200)
  assert.equal((await put(app.inPerson, other.id, ACTIVE)).status, 200)
})
