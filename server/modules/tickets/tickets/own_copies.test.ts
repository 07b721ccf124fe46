/** A requester is no copy of their own ticket, in every way in which copies, requesters and people change. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const ada = await putPerson(app, { role: 'end-user' })
const bob = await putPerson(app, { role: 'end-user' })
const agent = await putPerson(app, { role: 'agent' })
const show = async (id: number) => (await api.get(`/api/v2/tickets/${id}`)).body.ticket
const copiesOf = async (id: number) => (await show(id)).email_cc_ids
const put = async (id: number, ticket: object) => {
  const answer = await api.put(`/api/v2/tickets/${id}`, { ticket })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
/** The ways to name two people as copies. */
const WAYS: Readonly<Record<string, object>> = {
  email_ccs: { email_ccs: [{ user_id: ada.id }, { user_id: bob.id }] },
  'email_ccs by address': { email_ccs: [{ user_email: ada.email, action: 'put' }, { user_email: bob.email }] },
  collaborators: { collaborators: [ada.id, bob.email] },
  collaborator_ids: { collaborator_ids: [ada.id, bob.id] },
  additional_collaborators: { additional_collaborators: [ada.email, bob.id] },
}

test('creating and changing a ticket, alone and in bulk, in every way to name copies', async () => {
  for (const [way, members] of Object.entries(WAYS)) {
    const made = await make.ticket({ requester_id: ada.id, ...members })
    assert.deepEqual(made.email_cc_ids, [bob.id], way)
    const { id } = await make.ticket({ requester_id: ada.id })
    await put(id, members)
    assert.deepEqual(await copiesOf(id), [bob.id], way)
  }
  const many = [await make.ticket({ requester_id: ada.id }), await make.ticket({ requester_id: bob.id })]
  const ids = many.map(({ id }) => id)
  await waitForJob(app, await api.put(`/api/v2/tickets/update_many?ids=${ids.join(',')}`, { ticket: WAYS.email_ccs }))
  assert.deepEqual([await copiesOf(ids[0]!), await copiesOf(ids[1]!)], [[bob.id], [ada.id]])
})

test('imports, and requests of end users', async () => {
  const imported = await api.post('/api/v2/imports/tickets', {
    ticket: { requester_id: ada.id, subject: 'Old', comments: [{ author_id: ada.id, value: 'Old' }], ...WAYS.collaborator_ids },
  })
  assert.equal(imported.status, 201, JSON.stringify(imported.body))
  assert.deepEqual(imported.body.ticket.email_cc_ids, [bob.id])
  await setUp(app, { tickets: { ccs_and_followers: true } })
  const request = { subject: 'Mine', comment: { body: 'Help' }, collaborators: [ada.id, bob.email] }
  const made = await ada.api.post('/api/v2/requests', { request })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.ok(!made.body.request.email_cc_ids.includes(ada.id))
  const additional_collaborators = [ada.email]
  await ada.api.put(`/api/v2/requests/${made.body.request.id}`, { request: { comment: { body: 'And' }, additional_collaborators } })
  assert.ok(!(await copiesOf(made.body.request.id)).includes(ada.id))
})

test('a copy who becomes the requester is a copy no more, and the audit says so', async () => {
  const { id } = await make.ticket({ requester_id: ada.id, email_ccs: [{ user_id: bob.id }] })
  const { audit } = await put(id, { requester_id: bob.id })
  assert.deepEqual(await copiesOf(id), [])
  assert.deepEqual(audit.events.find(({ type }: any) => type === 'EmailCcChange').current_email_ccs, [])
})

test('an agent who requests is neither copied nor made a follower by a copy, but may follow', async () => {
  const made = await make.ticket({ requester_id: agent.id, collaborators: [agent.id], email_ccs: [{ user_id: agent.id }] })
  assert.deepEqual([made.email_cc_ids, made.follower_ids, made.collaborator_ids], [[], [], []])
  await put(made.id, { followers: [{ user_id: agent.id }] })
  assert.deepEqual((await show(made.id)).follower_ids, [agent.id])
})

test('triggers and macros do not copy the requester', async () => {
  const actions = [
    { field: 'cc', value: String(ada.id) },
    { field: 'current_tags', value: 'copied' },
  ]
  const conditions = { all: [{ field: 'current_tags', operator: 'includes', value: 'copy_me' }], any: [] }
  await api.post('/api/v2/triggers', { trigger: { title: 'Copy', conditions, actions } })
  const made = await make.ticket({ requester_id: ada.id, tags: ['copy_me'] })
  assert.deepEqual([made.email_cc_ids, made.tags.includes('copied')], [[], true])
  const { macro } = (await api.post('/api/v2/macros', { macro: { title: 'Copy', actions: [{ field: 'cc', value: String(ada.id) }] } })).body
  const applied = (await api.get(`/api/v2/tickets/${made.id}/macros/${macro.id}/apply`)).body
  assert.deepEqual(applied.result?.ticket?.email_cc_ids ?? [], [], JSON.stringify(applied))
})

test('merging tickets and merging users', async () => {
  const target = await make.ticket({ requester_id: ada.id })
  const source = await make.ticket({ requester_id: bob.id, email_ccs: [{ user_id: ada.id }] })
  await waitForJob(app, await api.post(`/api/v2/tickets/${target.id}/merge`, { ids: [source.id] }))
  assert.deepEqual(await copiesOf(target.id), [bob.id])
  const stays = await putPerson(app, { role: 'end-user' })
  const goes = await putPerson(app, { role: 'end-user' })
  const copied = await make.ticket({ requester_id: stays.id, email_ccs: [{ user_id: goes.id }, { user_id: bob.id }] })
  const requested = await make.ticket({ requester_id: goes.id, email_ccs: [{ user_id: stays.id }, { user_id: bob.id }] })
  const merged = await api.put(`/api/v2/users/${goes.id}/merge`, { user: { id: stays.id } })
  assert.equal(merged.status, 200, JSON.stringify(merged.body))
  for (const { id } of [copied, requested]) {
    const { requester_id, email_cc_ids } = await show(id)
    assert.deepEqual([requester_id, email_cc_ids], [stays.id, [bob.id]])
  }
})
