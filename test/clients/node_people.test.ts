/** The public Node client on users and what belongs to them: roles, identities, memberships, organizations, tags, credentials. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '../app.ts'
import { failsWith, listIds, type AnyResult, nodeClients, recordOf, makeUniqueName } from './node.ts'

const app = await useApp({}, { own: true }) // looks names up by itself
const { connect, client } = nodeClients(app)
const { email } = app.admin

const makeUserInput = (word: string) => ({ name: makeUniqueName(word), email: `${makeUniqueName(word)}@example.org`, verified: true })

async function makeUser(given: object = {}): Promise<AnyResult> {
  return (await client.users.create({ user: { ...makeUserInput('user'), ...given } })).result
}
async function makeOrganization(given: object = {}): Promise<AnyResult> {
  return (await client.organizations.create({ organization: { name: makeUniqueName('org'), ...given } })).result
}
async function makeGroup(): Promise<AnyResult> {
  return (await client.groups.create({ group: { name: makeUniqueName('group') } })).result
}
/** The job a bulk call returns, watched by the client until it has ended. */
async function watchJob(answer: AnyResult): Promise<AnyResult> {
  const job = await client.jobstatuses.watch(answer.result.job_status.id, 20, 5)
  assert.equal(job.status, 'completed', JSON.stringify(job))
  return job
}

test('custom agent roles: create, list, show, change, delete', async () => {
  const made = recordOf(
    await client.customagentroles.create({ name: makeUniqueName('role'), configuration: { ticket_access: 'all' } }),
    'custom_role',
  )
  const roles = (await client.customagentroles.list()).flatMap((one: AnyResult) => one.custom_roles ?? one)
  assert.ok(listIds(roles).includes(made.id))
  assert.equal(recordOf(await client.customagentroles.show(made.id), 'custom_role').name, made.name)
  const changed = recordOf(await client.customagentroles.update(made.id, { description: 'Second line' }), 'custom_role')
  assert.equal(changed.description, 'Second line')
  assert.equal((await client.customagentroles.delete(made.id)).result.message, 'No Content')
  await assert.rejects(client.customagentroles.show(made.id), failsWith(404))
})

test('group memberships: create, list in every way, show, make default, delete', async () => {
  const agent = await makeUser({ role: 'agent' })
  const group = await makeGroup()
  const other = await makeGroup()
  const { groupmemberships } = client
  const first = (await groupmemberships.create({ group_membership: { user_id: agent.id, group_id: group.id } })).result
  const second = (await groupmemberships.createByUser(agent.id, { group_membership: { group_id: other.id } })).result
  for (const list of [groupmemberships.list(), groupmemberships.listByUser(agent.id), groupmemberships.listAssignable()])
    assert.ok(listIds(await list).includes(second.id))
  assert.deepEqual(listIds(await groupmemberships.listByGroup(other.id)), [second.id])
  assert.deepEqual(listIds(await groupmemberships.listAssignableByGroup(other.id)), [second.id])
  assert.equal((await groupmemberships.show(first.id)).result.group_id, group.id)
  assert.equal((await groupmemberships.showByUser(agent.id, second.id)).result.group_id, other.id)
  await groupmemberships.makeDefault(agent.id, second.id)
  assert.equal((await groupmemberships.show(second.id)).result.default, true)
  assert.equal((await client.groups.countByUser(agent.id)).result.count.value, (await groupmemberships.listByUser(agent.id)).length)
  assert.equal((await client.groups.show(group.id)).result.name, group.name)
  assert.equal((await groupmemberships.delete(first.id)).result.message, 'No Content')
  await assert.rejects(groupmemberships.show(first.id), failsWith(404))
  await groupmemberships.create({ group_membership: { user_id: agent.id, group_id: group.id } })
  assert.equal((await groupmemberships.deleteByUser(agent.id, second.id)).result.message, 'No Content')
  await assert.rejects(groupmemberships.showByUser(agent.id, second.id), failsWith(404))
})

