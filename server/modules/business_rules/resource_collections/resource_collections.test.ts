import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const { api } = app
const PATH = '/api/v2/resource_collections'
const SOLVED_LONG = { all: [{ field: 'status', operator: 'is', value: 'solved' }, { field: 'SOLVED', operator: 'is', value: '24' }] } // prettier-ignore
const TARGET = { title: 'An address', type: 'email_target', email: 'collected@example.org', subject: 'Hello' }

/** Waits for the job that was started, which must succeed. */
async function waitForResult(answer: Parameters<typeof waitForJob>[1]): Promise<any> {
  const job = await waitForJob(app, answer)
  assert.equal(job.status, 'completed', JSON.stringify(job))
  return job.results[0]
}
const collection = async (id: number) => (await api.get(`${PATH}/${id}`)).body.resource_collection
const idOf = (resources: any[], identifier: string) => resources.find((one) => one.identifier === identifier).resource_id
const titles = async (kind: string) => (await api.get(`/api/v2/${kind}`)).body[kind].map((one: any) => one.title)

test('a job creates a collection and its resources, which may refer to each other; it is shown and listed with them', async () => {
  const automation = { title: 'Tell the address', ...SOLVED_LONG, actions: [{ field: 'notification_target', value: ['to_tell', 'It is done'] }] } // prettier-ignore
  const payload = {
    automations: { teller: { ...automation, all: [...automation.all, { field: 'custom_fields_asked', operator: 'is', value: 'true' }] } },
    ticket_fields: { asked: { type: 'checkbox', title: 'Asked' } },
    targets: { to_tell: TARGET },
    user_fields: { plan: { type: 'text', title: 'Collected plan', key: 'collected_plan' } },
    views: {
      waiting: {
        title: 'Collected view',
        all: [
          { field: 'status', operator: 'is', value: 'open' },
          { field: 'custom_fields_asked', operator: 'is', value: 'true' },
        ],
        output: { columns: ['subject', 'asked'], sort_by: 'asked', sort_order: 'asc' },
      },
    },
    organization_fields: { size: { type: 'integer', title: 'Collected size', key: 'collected_size' } },
  }
  const answer = await api.post(PATH, { payload })
  assert.deepEqual([answer.body.job_status.status, answer.body.job_status.total], ['queued', null])
  const made = await waitForResult(answer)
  assert.deepEqual([made.action, made.success, made.status], ['create', true, 'Created'])
  const shown = await collection(made.id)
  assert.deepEqual(Object.keys(shown), ['id', 'created_at', 'updated_at', 'resources'])
  assert.deepEqual(Object.keys(shown.resources[0]), ['identifier', 'resource_id', 'type', 'deleted'])
  const kinds = ['ticket_fields', 'user_fields', 'organization_fields', 'targets', 'automations', 'views']
  assert.deepEqual(
    shown.resources.map((one: any) => [one.type, one.deleted]),
    kinds.map((kind) => [kind, false]),
  )
  const rule = (await api.get(`/api/v2/automations/${idOf(shown.resources, 'teller')}`)).body.automation
  assert.equal(rule.actions[0].value[0], String(idOf(shown.resources, 'to_tell')))
  assert.equal(rule.conditions.all[2].field, `custom_fields_${idOf(shown.resources, 'asked')}`)
  const { view } = (await api.get(`/api/v2/views/${idOf(shown.resources, 'waiting')}`)).body
  const asked = idOf(shown.resources, 'asked')
  assert.equal(view.conditions.all[1].field, `custom_fields_${asked}`)
  assert.deepEqual([view.execution.columns[1].id, view.execution.sort.id], [asked, asked])
  for (const paging of ['', '?page[size]=100']) {
    const { resource_collections } = (await api.get(`${PATH}${paging}`)).body
    assert.deepEqual(
      resource_collections.find((one: any) => one.id === made.id),
      shown,
    )
  }
})

