import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const make = makeWith(app.api)
const makeTokenClient = (user: { email: string }) => app.as({ email: user.email, token: app.admin.token })
const path = (user: { id: number }, rest = '') => `/api/v2/users/${user.id}/identities${rest}`
const add = async (user: { id: number }, identity: object) => (await app.api.post(path(user), { identity })).body.identity

test('an identity is added, shown, listed and removed, with the members of the reference', async () => {
  const user = await make.user()
  const made = await app.api.post(path(user, '.json'), { identity: { type: 'email', value: ' Second@Id.example ', verified: true } })
  const { identity } = made.body
  assert.deepEqual([made.status, made.headers.get('location')], [201, identity.url])
  const members = [
    'url',
    'id',
    'user_id',
    'type',
    'value',
    'verified',
    'primary',
    'created_at',
    'updated_at',
    'undeliverable_count',
    'deliverable_state',
    'verified_at',
    'verification_method',
  ]
  assert.deepEqual(Object.keys(identity), members)
  assert.deepEqual(
    [identity.value, identity.verified, identity.primary, identity.verification_method],
    ['second@id.example', true, false, 'full'],
  )
  assert.deepEqual((await app.api.get(path(user, `/${identity.id}`))).body, { identity })
  assert.deepEqual((await app.api.get(path(user, '?page[size]=1'))).body.identities[0].primary, true)
  assert.equal((await app.api.get(path(user, '?type[]=twitter'))).body.count, 0)
  assert.equal((await app.api.get(path(user, '?type=email'))).body.count, 2)
  assert.equal((await app.api.delete(path(user, `/${identity.id}.json`))).status, 204)
  assert.equal((await app.api.get(path(user, `/${identity.id}`))).status, 404)
})

test('a value that is in use or malformed is refused', async () => {
  const one = await make.user()
  const two = await make.user()
  const readDetails = async (identity: object) => (await app.api.post(path(one), { identity })).body.details
  assert.deepEqual(await readDetails({ type: 'email', value: two.email.toUpperCase() }), {
    value: [{ description: `Value: ${two.email} is already being used by another user`, error: 'DuplicateValue' }],
  })
  assert.deepEqual(await readDetails({ type: 'email', value: 'x' }), {
    value: [{ description: 'Value: x is not properly formatted', error: 'InvalidFormat' }],
  })
  assert.equal((await readDetails({ type: 'phone_number', value: '555' })).value[0].error, 'InvalidFormat')
  assert.equal((await readDetails({ type: 'pigeon', value: 'x' })).type[0].error, 'InvalidValue')
  assert.equal((await readDetails({ type: 'twitter' })).value[0].error, 'BlankValue')
  assert.equal((await app.api.post(path(one), {})).status, 400)
})

test('e-mail, phone and verified of a user follow their primary identities', async () => {
  const user = await make.user({ verified: false })
  const readUser = async () => (await app.api.get(`/api/v2/users/${user.id}`)).body.user
  const second = await add(user, { type: 'email', value: 'next@id.example' })
  const all = await app.api.put(path(user, `/${second.id}/make_primary.json`), {})
  assert.deepEqual(
    all.body.identities.map((one: { value: string; primary: boolean }) => [one.value, one.primary]),
    [
      [user.email, false],
      ['next@id.example', true],
    ],
  )
  assert.deepEqual([(await readUser()).email, (await readUser()).verified], ['next@id.example', false])
  assert.equal((await app.api.put(path(user, `/${second.id}/verify`))).body.identity.verified, true)
  assert.equal((await readUser()).verified, true)
  const line = await add(user, { type: 'phone_number', value: '+1 555 777 8888' })
  assert.deepEqual([line.primary, (await readUser()).phone, (await readUser()).shared_phone_number], [true, '+15557778888', false])
  const changed = await app.api.put(path(user, `/${second.id}`), { identity: { value: 'moved@id.example', primary: false } })
  assert.deepEqual(
    [changed.body.identity.value, changed.body.identity.verified, changed.body.identity.primary],
    ['moved@id.example', false, true],
  )
  assert.deepEqual([(await readUser()).email, (await readUser()).verified], ['moved@id.example', false])
  await app.api.delete(path(user, `/${line.id}`))
  assert.deepEqual([(await readUser()).phone, (await readUser()).shared_phone_number], [null, null])
})