test('group memberships: many are created and deleted by jobs', async () => {
  const agents = [await makeUser({ role: 'agent' }), await makeUser({ role: 'agent' })]
  const group = await makeGroup()
  const job = await watchJob(await client.groupmemberships.bulkCreate(agents.map(({ id }) => ({ user_id: id, group_id: group.id }))))
  assert.equal(job.results.length, 2)
  const made = listIds(await client.groupmemberships.listByGroup(group.id))
  assert.equal(made.length, 2)
  for (const { id } of agents) await client.groupmemberships.create({ group_membership: { user_id: id, group_id: (await makeGroup()).id } })
  await watchJob(await client.groupmemberships.bulkDelete(made))
  assert.deepEqual(await client.groupmemberships.listByGroup(group.id), [])
})

test('organization memberships: create, list in every way, show, make default, delete', async () => {
  const user = await makeUser()
  const one = await makeOrganization()
  const two = await makeOrganization()
  const three = await makeOrganization()
  const { organizationmemberships: memberships } = client
  const first = (await memberships.create({ user_id: user.id, organization_id: one.id })).result
  const second = (await memberships.createByUser(user.id, { organization_id: two.id })).result
  await watchJob(await memberships.createMany([{ user_id: user.id, organization_id: three.id }]))
  const own = await memberships.listByUser(user.id)
  assert.deepEqual(own.map((row: AnyResult) => row.organization_id).sort(), [one.id, two.id, three.id].sort())
  assert.ok(listIds(await memberships.list()).includes(first.id))
  assert.deepEqual(listIds(await memberships.listByOrganization(two.id)), [second.id])
  assert.deepEqual(
    [(await memberships.show(first.id)).result.default, (await memberships.showByUser(user.id, second.id)).result.default],
    [true, null],
  )
  await memberships.makeDefault(user.id, second.id)
  assert.equal((await client.users.show(user.id)).result.organization_id, two.id)
  assert.equal((await memberships.delete(first.id)).result.message, 'No Content')
  assert.equal((await memberships.deleteByUser(user.id, second.id)).result.message, 'No Content')
  await watchJob(await memberships.deleteMany([own.find((row: AnyResult) => row.organization_id === three.id).id]))
  assert.deepEqual(await memberships.listByUser(user.id), [])
})

test('organizations: counted, of a user, many by either id, found by a prefix of their name', async () => {
  const one = await makeOrganization({ external_id: makeUniqueName('ext') })
  const two = await makeOrganization({ external_id: makeUniqueName('ext') })
  const user = await makeUser({ organization_id: one.id })
  const { organizations } = client
  assert.deepEqual(listIds(await organizations.listByUser(user.id)), [one.id])
  // these two look for a member the client does not find in its own pages, so they return undefined; they must not fail
  assert.deepEqual([await organizations.count(), await organizations.countByUser(user.id)], [undefined, undefined])
  assert.deepEqual(listIds(await organizations.showMany([one.id, two.id])), [one.id, two.id])
  assert.deepEqual(listIds(await organizations.showManyByExternalIds([one.external_id, two.external_id])), [one.id, two.id])
  assert.deepEqual(listIds(await organizations.autocomplete({ name: one.name })), [one.id])
  await watchJob(await organizations.bulkDeleteByExternalId([one.external_id, two.external_id]))
  await assert.rejects(organizations.show(one.id), failsWith(404))
})

test('organizations: created or changed by external id, many changed by a job', async () => {
  const external_id = makeUniqueName('ext')
  const { organizations } = client
  const made = await organizations.createOrUpdate({ organization: { name: makeUniqueName('org'), external_id } })
  assert.equal(made.response.status, 201)
  const again = await organizations.upsert({ organization: { external_id, notes: 'Again' } })
  assert.deepEqual([again.response.status, again.result.id, again.result.notes], [200, made.result.id, 'Again'])
  const other = await makeOrganization()
  const given = [made.result.id, other.id].map((id) => ({ id, details: 'Both' }))
  await watchJob(await organizations.updateMany({ organizations: given }))
  assert.equal((await organizations.show(other.id)).result.details, 'Both')
})

