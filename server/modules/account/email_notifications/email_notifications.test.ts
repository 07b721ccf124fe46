import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { systemOf } from '#test/system.ts'
import { inTransaction } from '#core/context.ts'
import { sendMail } from '#modules/common/mails/send.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const PATH = '/api/v2/email_notifications'

/** A ticket whose requester has been sent a mail about it. */
async function notifiedTicket(): Promise<{ ticket: any; mailId: number }> {
  const ticket = await make.ticket()
  const ctx = await systemOf(app)
  const mail = { user_id: app.admin.id, to: 'admin@example.com', subject: 'Told', text: 'Told', topic: 'ticket.told', ticket_id: ticket.id }
  return { ticket, mailId: await inTransaction(ctx, (tx) => sendMail(tx, mail)) }
}

test('the mails about a ticket are listed by its id, each with its delivery status', async () => {
  const { ticket, mailId } = await notifiedTicket()
  const { body } = await api.get(`${PATH}.json?filter[ticket_id]=${ticket.id}`)
  assert.deepEqual(Object.keys(body), ['email_notifications', 'meta', 'links'])
  const [one] = body.email_notifications
  assert.deepEqual([one.notification_id, one.ticket_id, one.recipients[0].email_address], [mailId, ticket.id, 'admin@example.com'])
  assert.equal(one.recipients[0].delivery_status.name, 'not_sent')
  assert.ok(one.message_id.startsWith(`<${one.email_id}@`))
  assert.deepEqual((await api.get(`${PATH}/${mailId}`)).body.email_notification, one)
  for (const query of [`ticket_ids=${ticket.id},999999`, `ids=${mailId}`])
    assert.deepEqual((await api.get(`${PATH}/show_many?${query}`)).body.email_notifications, [one], query)
  assert.deepEqual((await api.get(`${PATH}/show_many?comment_ids=1`)).body.email_notifications, [])
  assert.equal((await api.get(`${PATH}?filter[notification_id]=${mailId}`)).body.email_notifications.length, 1)
})

test('an agent sees mails about tickets they can see', async () => {
  const { ticket, mailId } = await notifiedTicket()
  const agent = await make.agent({ ticket_restriction: 'assigned' })
  const asAgent = app.as({ email: agent.email, token: app.admin.token })
  assert.deepEqual((await asAgent.get(`${PATH}?filter[ticket_id]=${ticket.id}`)).body.email_notifications, [])
  assert.equal((await asAgent.get(`${PATH}/${mailId}`)).status, 404)
})

test('without credentials 401, end users 403, without a filter 400, unknown 404', async () => {
  const person = await make.user()
  assert.equal((await app.as({}).get(`${PATH}?filter[ticket_id]=1`)).status, 401)
  assert.equal((await app.as({ email: person.email, token: app.admin.token }).get(`${PATH}?filter[ticket_id]=1`)).status, 403)
  assert.equal((await api.get(PATH)).status, 400)
  assert.equal((await api.get(`${PATH}/999999`)).status, 404)
})