test('another address becomes primary when the primary one is removed, verified ones first; the last one stays', async () => {
  const user = await make.user()
  const readUser = async () => (await app.api.get(`/api/v2/users/${user.id}`)).body.user
  const [first] = (await app.api.get(path(user))).body.identities
  const second = await add(user, { type: 'email', value: 'second@left.example' })
  const third = await add(user, { type: 'email', value: 'third@left.example', verified: true })
  assert.equal((await app.api.delete(path(user, `/${first.id}`))).status, 204)
  assert.deepEqual([(await readUser()).email, (await readUser()).verified], ['third@left.example', true])
  // the other one is unverified: it does not become primary automatically
  assert.equal((await app.api.delete(path(user, `/${third.id}`))).status, 422)
  assert.equal((await app.api.put(path(user, `/${second.id}/make_primary`))).status, 200)
  assert.equal((await app.api.delete(path(user, `/${third.id}`))).status, 204)
  const [last] = (await app.api.get(path(user))).body.identities
  assert.deepEqual([last.id, last.primary, (await readUser()).email], [second.id, true, 'second@left.example'])
  assert.equal((await app.api.delete(path(user, `/${second.id}`))).status, 422)
})

test('an end user who removes their primary address gets a verified one in its place, or keeps it', async () => {
  const user = await make.user()
  const own = `/api/v2/end_users/${user.id}/identities`
  const readEmail = async () => (await app.api.get(`/api/v2/users/${user.id}`)).body.user.email
  const [first] = (await makeTokenClient(user).get(own)).body.identities
  await makeTokenClient(user).post(own, { identity: { type: 'email', value: 'foreign@heir.example' } })
  const refused = await makeTokenClient(user).delete(`${own}/${first.id}`)
  assert.deepEqual([refused.status, refused.body.details.base[0].error], [422, 'InvalidValue'])
  assert.equal((await makeTokenClient(user).delete(path(user, `/${first.id}`))).status, 422)
  assert.equal(await readEmail(), user.email)
  await add(user, { type: 'email', value: 'proven@heir.example', verified: true })
  assert.equal((await makeTokenClient(user).delete(`${own}/${first.id}`)).status, 204)
  assert.equal(await readEmail(), 'proven@heir.example')
})

test('a verified address can be used to sign in until it is removed', async () => {
  const user = await make.user()
  const second = await add(user, { type: 'email', value: 'door@id.example', verified: true })
  const door = app.as({ email: 'door@id.example', token: app.admin.token })
  assert.equal((await door.get('/api/v2/users/me')).body.user.id, user.id)
  await app.api.delete(path(user, `/${second.id}`))
  assert.equal((await door.get('/api/v2/users/me')).body.user.id, null)
})

test('end users manage addresses and numbers of their own, but cannot declare them verified', async () => {
  const user = await make.user()
  const other = await make.user()
  const own = `/api/v2/end_users/${user.id}/identities`
  const made = await makeTokenClient(user).post(own, { identity: { type: 'email', value: 'mine@id.example', verified: true } })
  assert.deepEqual([made.status, made.body.identity.verified], [201, false])
  const { id } = made.body.identity
  assert.equal((await makeTokenClient(user).get(`${own}.json`)).body.count, 2)
  assert.equal((await makeTokenClient(user).get(`${own}/${id}`)).status, 200)
  assert.equal((await makeTokenClient(user).put(`${own}/${id}/make_primary`)).status, 422)
  assert.equal((await makeTokenClient(user).put(`${own}/${id}/request_verification`)).status, 200)
  assert.equal((await makeTokenClient(user).put(path(user, `/${id}/verify`))).status, 403)
  assert.equal((await makeTokenClient(user).put(path(user, `/${id}`), { identity: { verified: true } })).status, 403)
  assert.equal((await makeTokenClient(user).post(own, { identity: { type: 'twitter', value: 'bird' } })).status, 422)
  assert.equal((await makeTokenClient(user).delete(`${own}/${id}`)).status, 204)
  assert.equal((await makeTokenClient(user).get(path(other))).status, 403)
  assert.equal((await makeTokenClient(user).post(path(other), { identity: { type: 'email', value: 'a@id.example' } })).status, 403)
  await add(user, { type: 'twitter', value: 'bird' })
  assert.deepEqual(
    (await app.api.get(own)).body.identities.map((one: { type: string }) => one.type),
    ['email'],
  )
})