test('identities: show, change, verify, request verification, delete', async () => {
  const user = await makeUser()
  const { useridentities: identities } = client
  const made = (await identities.create(user.id, { identity: { type: 'email', value: `${makeUniqueName('second')}@example.org` } })).result
  assert.equal((await identities.show(user.id, made.id)).result.verified, false)
  const value = `${makeUniqueName('third')}@example.org`
  assert.equal((await identities.update(user.id, made.id, { identity: { value } })).result.value, value)
  assert.equal((await identities.requestVerification(user.id, made.id)).response.status, 200)
  assert.equal((await identities.verify(user.id, made.id)).result.verified, true)
  assert.equal((await identities.delete(user.id, made.id)).result.message, 'No Content')
  await assert.rejects(identities.show(user.id, made.id), failsWith(404))
})

test('users: current user, by role, tags, merge, create or update by a job, delete by a job', async () => {
  const { users } = client
  assert.equal((await users.auth()).result.id, app.admin.id)
  const agent = await makeUser({ role: 'agent' })
  assert.ok(listIds(await users.listWithFilter('role', 'agent')).includes(agent.id))
  const user = await makeUser({ tags: ['one', 'two'] })
  assert.deepEqual((await users.listTags(user.id)).flatMap((page: AnyResult) => page.tags).sort(), ['one', 'two'])
  // the client does not send the tags to remove: nothing is named, so nothing is removed
  assert.equal((await users.removeTags(user.id, { tags: ['one'] })).response.status, 200)
  const target = await makeUser()
  assert.equal((await users.merge(user.id, target.id)).result.id, target.id)
  const fresh = makeUserInput('fresh')
  const given = [{ email: target.email, name: 'Changed' }, fresh]
  const job = await watchJob(await users.createOrUpdateMany({ users: given }))
  assert.deepEqual(
    job.results.map((row: AnyResult) => row.status),
    ['Updated', 'Created'],
  )
  assert.equal((await users.show(target.id)).result.name, 'Changed')
  // with two arguments this method treats the ids as the body; a third argument makes it send them in the query
  await watchJob(await users.destroyMany([target.id, job.results[1].id], undefined, undefined))
  assert.equal((await users.show(target.id)).result.active, false)
})

test('a user who knows the password changes it over their own session', async () => {
  const user = await makeUser({ role: 'agent' })
  const old = makeUniqueName('Old-secret')
  const next = makeUniqueName('New-secret')
  const set = await app.as({ email, password: app.admin.password }).post(`/api/v2/users/${user.id}/password`, { password: old })
  assert.equal(set.status, 200)
  const own = connect({ username: user.email, password: old })
  assert.equal((await own.users.password(user.id, old, next)).response.status, 200)
  assert.equal((await connect({ username: user.email, password: next }).users.me()).result.id, user.id)
})

test('OAuth clients: list, show, rename, renew the secret, delete; show their tokens', async () => {
  const { oauthclients: clients } = client
  const made = (await clients.create({ name: makeUniqueName('client'), identifier: makeUniqueName('client'), kind: 'confidential' })).result
    .client
  assert.ok(listIds((await clients.list()).flatMap((one: AnyResult) => one.clients ?? one)).includes(made.id))
  assert.equal(recordOf(await clients.show(made.id), 'client').identifier, made.identifier)
  assert.equal(recordOf(await clients.update(made.id, { name: 'Renamed' }), 'client').name, 'Renamed')
  assert.notEqual(recordOf(await clients.generateSecret(made.id), 'client').secret, made.secret)
  const { result } = await client.oauthtokens.create({ token: { client_id: made.id, scopes: ['read'] } })
  assert.deepEqual((await client.oauthtokens.show(result.id)).result.scopes, ['read'])
  assert.equal((await clients.delete(made.id)).result.message, 'No Content')
  await assert.rejects(clients.show(made.id), failsWith(404))
})
