import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRequest, readMetrics } from './metrics.ts'

test('calls are counted by method, route and status, and each reading keeps the counts', async () => {
  const read = async () => (await readMetrics()).text
  for (const status of [200, 200, 404]) countRequest('GET', '/api/v2/counted', status, 3)
  assert.match(await read(), /deskhand_requests_total\{method="GET",route="\/api\/v2\/counted",status="200"\} 2\n/)
  countRequest('GET', '/api/v2/counted', 200, 3)
  countRequest('PUT', '/api/v2/counted', 200, 7000)
  const text = await read()
  assert.equal(await read().then((again) => /counted",status="200"\} 3\n/.test(again)), true)
  assert.match(text, /method="PUT",route="\/api\/v2\/counted",status="200"\} 1\n/)
  assert.match(text, /method="GET",route="\/api\/v2\/counted",status="404"\} 1\n/)
  const counted = 'route="/api/v2/counted"'
  assert.ok(text.includes(`deskhand_request_seconds_count{method="GET",${counted},status="2xx"} 3\n`), text)
  assert.ok(text.includes(`deskhand_request_seconds_count{method="GET",${counted},status="4xx"} 1\n`), text)
  assert.ok(text.includes(`deskhand_request_seconds_bucket{le="5",method="PUT",${counted},status="2xx"} 0\n`), text)
})
