/** Kills a server in the midst of a thousand calls of a webhook: none is lost, and the log names those that were sent twice. */
import assert from 'node:assert/strict'
import { test } from '../processes.ts'
import { makeClient } from '../client.ts'
import { MAY_CALL_RECEIVER, useReceiver } from '../receiver.ts'
import { cloneDataDir } from './prepared.ts'
import { queryDatabase, startServer, waitUntil } from './process.ts'

const CALLS = 1000
/** The calls at which the server is killed, before they are answered. */
const KILLED_AT = [250, 600]
const TOKEN = 'token-for-the-crash-test-0123456789'
const headers = { authorization: `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}` }
const data_dir = await cloneDataDir()
const env = {
  ...MAY_CALL_RECEIVER,
  DATA_DIR: data_dir,
  DESKHAND_API_TOKEN: TOKEN,
  DESKHAND_RATE_LIMIT: 'off',
  DESKHAND_LOG_LEVEL: 'silent',
}

interface Made {
  readonly replay: { readonly has_more: boolean; readonly invocations: readonly { readonly id: string }[] }
}

test(`a thousand calls survive ${KILLED_AT.length} kills`, { timeout: 300_000 }, async (t) => {
  let server = await startServer(env)
  const receiver = await useReceiver()
  const cutOff: string[] = []
  receiver.answer(({ headers: { 'x-zendesk-webhook-invocation-id': id } }, response) => {
    if (!KILLED_AT.includes(receiver.calls.length)) return void response.end()
    cutOff.push(String(id))
    server.child.kill('SIGKILL')
  })
  const client = makeClient(server.base_url, headers)
  const given = { name: 'Told', status: 'active', http_method: 'POST', request_format: 'json', endpoint: receiver.url }
  const { webhook } = (await client.post('/api/v2/webhooks', { webhook: given })).body
  // as a receiver that was down leaves them: all are to be replayed
  await queryDatabase(
    data_dir,
    `insert into webhook_invocations (account_id, id, webhook_id, status, content, created_at, latest_at)
    select w.account_id, '01' || lpad(n::text, 24, '0'), w.id, 'failed', '{"body": "{}"}', now(), now()
    from webhooks w, generate_series(1, ${CALLS}) as n where w.id = '${webhook.id}'`,
  )
  const range = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', status: 'failed' }
  const made: string[] = []
  for (let has_more = true; has_more;) {
    const { status, body } = await client.post(`/api/v2/deskhand/webhooks/${webhook.id}/replays`, { replay: range })
    assert.equal(status, 201, JSON.stringify(body))
    const { replay } = body as Made
    made.push(...replay.invocations.map(({ id }) => id))
    has_more = replay.has_more
  }
  assert.equal(made.length, CALLS)
  for (const kill of KILLED_AT.keys()) {
    await waitUntil(`kill ${kill + 1}`, () => cutOff.length > kill)
    assert.equal(await server.ended, 'SIGKILL')
    server = await startServer(env)
  }
  const left = `select id from webhook_invocations where replay_of is not null and status = 'pending'`
  await waitUntil('every call has ended', async () => (await queryDatabase(data_dir, left)).length === 0, 120_000)

  const times = new Map<string, number>()
  for (const { headers: sent } of receiver.calls) {
    const id = String(sent['x-zendesk-webhook-invocation-id'])
    times.set(id, (times.get(id) ?? 0) + 1)
  }
  assert.deepEqual([...times.keys()].toSorted(), made.toSorted(), 'each call has arrived, and no other one')
  const unfinished = await queryDatabase(data_dir, `select id from webhook_invocations where replay_of is not null and status <> 'success'`)
  assert.deepEqual(unfinished, [])
  const twice = [...times].filter(([, count]) => count > 1).map(([id]) => id)
  const cut = await queryDatabase<{ id: string }>(data_dir, `select invocation_id as id from webhook_attempts where status = 'terminated'`)
  const told = new Set(cut.map(({ id }) => id))
  t.diagnostic(`${twice.length} of ${CALLS} calls were sent twice, ${told.size} were cut off`)
  assert.deepEqual(
    cutOff.filter((id) => !twice.includes(id)),
    [],
    'what was under way is sent again, with the same id',
  )
  assert.deepEqual(
    twice.filter((id) => !told.has(id)),
    [],
    'the log says of each call that was sent twice that it was cut off',
  )
})
