import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/macros'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const definitions = async () => (await agent.api.get(`${path}/definitions`)).body.definitions.actions as any[]

test('definitions name every action that macros have, and no other', async () => {
  const subjects = (await definitions()).map((one) => one.subject)
  for (const subject of ['subject', 'status', 'group_id', 'current_tags', 'comment_value', 'comment_value_html', 'comment_mode_is_public'])
    assert.ok(subjects.includes(subject), subject)
  for (const subject of ['notification_user', 'locale_id', 'set_schedule']) assert.ok(!subjects.includes(subject), subject)
  const status = (await definitions()).find((one) => one.subject === 'status')
  assert.deepEqual(
    status.values.map((one: any) => one.value),
    ['open', 'pending', 'hold', 'solved'],
  )
})

test('a value of each definition can be saved', async () => {
  for (const { subject, type, values } of await definitions()) {
    const [first] = values ?? []
    if (first === undefined && type === 'list') continue
    const text = type === 'side_conversation' ? ['Subject', 'Body'] : 'some text'
    const value = type === 'list_with_textarea' ? [first.value, 'some text'] : first === undefined ? text : first.value
    const answer = await app.api.post(path, { macro: { title: subject, actions: [{ field: subject, value }] } })
    assert.equal(answer.status, 201, `${subject}: ${JSON.stringify(answer.body)}`)
  }
})

test('the older shape has the same actions, with an empty text for no value', async () => {
  const { actions } = (await agent.api.get(`${path}/actions`)).body
  assert.deepEqual(
    actions.map((one: any) => one.value),
    (await definitions()).map((one) => one.subject),
  )
  const group = actions.find((one: any) => one.field === 'group_id')
  assert.deepEqual(group.operators, [{ value: 'is', title: 'Is' }])
  assert.equal(group.values.list[0].value, '')
})

test('definitions are for staff', async () => {
  for (const rest of ['definitions', 'actions']) {
    assert.equal((await app.as({}).get(`${path}/${rest}`)).status, 401)
    assert.equal((await customer.api.get(`${path}/${rest}`)).status, 403)
  }
})
