import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
let made = 0

const form = async () =>
  (await app.api.post('/api/v2/ticket_forms', { ticket_form: { name: `Form ${++made}` } })).body.ticket_form.id as number
const status = async () =>
  (await app.api.post('/api/v2/custom_statuses', { custom_status: { status_category: 'open', agent_label: `Status ${++made}` } })).body
    .custom_status.id as number
const path = (id: number) => `/api/v2/ticket_forms/${id}/ticket_form_statuses`
const listStatuses = async (id: number) =>
  (await app.api.get(path(id))).body.ticket_form_statuses as { id: string; custom_status_id: number }[]

test('statuses are added to a form, once each, and are listed, filtered and shown by id', async () => {
  const id = await form()
  const one = await status()
  const two = await status()
  const added = await app.api.post(path(id), { ticket_form_status: [{ custom_status_id: one }, { custom_status_id: two }] })
  assert.equal(added.status, 200)
  const [row] = added.body.ticket_form_statuses
  assert.deepEqual(Object.keys(row), ['id', 'ticket_form_id', 'custom_status_id'])
  assert.match(row.id, /^[0-9A-HJKMNP-TV-Z]{26}$/)
  await app.api.post(path(id), { ticket_form_status: [{ custom_status_id: one }] })
  assert.equal((await listStatuses(id)).length, 2)
  const list = async (query: string) => (await app.api.get(`/api/v2/ticket_form_statuses${query}`)).body.ticket_form_statuses
  assert.equal((await list(`?ticket_form_id=${id}`)).length, 2)
  assert.deepEqual(
    (await list(`?filter[custom_status_id]=${two}`)).map((each: any) => each.custom_status_id),
    [two],
  )
  assert.deepEqual(await list(`/show_many?ids=${row.id}`), [row])
})

test('a status is added to several forms at once', async () => {
  const one = await form()
  const two = await form()
  const id = await status()
  const answer = await app.api.post(`/api/v2/custom_statuses/${id}/ticket_form_statuses`, {
    ticket_form_status: [{ ticket_form_id: one }, { ticket_form_id: two }],
  })
  assert.deepEqual(answer.body.ticket_form_statuses.map((row: any) => row.ticket_form_id).sort(), [one, two].sort())
  assert.equal((await app.api.post('/api/v2/custom_statuses/987654321/ticket_form_statuses', { ticket_form_status: [] })).status, 404)
})

test('rows are added, changed and removed in one call, or one by one', async () => {
  const id = await form()
  const one = await status()
  const two = await status()
  const three = await status()
  await app.api.post(path(id), { ticket_form_status: [{ custom_status_id: one }, { custom_status_id: two }] })
  const [first, second] = await listStatuses(id)
  const changed = await app.api.put(path(id), {
    ticket_form_status: [{ id: first?.id, _destroy: '1' }, { custom_status_id: three }],
  })
  assert.deepEqual(
    changed.body.ticket_form_statuses.map((row: any) => row.custom_status_id).sort(),
    [second?.custom_status_id, three].sort(),
  )
  const single = await app.api.put(`${path(id)}/${second?.id}`, { ticket_form_status: [{ custom_status_id: first?.custom_status_id }] })
  assert.ok(single.body.ticket_form_statuses.some((row: any) => row.id === second?.id && row.custom_status_id === first?.custom_status_id))
  assert.equal((await app.api.delete(`${path(id)}/${second?.id}`)).status, 204)
  assert.equal((await listStatuses(id)).length, 1)
  assert.equal((await app.api.delete(path(id), {})).status, 204)
  assert.deepEqual(await listStatuses(id), [])
})

test('statuses that do not exist are refused, other rows are not found, and only administrators write', async () => {
  const id = await form()
  const one = await status()
  assert.equal((await app.api.post(path(id), { ticket_form_status: [{ custom_status_id: 987_654_321 }] })).status, 422)
  assert.equal((await app.api.delete(`${path(id)}/01ARZ3NDEKTSV4RRFFQ69G5FAV`)).status, 404)
  assert.equal((await app.api.post(path(987_654_321), { ticket_form_status: [{ custom_status_id: one }] })).status, 404)
  assert.equal((await app.api.post(path(id), {})).status, 400)
  const agent = await makeWith(app.api).agent()
  const as = app.as({ email: agent.email, token: app.admin.token })
  assert.equal((await as.get(path(id))).status, 200)
  assert.equal((await as.post(path(id), { ticket_form_status: [{ custom_status_id: one }] })).status, 403)
  assert.equal((await app.as({}).get(path(id))).status, 401)
})

test('no statuses can be added to a deleted form: 404', async () => {
  const id = await form()
  const one = await status()
  assert.equal((await app.api.delete(`/api/v2/ticket_forms/${id}`)).status, 204)
  assert.equal((await app.api.post(path(id), { ticket_form_status: [{ custom_status_id: one }] })).status, 404)
})