test('a collection holds triggers, which may name its fields and targets, and takes them away again', async () => {
  const trigger = {
    title: 'Tell at once',
    conditions: { all: [{ field: 'custom_fields_urgent', operator: 'is', value: 'true' }] },
    actions: [{ field: 'notification_target', value: ['at_once', 'It is urgent'] }],
  }
  const fields = { urgent: { type: 'checkbox', title: 'Urgent' } }
  const made = await waitForResult(
    await api.post(PATH, { payload: { triggers: { teller: trigger }, ticket_fields: fields, targets: { at_once: TARGET } } }),
  )
  const { resources } = await collection(made.id)
  const path = `/api/v2/triggers/${idOf(resources, 'teller')}`
  const shown = (await api.get(path)).body.trigger
  assert.equal(shown.actions[0].value[0], String(idOf(resources, 'at_once')))
  assert.equal(shown.conditions.all[0].field, `custom_fields_${idOf(resources, 'urgent')}`)
  await waitForResult(await api.put(`${PATH}/${made.id}`, { payload: { triggers: { teller: { title: 'Tell soon' } } } }))
  assert.equal((await api.get(path)).body.trigger.title, 'Tell soon')
  await waitForResult(await api.delete(`${PATH}/${made.id}`))
  assert.equal((await api.get(path)).status, 404)
})

test('a collection holds macros and webhooks; a webhook is named by its ULID', async () => {
  const webhook = { name: 'Collected', endpoint: 'https://example.com/hook', http_method: 'POST', request_format: 'json', status: 'active', subscriptions: ['conditional_ticket_events'] } // prettier-ignore
  const trigger = {
    title: 'Call the webhook',
    conditions: { all: [{ field: 'status', operator: 'is', value: 'solved' }] },
    actions: [{ field: 'notification_webhook', value: ['caller', '{"id":"{{ticket.id}}"}'] }],
  }
  const macro = { title: 'Ask again', actions: [{ field: 'custom_fields_answered', value: 'true' }] }
  const fields = { answered: { type: 'checkbox', title: 'Answered' } }
  const payload = { triggers: { call: trigger }, macros: { ask: macro }, webhooks: { caller: webhook }, ticket_fields: fields }
  const made = await waitForResult(await api.post(PATH, { payload }))
  const { resources } = await collection(made.id)
  const [ulid, macro_id, field_id, trigger_id] = ['caller', 'ask', 'answered', 'call'].map((name) => idOf(resources, name))
  assert.match(ulid, /^[0-9A-Z]{26}$/)
  assert.ok(resources.every((one: any) => one.deleted === false))
  assert.equal((await api.get(`/api/v2/triggers/${trigger_id}`)).body.trigger.actions[0].value[0], ulid)
  assert.equal((await api.get(`/api/v2/macros/${macro_id}`)).body.macro.actions[0].field, `custom_fields_${field_id}`)
  await waitForResult(await api.put(`${PATH}/${made.id}`, { payload: { webhooks: { caller: { name: 'Renamed' } } } }))
  assert.equal((await api.get(`/api/v2/webhooks/${ulid}`)).body.webhook.name, 'Renamed')
  await waitForResult(await api.delete(`${PATH}/${made.id}`))
  assert.equal((await api.get(`/api/v2/webhooks/${ulid}`)).status, 404)
  assert.equal((await api.get(`/api/v2/macros/${macro_id}`)).status, 404)
})

test('one invalid resource fails the job, and nothing of the payload is created', async () => {
  const payload = { targets: { fine: { ...TARGET, title: 'Never there' } }, automations: { empty: { title: '' } } }
  const job = await waitForJob(app, await api.post(PATH, { payload }))
  assert.deepEqual([job.status, job.results[0].success], ['failed', false])
  assert.match(job.results[0].details, /^automations\.empty: /)
  assert.ok(!(await titles('targets')).includes('Never there'))
})