test('agents can verify addresses of end users, admins those of agents, and only the owner those of the owner', async () => {
  const agent = await make.agent()
  const colleague = await make.agent()
  const admin = await make.agent({ role: 'admin' })
  const customer = await make.user()
  const identity = { type: 'email', value: 'vouch@id.example', verified: true }
  for (const [caller, other] of [
    [agent, colleague],
    [admin, { id: app.admin.id }],
  ] as const) {
    const { id } = (await app.api.get(path(other))).body.identities[0]
    for (const answer of [
      await makeTokenClient(caller).post(path(other), { identity }),
      await makeTokenClient(caller).put(path(other, `/${id}`), { identity }),
      await makeTokenClient(caller).put(path(other, `/${id}/make_primary`)),
      await makeTokenClient(caller).delete(path(other, `/${id}`)),
    ])
      assert.equal(answer.status, 403)
  }
  const own = await makeTokenClient(agent).post(path(agent), { identity: { ...identity, value: 'self@id.example' } })
  assert.equal(own.body.identity.verified, false)
  assert.equal((await makeTokenClient(agent).post(path(customer), { identity })).body.identity.verified, true)
  assert.equal((await makeTokenClient(admin).put(path(agent, `/${own.body.identity.id}/verify`))).body.identity.verified, true)
})

test('an agent restricted to organizations neither finds nor adds identities of users they cannot see', async () => {
  const organization_id = (await make.organization()).id
  const agent = makeTokenClient(await make.agent({ ticket_restriction: 'organization', organization_id }))
  const inside = await make.user({ organization_id })
  const outside = await make.user()
  const own = (await add(inside, { type: 'email', value: 'inside@sight.example' })).id
  const { id } = await add(outside, { type: 'email', value: 'outside@sight.example' })
  const identity = (value: string) => ({ identity: { type: 'email', value, verified: true } })
  for (const call of [
    () => agent.get(path(outside)),
    () => agent.get(`/api/v2/end_users/${outside.id}/identities`),
    () => agent.get(path(outside, `/${id}`)),
    () => agent.post(path(outside), identity('given@sight.example')),
    () => agent.put(path(outside, `/${id}`), identity('given@sight.example')),
    () => agent.put(path(outside, `/${id}/verify`)),
    () => agent.put(path(outside, `/${id}/make_primary`)),
    () => agent.put(path(outside, `/${id}/request_verification`)),
    () => agent.delete(path(outside, `/${id}`)),
  ])
    assert.equal((await call()).status, 404, String(call))
  assert.equal((await app.api.get(path(outside))).body.count, 2)
  assert.equal((await agent.get(path(inside))).body.count, 2)
  assert.equal((await agent.put(path(inside, `/${own}/verify`))).status, 200)
  assert.equal((await agent.post(path(inside), identity('given@sight.example'))).status, 201)
})

test('without credentials identities answer 401, of unknown users 404', async () => {
  const nobody = app.as({})
  for (const answer of [
    nobody.get(path({ id: 1 })),
    nobody.post(path({ id: 1 }), {}),
    nobody.get(path({ id: 1 }, '/1')),
    nobody.put(path({ id: 1 }, '/1'), {}),
    nobody.put(path({ id: 1 }, '/1/make_primary')),
    nobody.put(path({ id: 1 }, '/1/verify')),
    nobody.put(path({ id: 1 }, '/1/request_verification')),
    nobody.delete(path({ id: 1 }, '/1')),
    nobody.get('/api/v2/end_users/1/identities'),
  ])
    assert.equal((await answer).status, 401)
  const unknown = { id: 99999999 }
  for (const answer of [
    app.api.get(path(unknown)),
    app.api.post(path(unknown), { identity: { type: 'email', value: 'q@id.example' } }),
    app.api.get(path(unknown, '/1')),
    app.api.put(path({ id: app.admin.id }, '/99999999/verify')),
    app.api.delete(path({ id: app.admin.id }, '/99999999')),
  ])
    assert.equal((await answer).status, 404)
})

