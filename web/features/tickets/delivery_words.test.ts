import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Delivery } from './queries.ts'
import { describeDelivery } from './delivery_words.ts'
import { findSentValue } from './trace_words.ts'

const sent: Delivery = { state: 'sent', texts: 'sent', outcomes: [], webhook_invocation_id: null }
const words = (given: Partial<Delivery>) => describeDelivery({ ...sent, ...given })

test('what became of a mail is said: how many were delivered, or that none was sent', () => {
  assert.equal(words({}), 'Sent.')
  assert.equal(words({ outcomes: [{ state: 'sent', count: 1 }] }), 'Delivered.')
  assert.equal(words({ outcomes: [{ state: 'failed', count: 1 }] }), 'Failed.')
  assert.equal(words({ outcomes: [{ state: 'terminated', count: 1 }] }), 'Refused by the receiver, or the webhook was switched off.')
  const some = [
    { state: 'sent', count: 2 },
    { state: 'failed', count: 1 },
  ]
  assert.equal(words({ outcomes: some }), '2 delivered, 1 failed.')
  assert.match(words({ state: 'waiting', texts: 'rule' }), /^Not sent yet/)
  assert.match(words({ state: 'not_sent', texts: 'rule' }), /^Not sent:/)
  assert.match(words({ texts: 'removed' }), /redacted/)
  assert.match(words({ texts: 'hidden' }), /hidden from you/)
})

test('an action is shown with what it has sent in place of the texts of the rule', () => {
  const texts = { ...sent, subject: 'Re: Doors', body: 'Open', recipients: [3] }
  const of = (effect: 'mail_user' | 'call_webhook' | 'reply' | 'side_conversation', value: never, given: object = {}) =>
    findSentValue({ effect, value, sent: { ...texts, ...given } })
  const mail = ['3', 'Re: {{ticket.title}}', '{{ticket.description}}'] as never
  assert.deepEqual(of('mail_user', mail), ['3', 'Re: Doors', 'Open'])
  assert.deepEqual(of('mail_user', mail, { subject: null }), ['3', 'Re: {{ticket.title}}', 'Open'])
  assert.deepEqual(of('mail_user', mail, { texts: 'rule' }), mail)
  assert.deepEqual(of('call_webhook', ['w', '{{ticket.id}}'] as never), ['w', 'Open'])
  assert.equal(of('reply', '{{ticket.title}}' as never), 'Open')
  assert.deepEqual(of('side_conversation', ['{{ticket.title}}', 'x', 'a@example.net'] as never), ['Re: Doors', 'x', 'a@example.net'])
})