test('an unknown kind, no resources or a value that is no hash fail the job with the reason', async () => {
  const failure = async (payload: unknown) => {
    const job = await waitForJob(app, await api.post(PATH, { payload }))
    assert.equal(job.status, 'failed')
    return job.results[0].details
  }
  assert.match(await failure({ sessions: { one: {} }, targets: { fine: TARGET } }), /^sessions: is not a resource type/)
  assert.match(await failure({ targets: {} }), /no resources/)
  assert.match(await failure({ targets: { one: 'text' } }), /^targets\.one: must be a hash/)
  assert.match(await failure({ constructor: { one: {} } }), /^constructor: is not a resource type/)
  assert.match(await failure({ ticket_fields: { one: { type: 'text', title: 'x', position: 'last' } } }), /^ticket_fields\.one: .*position/)
})

test('an update changes resources that exist, creates new and deleted ones, and leaves the rest', async () => {
  const payload = { targets: { a: { ...TARGET, title: 'A' }, b: { ...TARGET, title: 'B' }, c: { ...TARGET, title: 'C' } } }
  const { id } = await waitForResult(await api.post(PATH, { payload }))
  const before = (await collection(id)).resources
  await api.delete(`/api/v2/targets/${idOf(before, 'b')}`)
  assert.deepEqual(
    (await collection(id)).resources.map((one: any) => one.deleted),
    [false, true, false],
  )
  const change = { targets: { a: { title: 'A changed' }, b: { ...TARGET, title: 'B again' }, d: { ...TARGET, title: 'D' } } }
  const updated = await waitForResult(await api.put(`${PATH}/${id}`, { payload: change }))
  assert.deepEqual([updated.id, updated.status], [id, 'Updated'])
  const after = (await collection(id)).resources
  assert.deepEqual(
    after.map((one: any) => [one.identifier, one.deleted]),
    [...'abcd'].map((name) => [name, false]),
  )
  assert.equal(idOf(after, 'a'), idOf(before, 'a'))
  assert.notEqual(idOf(after, 'b'), idOf(before, 'b'))
  const { target } = (await api.get(`/api/v2/targets/${idOf(after, 'a')}`)).body
  assert.deepEqual([target.title, target.email], ['A changed', 'collected@example.org'])
})

test('removing a collection removes those of its resources that still exist', async () => {
  const payload = { targets: { x: { ...TARGET, title: 'X' }, y: { ...TARGET, title: 'Y' } }, ticket_fields: { f: { type: 'text', title: 'F' } } } // prettier-ignore
  const { id } = await waitForResult(await api.post(PATH, { payload }))
  const { resources } = await collection(id)
  await api.delete(`/api/v2/targets/${idOf(resources, 'x')}`)
  assert.equal((await waitForResult(await api.delete(`${PATH}/${id}`))).status, 'Deleted')
  assert.equal((await api.get(`/api/v2/targets/${idOf(resources, 'y')}`)).status, 404)
  assert.equal((await api.get(`/api/v2/ticket_fields/${idOf(resources, 'f')}`)).status, 404)
  assert.equal((await api.get(`${PATH}/${id}`)).status, 404)
})

test('collections are for administrators: 401, 403, 404; a body without payload is 400', async () => {
  const agent = await makeWith(api).agent()
  const asAgent = app.as({ email: agent.email, token: app.admin.token })
  for (const path of [PATH, `${PATH}/1`]) {
    assert.equal((await app.as({}).get(path)).status, 401)
    assert.equal((await asAgent.get(path)).status, 403)
  }
  const payload = { targets: { fine: TARGET } }
  assert.equal((await asAgent.post(PATH, { payload })).status, 403)
  assert.equal((await asAgent.delete(`${PATH}/1`)).status, 403)
  assert.equal((await api.put(`${PATH}/999999`, { payload })).status, 404)
  assert.equal((await api.delete(`${PATH}/999999`)).status, 404)
  assert.equal((await api.post(PATH, {})).status, 400)
  assert.equal((await api.post(PATH, { payload: [1] })).status, 400)
})
