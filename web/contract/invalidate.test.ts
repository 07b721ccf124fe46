import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query } from './client.ts'
import { invalidate, invalidateBelow } from './invalidate.ts'
import { composeQuery, queryAll } from './queries.ts'
import { queryClient } from './query_client.ts'

const tokens = queryAll('GET /api/v2/api_tokens', 'api_tokens', { query: { include_users: true } })
const impact = (id: number) => query('GET /api/v2/api_tokens/:id/impact', { params: { id }, query: { days: 7 } })
const composed = composeQuery('token', 'GET /api/v2/api_tokens/:id', { params: { id: 1 } }, async () => 1)
const applications = query('GET /api/v2/deskhand/authorized_applications')

/** What is no longer true of these queries after an act, by their places. */
async function findInvalidated(act: () => Promise<void>): Promise<number[]> {
  const keys = [tokens, impact(1), impact(2), composed, applications].map(({ queryKey }) => queryKey)
  queryClient.clear()
  for (const key of keys) queryClient.setQueryData([...key], {})
  await act()
  return keys.flatMap((key, place) => (queryClient.getQueryState([...key])?.isInvalidated === true ? [place] : []))
}

test('an operation is read again in every form and with every input', async () => {
  assert.deepEqual(await findInvalidated(() => invalidate('GET /api/v2/api_tokens')), [0])
  assert.deepEqual(await findInvalidated(() => invalidate('GET /api/v2/api_tokens/:id')), [3])
  assert.deepEqual(await findInvalidated(() => invalidate('GET /api/v2/api_tokens/:id/impact')), [1, 2])
})

test('parameters name one record, whatever else was asked of it', async () => {
  assert.deepEqual(await findInvalidated(() => invalidate('GET /api/v2/api_tokens/:id/impact', { id: 2 })), [2])
})

test('what is below the path of an operation is read again with it, and nothing that only begins alike', async () => {
  assert.deepEqual(await findInvalidated(() => invalidateBelow('GET /api/v2/api_tokens')), [0, 1, 2, 3])
  assert.deepEqual(await findInvalidated(() => invalidateBelow('GET /api/v2/deskhand/authorized_applications')), [4])
})

test('queries of one operation with other inputs, or put together in another way, are not mixed up', () => {
  const hashes = [tokens, query('GET /api/v2/api_tokens', { query: { include_users: true } }), query('GET /api/v2/api_tokens')].map(
    ({ queryKey }) => JSON.stringify(queryKey),
  )
  assert.equal(new Set(hashes).size, hashes.length)
})
