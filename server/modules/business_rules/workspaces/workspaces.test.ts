import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const { api } = app
const PATH = '/api/v2/workspaces'
const conditions = { all: [{ field: 'status', operator: 'is', value: 'open' }], any: [] }
let made = 0
const make = async (): Promise<any> => (await api.post(PATH, { workspace: { title: `Workspace ${++made}`, conditions } })).body.workspace

test('a workspace is created, changed and removed', async () => {
  const answer = await api.post(PATH, { workspace: { title: 'Refunds', description: 'Money back', conditions } })
  assert.equal(answer.status, 201)
  const { workspace } = answer.body
  assert.equal(answer.headers.get('location'), workspace.url)
  assert.deepEqual([workspace.activated, workspace.position, workspace.conditions], [true, 1, conditions])
  const changed = (await api.put(`${PATH}/${workspace.id}`, { workspace: { activated: false, title: 'Returns' } })).body.workspace
  assert.deepEqual([changed.activated, changed.title, changed.description], [false, 'Returns', 'Money back'])
  assert.equal((await api.delete(`${PATH}/${workspace.id}`)).status, 204)
  assert.equal((await api.get(`${PATH}/${workspace.id}`)).status, 404)
})

test('workspaces are put in another order, and many are removed at once', async () => {
  const one = await make()
  const two = await make()
  const three = await make()
  assert.equal((await api.put(`${PATH}/reorder`, { ids: [three.id, one.id] })).status, 200)
  const ids = async () => (await api.get(PATH)).body.workspaces.map((row: any) => row.id)
  assert.deepEqual(await ids(), [three.id, one.id, two.id])
  assert.equal((await api.put(`${PATH}/reorder`, { ids: [999_999] })).status, 404)
  assert.equal((await api.delete(`${PATH}/destroy_many?ids=${one.id},${two.id},999999`)).status, 200)
  assert.deepEqual(await ids(), [three.id])
})

test('a workspace needs a unique title, valid conditions, and a form and macros that exist', async () => {
  const { title } = await make()
  const listRefusedMembers = async (workspace: object) =>
    Object.keys((await api.post(PATH, { workspace: { conditions, ...workspace } })).body.details)
  assert.deepEqual(await listRefusedMembers({ title: '' }), ['title'])
  assert.deepEqual(await listRefusedMembers({ title: title.toUpperCase() }), ['title'])
  assert.deepEqual(await listRefusedMembers({ title: 'x', conditions: { all: [{ field: 'moon', operator: 'is', value: 'full' }] } }), [
    'base',
  ])
  assert.deepEqual(await listRefusedMembers({ title: 'x', ticket_form_id: 999_999, macros: [999_999] }), ['ticket_form_id', 'macros'])
})

test('a workspace names macros: those that exist and that the caller sees are shown with it', async () => {
  const actions = [{ field: 'status', value: 'solved' }]
  const macro = async (title: string, restriction: object | null = null) =>
    (await api.post('/api/v2/macros', { macro: { title, actions, restriction } })).body.macro
  const first = await macro('Close')
  const second = await macro('Refund')
  const own = await macro('Mine', { type: 'User' })
  const macros = [second.id, first.id, own.id]
  const { workspace } = (await api.post(PATH, { workspace: { title: 'With macros', conditions, macros } })).body
  assert.deepEqual([workspace.macro_ids, workspace.macros], [macros, macros])
  assert.deepEqual(workspace.selected_macros[0], { id: second.id, title: 'Refund', active: true, usage_7d: 0, restriction: null })
  const agent = await makeWith(api).agent()
  const list = async (client = api) => (await client.get(PATH)).body.workspaces.find(({ id }: any) => id === workspace.id).macro_ids
  assert.deepEqual(await list(app.as({ email: agent.email, token: app.admin.token })), [second.id, first.id])
  await api.delete(`/api/v2/macros/${second.id}`)
  assert.deepEqual(await list(), [first.id, own.id])
  await api.put(`${PATH}/${workspace.id}`, { workspace: { description: 'Kept' } })
  assert.deepEqual(await list(), [first.id, own.id])
  await api.put(`${PATH}/${workspace.id}`, { workspace: { macros: [] } })
  assert.deepEqual(await list(), [])
})

test('without credentials 401; agents list and do not write', async () => {
  const agent = await makeWith(api).agent()
  const asAgent = app.as({ email: agent.email, token: app.admin.token })
  assert.equal((await app.as({}).get(PATH)).status, 401)
  assert.equal((await asAgent.get(PATH)).status, 200)
  assert.equal((await asAgent.post(PATH, { workspace: { title: 'x', conditions } })).status, 403)
  assert.equal((await api.post(PATH, {})).status, 400)
})
