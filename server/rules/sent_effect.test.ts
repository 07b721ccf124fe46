import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickChangedTexts, limitTexts, type SentEffect } from './sent_effect.ts'

const makeSent = (texts: Pick<SentEffect, 'subject' | 'body'>): SentEffect => ({
  rule: { kind: 'trigger', id: 1 },
  kind: 'mail_user',
  is_sent: true,
  ...texts,
})

test('a text is kept where it differs from that of the rule, and cut where it is long', () => {
  assert.deepEqual(pickChangedTexts({ subject: 'Hello', body: '{{ticket.id}}' }, { subject: 'Hello', body: '1' }), { body: '1' })
  const { subject = '', body = '' } = pickChangedTexts({}, { subject: 'x'.repeat(2000), body: 'x'.repeat(20_000) })
  assert.deepEqual([subject.length, body.length, body.at(-1)], [1024, 16_384, '…'])
})

test('the texts of one write are kept up to a length together, the first ones whole', () => {
  const few = [makeSent({ subject: 'Re: Doors', body: 'Open' }), makeSent({}), makeSent({ body: '' })]
  assert.deepEqual(limitTexts(few), few)
  const many = limitTexts([
    ...Array.from({ length: 3 }, () => makeSent({ subject: 'Re', body: 'x'.repeat(16_384) })),
    makeSent({ body: 'y'.repeat(16_384) }),
    makeSent({}),
    makeSent({ subject: 'Re: Doors', body: '' }),
  ])
  assert.deepEqual(
    many.map(({ subject, body }) => [subject, body?.length]),
    [
      ['Re', 16_384],
      ['Re', 16_384],
      ['Re', 16_384],
      [undefined, 16_378],
      [undefined, undefined],
      ['…', 0],
    ],
  )
  assert.equal(many[3]?.body?.at(-1), '…')
})
