import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const path = '/api/v2/macros'
const build = makeWith(app.api)
const me = (await app.api.get('/api/v2/users/me')).body.user

let made = 0
const make = async (actions: unknown[], members: Record<string, unknown> = {}) => {
  const answer = await app.api.post(path, { macro: { title: `Apply ${++made}`, actions, ...members } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.macro
}
const apply = async (macro: { id: number }, query = '') => {
  const answer = await app.api.get(`${path}/${macro.id}/apply${query}`)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.result.ticket
}
const applyTo = (ticket: { id: number }, macro: { id: number }, query = '') =>
  app.api.get(`/api/v2/tickets/${ticket.id}/macros/${macro.id}/apply${query}`)

test('without a ticket only what the macro changes is shown, with placeholders as they are written', async () => {
  const field = (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Serial' } })).body.ticket_field
  const macro = await make([
    { field: 'status', value: 'solved' },
    { field: 'assignee_id', value: 'current_user' },
    { field: 'current_tags', value: 'done Fine' },
    { field: `custom_fields_${field.id}`, value: 'S-1' },
    { field: 'comment_value', value: 'Dear {{ticket.requester.name}}' },
    { field: 'comment_mode_is_public', value: 'false' },
  ])
  const { custom_status_id, ...ticket } = await apply(macro)
  assert.equal(typeof custom_status_id, 'number')
  const text = 'Dear {{ticket.requester.name}}'
  assert.deepEqual(ticket, {
    status: 'solved',
    assignee_id: me.id,
    tags: ['done', 'fine'],
    fields: { [field.id]: 'S-1' },
    comment: { body: text, public: false, scoped_body: [['channel:all', text]] },
  })
})

test('what needs a ticket is left out without one', async () => {
  assert.deepEqual(await apply(await make([{ field: 'assignee_id', value: 'requester_id' }])), {})
  const { comment } = await apply(await make([{ field: 'comment_value', value: 'Hi *you*' }]), '?normalize_comment=true')
  assert.match(comment.html_body, /Hi <em>you<\/em>/)
  assert.equal(comment.public, true)
})

test('a comment may have a text for each channel, and HTML', async () => {
  const { comment } = await apply(
    await make([
      { field: 'comment_value', value: ['channel:web', 'On the web'] },
      { field: 'comment_value', value: ['channel:all', 'Everywhere'] },
    ]),
  )
  assert.deepEqual(
    [comment.body, comment.scoped_body],
    [
      'Everywhere',
      [
        ['channel:web', 'On the web'],
        ['channel:all', 'Everywhere'],
      ],
    ],
  )
  const rich = (await apply(await make([{ field: 'comment_value_html', value: '<p>Hi <b>you</b></p><script>alert(1)</script>' }]))).comment
  assert.match(rich.html_body, /<p>Hi <b>you<\/b><\/p>/)
  assert.doesNotMatch(rich.html_body, /script/)
  assert.deepEqual([rich.body, rich.scoped_body], ['Hi you', [['channel:all', 'Hi you']]])
})

test('with a ticket the whole ticket is shown with the changes; nothing is saved', async () => {
  const requester = await build.user({ name: 'Ada Lovelace' })
  const ticket = await build.ticket({
    requester_id: requester.id,
    subject: 'Broken',
    priority: 'low',
    tags: ['old', 'kept'],
    status: 'open',
  })
  const macro = await make([
    { field: 'subject', value: 'Re: {{ticket.title}}' },
    { field: 'status', value: 'pending' },
    { field: 'priority', value: 'urgent' },
    { field: 'current_tags', value: 'new' },
    { field: 'remove_tags', value: 'old' },
    { field: 'group_id', value: 'current_groups' },
    { field: 'follower', value: 'current_user' },
    {
      field: 'comment_value',
      value: 'Dear {{ticket.requester.first_name}}, about "{{ticket.title}}" ({{ticket.status}}). {{current_user.name}}',
    },
  ])
  const answer = await applyTo(ticket, macro)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const { ticket: after } = answer.body.result
  assert.deepEqual(
    [after.id, after.url, after.subject, after.status, after.priority, after.tags, after.follower_ids, after.requester_id],
    [ticket.id, ticket.url, 'Re: Broken', 'pending', 'urgent', ['kept', 'new'], [me.id], requester.id],
  )
  assert.equal(after.group_id, me.default_group_id)
  assert.notEqual(after.custom_status_id, ticket.custom_status_id)
  assert.equal(after.comment.body, `Dear Ada, about "Re: Broken" (Pending). ${me.name}`)
  assert.equal(after.comment.public, true)
  const { updated_at, generated_timestamp, ...stored } = (await app.api.get(`/api/v2/tickets/${ticket.id}`)).body.ticket
  assert.deepEqual(stored, Object.fromEntries(Object.entries(ticket).filter(([name]) => name in stored)))
  assert.equal(updated_at, ticket.updated_at)
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}/audits`)).body.count, 1)
  assert.equal(typeof generated_timestamp, 'number')
})

test('custom fields bring their tags along, tags their fields, and a custom status its status', async () => {
  const choices = [
    { name: 'Red', value: 'red' },
    { name: 'Blue', value: 'blue' },
  ]
  const colour = { type: 'tagger', title: 'Colour', custom_field_options: choices }
  const field = (await app.api.post('/api/v2/ticket_fields', { ticket_field: colour })).body.ticket_field
  const waiting = { status_category: 'hold', agent_label: 'Waiting for parts' }
  const status = (await app.api.post('/api/v2/custom_statuses', { custom_status: waiting })).body.custom_status
  const ticket = await build.ticket({ custom_fields: [{ id: field.id, value: 'red' }] })
  const set = await make([
    { field: `custom_fields_${field.id}`, value: 'blue' },
    { field: 'custom_status_id', value: String(status.id) },
  ])
  const after = (await applyTo(ticket, set)).body.result.ticket
  assert.deepEqual([after.tags, after.fields[field.id], after.status, after.custom_status_id], [['blue'], 'blue', 'hold', status.id])
  const untag = await make([{ field: 'remove_tags', value: 'red' }])
  assert.equal((await applyTo(ticket, untag)).body.result.ticket.fields[field.id], null)
  await app.api.delete(`/api/v2/ticket_fields/${field.id}`)
  // an action on a field that is gone is skipped, the others are not
  assert.equal((await applyTo(ticket, set)).body.result.ticket.status, 'hold')
})

test('values in HTML are escaped', async () => {
  const ticket = await build.ticket({ subject: '<img src=x onerror=alert(1)>' })
  const macro = await make([{ field: 'comment_value_html', value: '<p>{{ticket.title}}</p>' }])
  const { comment } = (await applyTo(ticket, macro)).body.result.ticket
  assert.match(comment.html_body, /<p>&lt;img src=x onerror=alert\(1\)&gt;<\/p>/)
  assert.match(comment.body, /<img src=x/)
})

test('who does not see the ticket or the macro gets 404', async () => {
  const group = await build.group()
  const agent = await build.agent({ ticket_restriction: 'assigned' })
  const api = app.as({ email: agent.email, token: app.admin.token })
  const macro = await make([{ field: 'priority', value: 'high' }])
  const hidden = await make([{ field: 'priority', value: 'high' }], { restriction: { type: 'Group', id: group.id } })
  const own = await build.ticket({ assignee_id: agent.id })
  const foreign = await build.ticket()
  const call = async (ticket: { id: number }, one: { id: number }) =>
    (await api.get(`/api/v2/tickets/${ticket.id}/macros/${one.id}/apply`)).status
  assert.deepEqual([await call(own, macro), await call(foreign, macro), await call(own, hidden)], [200, 404, 404])
  assert.equal((await applyTo({ id: 999_999 }, macro)).status, 404)
  assert.equal((await app.as({}).get(`/api/v2/tickets/${own.id}/macros/${macro.id}/apply`)).status, 401)
})
