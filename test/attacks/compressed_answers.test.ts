/** Attack: an answer of some hundred bytes that becomes a gigabyte when it is decoded. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { brotliCompress, constants, deflate, gzip, zstdCompress } from 'node:zlib'
import { AnswerTooLong } from '#lib/cut.ts'
import { openOutbound } from '#outbound/fetch.ts'
import { enqueueTarget } from '#modules/business_rules/targets/call.ts'
import { inTransaction } from '#core/context.ts'
import { useApp } from '../app.ts'
import { waitFor } from '../jobs.ts'
import { makeWith } from '../make.ts'
import { listQueuedJobs } from '../queue.ts'
import { type Answering, MAY_CALL_RECEIVER, useReceiver } from '../receiver.ts'
import { systemOf } from '../system.ts'

const app = await useApp({ ...MAY_CALL_RECEIVER, DESKHAND_LOG_LEVEL: 'silent' })
const { api } = app
const make = makeWith(api)

/** The jobs that call outside and have not ended. */
const listOutgoingJobs = async () =>
  (await listQueuedJobs(app.database.database.driver)).filter(({ name }) => name === 'deliver_target' || name === 'fetch_photo')

const WHOLE = 128 * 1024 * 1024
const zeros = Buffer.alloc(WHOLE, ' ')
const BOMBS = {
  gzip: await promisify(gzip)(zeros),
  deflate: await promisify(deflate)(zeros),
  br: await promisify(brotliCompress)(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: await promisify(zstdCompress)(zeros),
}
const makeBombAnswer =
  (encoding: keyof typeof BOMBS, type = 'application/json'): Answering =>
  (_call, response) =>
    response.writeHead(200, { 'content-type': type, 'content-encoding': encoding }).end(BOMBS[encoding])

/** Bytes of memory outside of the heap that `work` adds: what is decoded lies there, or in texts of the heap. */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  const measureMemory = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed
  const before = measureMemory()
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, measureMemory() - before)), 1)
  await work().finally(() => clearInterval(watch))
  return Math.max(most, measureMemory() - before)
}

for (const encoding of ['gzip', 'deflate', 'br', 'zstd'] as const)
  test(`an answer of ${encoding} is cut after it has been decoded`, async () => {
    const receiver = await useReceiver()
    receiver.answer(makeBombAnswer(encoding))
    const outbound = openOutbound(['127.0.0.1/32'])
    let read = 0
    await assert.rejects(async () => {
      for await (const chunk of (await outbound.fetch(receiver.url)).body ?? []) read += chunk.byteLength
    }, AnswerTooLong)
    assert.ok(read <= 1024 * 1024, String(read))
    await assert.rejects((await outbound.fetch(receiver.url)).json(), AnswerTooLong)
    await outbound.close()
  })

test('an answer that is encoded twice is not read', async () => {
  const receiver = await useReceiver()
  const twice = await promisify(gzip)(await promisify(gzip)('text'))
  receiver.answer((_call, response) => response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(twice))
  const outbound = openOutbound(['127.0.0.1/32'])
  await assert.rejects((await outbound.fetch(receiver.url)).text(), AnswerTooLong)
  await outbound.close()
})

test('a short answer is read as it was sent', async () => {
  const receiver = await useReceiver()
  const outbound = openOutbound(['127.0.0.1/32'])
  receiver.answer((_call, response) => {
    void promisify(gzip)('{"a":1}').then((body) => response.writeHead(201, { 'content-encoding': 'gzip', 'x-own': '1' }).end(body))
  })
  const answer = await outbound.fetch(receiver.url)
  assert.deepEqual([answer.status, answer.headers.get('x-own'), await answer.json()], [201, '1', { a: 1 }])
  receiver.answer((_call, response) => response.writeHead(204).end())
  assert.deepEqual([(await outbound.fetch(receiver.url)).status, (await outbound.fetch(receiver.url)).body], [204, null])
  await outbound.close()
})

test('webhooks, targets, photos and identity providers take none of it into memory', async () => {
  const receiver = await useReceiver()
  const target = { type: 'url_target_v2', title: 'Bomb', method: 'post', content_type: 'application/json', target_url: receiver.url }
  const target_id = (await api.post('/api/v2/targets', { target })).body.target.id
  const identity_provider = { name: 'Bomb', issuer: receiver.url, client_id: 'c', client_secret: 's', allowed_domains: ['example.org'] }
  const provider = (await app.inPerson.post('/api/v2/identity_providers', { identity_provider })).body.identity_provider
  const bombed = receiver.calls
  for (const encoding of ['gzip', 'br'] as const) {
    receiver.answer(makeBombAnswer(encoding))
    const callers: Record<string, () => Promise<unknown>> = {
      async webhook() {
        const { status, body } = await api.post('/api/v2/webhooks/test', {
          request: { endpoint: receiver.url, http_method: 'POST', payload: '{}' },
        })
        assert.deepEqual([status, body.response.status_code, body.response.payload], [200, 200, ''])
      },
      async target() {
        const before = bombed.length
        await inTransaction(await systemOf(app), (tx) => enqueueTarget(tx, { target_id, message: '{}' }))
        await waitFor(async () => bombed.length > before, true)
        await waitFor(async () => (await listOutgoingJobs()).length, 0)
      },
      async photo() {
        const before = bombed.length
        const user = await make.user({ remote_photo_url: `${receiver.url}/p.png` })
        await waitFor(async () => bombed.length > before, true)
        await waitFor(async () => (await listOutgoingJobs()).length, 0)
        assert.equal((await api.get(`/api/v2/users/${user.id}`)).body.user.photo, null)
      },
      async provider() {
        const answer = await fetch(`${app.base_url}/access/sso/${provider.id}`, { redirect: 'manual' })
        assert.match(answer.headers.get('location') ?? '', /refused=(?:unavailable|not_proved)/)
      },
    }
    for (const [name, call] of Object.entries(callers)) {
      let grown = await memoryOf(call)
      // what else this process does counts, too, until it is collected: of several tries the least is the call's own
      for (let tries = 1; grown >= WHOLE / 2 && tries < 4; tries++) grown = Math.min(grown, await memoryOf(call))
      assert.ok(grown < WHOLE / 2, `${name} with ${encoding}: ${grown} bytes`)
    }
  }
})
