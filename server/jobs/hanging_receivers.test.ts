import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServerResponse } from 'node:http'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { MAY_CALL_RECEIVER, type Receiver, useReceiver } from '#test/receiver.ts'
import { startSmtp } from '#test/smtp.ts'
import { systemOf } from '#test/system.ts'
import { inTransaction } from '#core/context.ts'
import { sendMail } from '#modules/common/mails/send.ts'
import { targetNotified } from '#modules/common/mails/templates/webhooks.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { enqueueInvocations } from '#modules/business_rules/webhooks/delivery/enqueue.ts'
import { OUTBOUND_SLOTS } from '#queue/slots.ts'

const smtp = await startSmtp()
const app = await useApp({ ...MAY_CALL_RECEIVER, SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, DESKHAND_MAIL_FROM: 'desk@example.com' })

async function createWebhook({ url }: Receiver): Promise<string> {
  const webhook = { name: 'Called', status: 'active', http_method: 'POST', request_format: 'json', endpoint: url }
  const { status, body } = await app.api.post('/api/v2/webhooks', { webhook })
  assert.equal(status, 201, JSON.stringify(body))
  return body.webhook.id
}

const callWebhook = async (webhook_id: string, times: number) =>
  inTransaction(await systemOf(app), (tx) =>
    enqueueInvocations(
      tx,
      Array.from({ length: times }, () => ({ webhook_id, content: { body: '{}' } })),
    ),
  )

const statuses = async (webhook: string): Promise<string[]> =>
  (await app.api.get(`/api/v2/webhooks/${webhook}/invocations`)).body.invocations.map((one: { status: string }) => one.status)

test('while receivers hang, mails and the calls of another webhook go out, and no receiver is called more often at once than its share', async (t) => {
  // with an answer that has begun, a call then hangs until its receiver ends it, however long this test takes
  t.mock.method(AbortSignal, 'timeout', () => new AbortController().signal)
  const hanging: ServerResponse[] = []
  const many = OUTBOUND_SLOTS * 2
  const stuck: { readonly id: string; readonly receiver: Receiver }[] = []
  const trickle = setInterval(() => hanging.forEach((response) => response.write(' ')), 1000).unref()
  t.after(() => clearInterval(trickle))
  for (const calls of [4, 2]) {
    const receiver = await useReceiver()
    receiver.answer((_call, response) => void hanging.push(response.writeHead(200)))
    const id = await createWebhook(receiver)
    stuck.push({ id, receiver })
    await callWebhook(id, many)
    await waitFor(async () => receiver.calls.length, calls)
  }

  const fine = await useReceiver()
  const other = await createWebhook(fine)
  await callWebhook(other, many)
  const mail = writeMail(targetNotified, { headline: 'Still here', message: 'Hello' })
  await inTransaction(await systemOf(app), (tx) => sendMail(tx, { ...mail, to: 'ann@example.com' }))
  await smtp.has(1)
  await waitFor(async () => (await statuses(other)).filter((status) => status === 'success').length, many)
  assert.equal(hanging.length, 6, 'the calls that hang still do, and there are no more of them')
  for (const { id, receiver } of stuck) {
    assert.deepEqual(new Set(await statuses(id)), new Set(['pending']))
    receiver.answer((_call, response) => void response.end())
  }
  for (const response of hanging) response.end()
  for (const { id } of stuck) await waitFor(async () => (await statuses(id)).filter((status) => status === 'success').length, many)
  await smtp.stop()
})