const hold = defineStatement<unknown>('select id from users where account_id = $1 and id = $2 for update')
const give =
  defineStatement<unknown>(`insert into user_identities (account_id, user_id, type, value, verified, "primary", created_at, updated_at)
  values ($1, $2, 'email', $3, true, false, $4, $4)`)
const countLockWaits = defineStatement<{ count: number }>(
  "select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
)

test('adding an address waits for a concurrent change of its user before writing anything, so that they cannot deadlock', async () => {
  const { id } = await make.agent()
  const value = 'same@deadlock.example.org'
  const { database } = app.database
  let adding: ReturnType<typeof app.api.post> | undefined
  await database.transaction(async (tx) => {
    await tx.run(hold(app.account_id, id))
    adding = app.api.post(path({ id }), { identity: { type: 'email', value, verified: true } })
    await waitFor(async () => (await database.first(countLockWaits()))?.count, 1)
    await tx.run(give(app.account_id, id, value, new Date()))
  })
  assert.equal((await adding)?.status, 422)
})

test('of addresses added concurrently one becomes the primary', async () => {
  const user = (await app.api.post('/api/v2/users', { user: { name: 'Known by nothing yet' } })).body.user
  const path = `/api/v2/users/${user.id}/identities`
  const values = Array.from({ length: 6 }, (_none, index) => `together${index}@identities.example`)
  const answers = await Promise.all(values.map((value) => app.api.post(path, { identity: { type: 'email', value } })))
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [201])
  const { identities } = (await app.api.get(path)).body
  const primary = identities.filter((one: { primary: boolean }) => one.primary)
  assert.equal(primary.length, 1)
  assert.equal((await app.api.get(`/api/v2/users/${user.id}`)).body.user.email, primary[0].value)
})

test('an address that becomes the primary while it is removed is either primary or gone', async () => {
  const user = (await app.api.post('/api/v2/users', { user: { name: 'Torn', email: 'torn@identities.example' } })).body.user
  const path = `/api/v2/users/${user.id}/identities`
  for (const value of ['torn1@identities.example', 'torn2@identities.example', 'torn3@identities.example']) {
    const { id } = (await app.api.post(path, { identity: { type: 'email', value } })).body.identity
    await Promise.all([app.api.put(`${path}/${id}/make_primary`), app.api.delete(`${path}/${id}`)])
    const { identities } = (await app.api.get(path)).body
    assert.equal(identities.filter((one: { primary: boolean }) => one.primary).length, 1, value)
  }
})

test('a user has at most 100 identities, however they are added', async () => {
  const makeIdentities = (from: number, to: number) =>
    Array.from({ length: to - from }, (_none, index) => ({ type: 'foreign', value: `crowd-${from + index}` }))
  const crowded = [{ description: 'Identities: a user cannot have more than 100', error: 'TooLong' }]
  const user = await make.user({ identities: makeIdentities(0, 99) })
  const other = await make.user({ identities: makeIdentities(200, 250) })
  const count = async () => (await app.api.get(path(user, '?per_page=1'))).body.count
  const held = await count()
  assert.ok(held >= 99)
  const more = makeIdentities(300, 300 + 101 - held)
  const refused = [
    await app.api.put(`/api/v2/users/${user.id}`, { user: { identities: more } }),
    await app.api.put(`/api/v2/users/${other.id}/merge`, { user: { id: user.id } }),
  ]
  for (const identity of more.slice(1)) await add(user, identity)
  assert.equal(await count(), 100)
  refused.push(await app.api.post(path(user), { identity: more[0] }))
  for (const { status, body } of refused) assert.deepEqual([status, body.details?.base], [422, crowded])
  assert.equal(await count(), 100)
  const { status, body } = await app.api.post('/api/v2/users', { user: { name: 'Crowd', identities: makeIdentities(400, 501) } })
  assert.deepEqual(
    [status, body.error, body.description],
    [400, 'TooManyValues', 'Parameter user.identities cannot specify more than 100 values'],
  )
})
