import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp({}, { shippedTriggers: true })
const make = makeWith(app.api)
const path = '/api/v2/triggers'
const is = (field: string, value: unknown) => ({ field, operator: field === 'custom_status_id' ? 'includes' : 'is', value })
const post = (all: readonly object[], actions: readonly object[] = [{ field: 'priority', value: 'high' }]) =>
  app.api.post(path, { trigger: { title: 'Names others', conditions: { all }, actions } })
const sentences = (answer: { body: any }): string[] =>
  answer.body.details.base.map((problem: { description: string }) => problem.description)
const GONE = 99_999

test('each id of another record in conditions must exist, and each that is missing is named', async () => {
  const fields = ['group_id', 'assignee_id', 'requester_id', 'organization_id', 'brand_id', 'ticket_form_id', 'custom_status_id']
  const answer = await post(fields.map((field) => is(field, field === 'custom_status_id' ? [String(GONE)] : GONE)))
  assert.equal(answer.status, 422)
  assert.deepEqual(sentences(answer), [
    `Invalid condition on group_id: there is no group ${GONE}.`,
    `Invalid condition on assignee_id: there is no user ${GONE}.`,
    `Invalid condition on requester_id: there is no user ${GONE}.`,
    `Invalid condition on organization_id: there is no organization ${GONE}.`,
    `Invalid condition on brand_id: there is no brand ${GONE}.`,
    `Invalid condition on ticket_form_id: there is no ticket form ${GONE}.`,
    `Invalid condition on custom_status_id: there is no ticket status ${GONE}.`,
  ])
})

test('the same is so for actions', async () => {
  const mail = (to: unknown) => [to, 'Subject', 'Text']
  const answer = await post(
    [is('status', 'open')],
    [
      { field: 'group_id', value: GONE },
      { field: 'follower', value: GONE },
      { field: 'notification_user', value: mail(GONE) },
      { field: 'notification_group', value: mail(GONE) },
      { field: 'notification_target', value: [String(GONE), 'Text'] },
      { field: 'notification_webhook', value: ['01GONE', '{}'] },
      { field: 'custom_status_id', value: GONE },
    ],
  )
  assert.deepEqual(sentences(answer), [
    `Invalid action group_id: there is no group ${GONE}.`,
    `Invalid action follower: there is no user ${GONE}.`,
    `Invalid action notification_user: there is no user ${GONE}.`,
    `Invalid action notification_group: there is no group ${GONE}.`,
    `Invalid action notification_target: there is no target ${GONE}.`,
    'Invalid action notification_webhook: there is no webhook 01GONE.',
    `Invalid action custom_status_id: there is no ticket status ${GONE}.`,
  ])
})

test('records that exist may be named until they are deleted; then the rule stays, can be renamed and disabled, but not enabled', async () => {
  const group = await make.group()
  const agent = await make.agent()
  const organization = await make.organization()
  const { target } = (
    await app.api.post('/api/v2/targets', { target: { title: 'Told', type: 'email_target', email: 'told@example.org', subject: 'Told' } })
  ).body
  const status = (await app.api.get('/api/v2/custom_statuses')).body.custom_statuses[0].id
  const made = await post(
    [is('group_id', group.id), is('assignee_id', agent.id), is('organization_id', organization.id), is('custom_status_id', [status])],
    [
      { field: 'notification_target', value: [String(target.id), 'Text'] },
      { field: 'group_id', value: group.id },
    ],
  )
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id } = made.body.trigger
  const put = (members: object) => app.api.put(`${path}/${id}`, { trigger: members })
  await app.api.delete(`/api/v2/groups/${group.id}`)
  await app.api.delete(`/api/v2/targets/${target.id}`)
  await app.api.delete(`/api/v2/users/${agent.id}`)
  assert.equal((await put({ title: 'Still there' })).status, 200)
  assert.equal((await put({ active: false })).status, 200)
  assert.deepEqual(sentences(await put({ active: true })), [
    `Invalid condition on group_id: there is no group ${group.id}.`,
    `Invalid condition on assignee_id: there is no user ${agent.id}.`,
    `Invalid action notification_target: there is no target ${target.id}.`,
    `Invalid action group_id: there is no group ${group.id}.`,
  ])
})

test('a deleted custom field is refused', async () => {
  const { ticket_field } = (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Serial' } })).body
  const condition = { field: `custom_fields_${ticket_field.id}`, operator: 'present' }
  assert.equal((await post([condition])).status, 201)
  await app.api.delete(`/api/v2/ticket_fields/${ticket_field.id}`)
  assert.deepEqual(sentences(await post([condition])), [`Invalid condition: there is no field "custom_fields_${ticket_field.id}".`])
})
