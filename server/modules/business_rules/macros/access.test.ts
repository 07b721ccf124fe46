import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const path = '/api/v2/macros'
const build = makeWith(app.api)
const PASSWORD = 'a long password for tests'
const ROLE = (await app.api.post('/api/v2/custom_roles', { custom_role: { name: 'Macros' } })).body.custom_role
const group = await build.group()
const other = await build.group()
/** An agent of the group; with the role if `custom_role_id` is given. */
async function person(given: Record<string, unknown> = {}) {
  const row = await build.agent({ password: PASSWORD, ...given })
  await app.api.post('/api/v2/group_memberships', { group_membership: { user_id: row.id, group_id: group.id } })
  return { id: row.id as number, api: app.as({ email: row.email, password: PASSWORD }) }
}
const plain = await person()
const colleague = await person()
const special = await person({ custom_role_id: ROLE.id })
const configure = async (macro_access: string) => {
  const answer = await app.api.put(`/api/v2/custom_roles/${ROLE.id}`, { custom_role: { configuration: { macro_access } } })
  assert.equal(answer.status, 200)
}

let made = 0
const actions = [{ field: 'status', value: 'solved' }]
const create = (api: typeof app.api, restriction?: unknown) =>
  api.post(path, { macro: { title: `Access ${++made}`, actions, ...(restriction === undefined ? {} : { restriction }) } })
const make = async (api: typeof app.api, restriction?: unknown) => {
  const answer = await create(api, restriction)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.macro
}
const ids = async (api: typeof app.api, query = '') =>
  ((await api.get(`${path}${query}`)).body.macros as { id: number }[]).map((row) => row.id).sort((one, two) => one - two)
const mine = { type: 'User' }
const ofGroup = { type: 'Group', id: group.id }

const everyones = await make(app.api)
const groups = await make(app.api, { type: 'Group', ids: [group.id, other.id] })
const others = await make(app.api, { type: 'Group', id: other.id })
const personal = await make(plain.api, mine)
const admins = await make(app.api, mine)

test('restrictions are shown as they were recorded', () => {
  assert.equal(everyones.restriction, null)
  assert.deepEqual(groups.restriction, { type: 'Group', id: group.id, ids: [group.id, other.id] })
  assert.deepEqual(personal.restriction, { type: 'User', id: plain.id })
})

test('an agent sees what is for everyone, for their groups, and their own', async () => {
  const seen = await ids(plain.api)
  for (const [macro, expected] of [
    [everyones, true],
    [groups, true],
    [others, false],
    [personal, true],
    [admins, false],
  ] as const) {
    assert.equal(seen.includes(macro.id), expected, macro.title)
    for (const rest of ['', '/apply', '/attachments'])
      assert.equal((await plain.api.get(`${path}/${macro.id}${rest}`)).status, expected ? 200 : 404, `${macro.title}${rest}`)
  }
  assert.ok(!(await ids(colleague.api)).includes(personal.id))
  assert.deepEqual(await ids(plain.api, '?access=personal'), [personal.id])
  assert.ok(!(await ids(plain.api, '?access=shared')).includes(personal.id))
  assert.ok((await ids(plain.api, '?access=shared')).includes(groups.id))
  assert.ok(!(await ids(plain.api, '?access=account')).includes(groups.id))
  assert.equal((await plain.api.get(`${path}?access=agents`)).status, 403)
})

test('an administrator sees all that are shared and their own, and those of others when they ask for them', async () => {
  const seen = await ids(app.api)
  for (const macro of [everyones, groups, others, admins]) assert.ok(seen.includes(macro.id), macro.title)
  assert.ok(!seen.includes(personal.id))
  assert.deepEqual(await ids(app.api, '?access=agents'), [personal.id])
  assert.ok(!(await ids(app.api, '?only_viewable=true')).includes(others.id))
  assert.equal((await app.api.put(`${path}/${personal.id}`, { macro: { active: false } })).status, 200)
  assert.equal((await app.api.put(`${path}/${personal.id}`, { macro: { active: true } })).status, 200)
})

test('an agent manages their own macros only', async () => {
  const own = await make(plain.api, mine)
  assert.equal((await plain.api.put(`${path}/${own.id}`, { macro: { title: 'Mine' } })).status, 200)
  const shown = await plain.api.get(`${path}/${own.id}?include=permissions`)
  assert.deepEqual(shown.body.macro.permissions, { can_edit: true })
  assert.deepEqual((await plain.api.get(`${path}/${everyones.id}?include=permissions`)).body.macro.permissions, { can_edit: false })
  const change = { macro: { title: 'Taken over' } }
  for (const [answer, status] of [
    [await create(plain.api), 403],
    [await create(plain.api, ofGroup), 403],
    [await create(plain.api, { type: 'User', id: colleague.id }), 403],
    [await plain.api.put(`${path}/${own.id}`, { macro: { restriction: null } }), 403],
    [await plain.api.put(`${path}/${everyones.id}`, change), 403],
    [await plain.api.put(`${path}/${others.id}`, change), 404],
    [await plain.api.put(`${path}/${admins.id}`, change), 404],
    [await plain.api.put(`${path}/update_many`, { macros: [{ id: everyones.id, active: false }] }), 403],
    [await plain.api.put(`${path}/update_many`, { macros: [{ id: admins.id, active: false }] }), 404],
    [await plain.api.delete(`${path}/${everyones.id}`), 403],
    [await plain.api.delete(`${path}/${admins.id}`), 404],
    [await plain.api.delete(`${path}/destroy_many?ids=${own.id},${groups.id}`), 403],
    [await colleague.api.put(`${path}/${own.id}`, change), 404],
    [await colleague.api.delete(`${path}/${own.id}`), 404],
  ] as const)
    assert.equal(answer.status, status, JSON.stringify(answer.body))
  assert.equal((await plain.api.delete(`${path}/destroy_many?ids=${own.id},${admins.id}`)).status, 204)
  assert.equal((await app.api.get(`${path}/${admins.id}`)).status, 200)
  assert.equal((await plain.api.get(`${path}/${own.id}`)).status, 404)
})

test('a custom role decides what an agent manages', async () => {
  const tries = async () => {
    const answers = [
      await create(special.api),
      await create(special.api, ofGroup),
      await create(special.api, { type: 'Group', id: other.id }),
    ]
    return [...answers, await create(special.api, mine), await special.api.get(path)].map((answer) => answer.status)
  }
  await configure('full')
  assert.deepEqual(await tries(), [201, 201, 201, 201, 200])
  assert.ok((await ids(special.api)).includes(others.id))
  assert.ok(!(await ids(special.api)).includes(personal.id))
  await configure('manage-group')
  assert.deepEqual(await tries(), [403, 201, 403, 201, 200])
  assert.equal((await special.api.put(`${path}/${groups.id}`, { macro: { active: false } })).status, 403)
  await configure('manage-personal')
  assert.deepEqual(await tries(), [403, 403, 403, 201, 200])
  const own = await make(special.api, mine)
  await configure('readonly')
  assert.deepEqual(await tries(), [403, 403, 403, 403, 200])
  assert.equal((await special.api.put(`${path}/${own.id}`, { macro: { title: 'x' } })).status, 403)
  assert.equal((await special.api.delete(`${path}/${own.id}`)).status, 403)
  await configure('none')
  assert.deepEqual(await tries(), [403, 403, 403, 403, 403])
})
