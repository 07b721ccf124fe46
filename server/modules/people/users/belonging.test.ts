import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const organizationsOf = async (user: { id: number }) =>
  (await app.api.get(`/api/v2/users/${user.id}/organization_memberships`)).body.organization_memberships.map(
    (one: { organization_id: number; default: boolean | null }) => [one.organization_id, one.default === true],
  )

test('further organizations are joined in addition to the default one', async () => {
  const one = await make.organization()
  const two = await make.organization()
  const three = await make.organization()
  const user = await make.user({ organization_id: two.id, organization_ids: [one.id, two.id] })
  assert.equal(user.organization_id, two.id)
  assert.deepEqual(await organizationsOf(user), [
    [two.id, true],
    [one.id, false],
  ])
  const after = await app.api.put(`/api/v2/users/${user.id}`, { user: { organization_ids: [three.id] } })
  assert.equal(after.body.user.organization_id, two.id)
  assert.equal((await organizationsOf(user)).length, 3)
})

test('of several organizations with a domain the first by name takes the user, also where another one is older', async () => {
  for (const name of ['shared B', 'Shared a', 'Shared C']) await make.organization({ name, domain_names: ['shared.example'] })
  const { organization_id } = await make.user({ email: 'first@shared.example' })
  assert.equal((await app.api.get(`/api/v2/organizations/${organization_id}`)).body.organization.name, 'Shared a')
})

test('where users can have only one organization, another replaces it', async () => {
  await setUp(app, { users: { multiple_organizations: false } })
  const one = await make.organization()
  const two = await make.organization()
  const user = await make.user({ organization_ids: [one.id, two.id] })
  assert.deepEqual(await organizationsOf(user), [[one.id, true]])
  await app.api.put(`/api/v2/users/${user.id}`, { user: { organization_id: two.id } })
  assert.deepEqual(await organizationsOf(user), [[two.id, true]])
  await setUp(app, { users: { multiple_organizations: true } })
})

test('an agent joins the group that becomes their default one, and stays in the others', async () => {
  const group = await make.group()
  const agent = await make.agent()
  const after = await app.api.put(`/api/v2/users/${agent.id}`, { user: { default_group_id: group.id } })
  assert.equal(after.body.user.default_group_id, group.id)
  const memberships = (await app.api.get(`/api/v2/users/${agent.id}/group_memberships`)).body.group_memberships
  assert.deepEqual(
    memberships.map((one: { group_id: number; default: boolean }) => [one.group_id, one.default]),
    [
      [agent.default_group_id, false],
      [group.id, true],
    ],
  )
  const own = app.as({ email: agent.email, token: app.admin.token })
  assert.equal((await own.put('/api/v2/users/me', { user: { default_group_id: group.id, alias: 'A' } })).status, 200)
  assert.equal((await own.put('/api/v2/users/me', { user: { default_group_id: agent.default_group_id } })).status, 403)
})

test('of two concurrent writes with the same address or external id one gets the error of a consecutive write', async () => {
  const createTwins = (user: object) =>
    Promise.all([1, 2, 3].map((index) => app.api.post('/api/v2/users', { user: { name: `Twin ${index}`, ...user } })))
  for (const user of [{ email: 'twin@example.org' }, { external_id: 'twin' }]) {
    const answers = await createTwins(user)
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 422, 422])
  }
  const one = await make.user()
  const two = await make.user()
  const answers = await Promise.all(
    [one, two].map((user) => app.api.put(`/api/v2/users/${user.id}`, { user: { email: 'same@example.org' } })),
  )
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 422])
  const lines = await Promise.all([one, two].map((user) => app.api.put(`/api/v2/users/${user.id}`, { user: { phone: '+15551112222' } })))
  assert.deepEqual(lines.map((answer) => answer.body.user.shared_phone_number).sort(), [false, true])
})
