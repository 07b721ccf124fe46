import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSearch, drillDown, parseActivitySearch } from './search.ts'
import type { ActivityLine } from './queries.ts'

const nothing = {
  credential_kind: null,
  credential_id: null,
  client_id: null,
  user_id: null,
  method: null,
  route: null,
  user_agent: null,
  ip_address: null,
}
const makeLine = (given: Partial<ActivityLine>): ActivityLine => ({
  key: 'k',
  label: 'l',
  detail: null,
  calls: 1,
  errors: 0,
  limited: 0,
  first_at: '',
  last_at: '',
  trend: [],
  ...nothing,
  ...given,
})

test('invalid search parameters and defaults are left out', () => {
  assert.deepEqual(parseActivitySearch({ by: 'credential', days: 30, sort: '-calls', page: 1 }), {})
  assert.deepEqual(parseActivitySearch({ by: 'nobody', days: 3, sort: 'name', page: -1, user_id: '' }), {})
  assert.deepEqual(parseActivitySearch({ by: 'client', days: 7, sort: 'errors', page: 2, user_id: 5 }), {
    by: 'client',
    days: 7,
    sort: 'errors',
    page: 2,
    user_id: '5',
  })
})

test('the API is queried for whole days including today', () => {
  assert.deepEqual(readSearch({ days: 7, route: '/api/v2/users' }, Date.parse('2026-11-20T10:00:00Z')), {
    by: 'credential',
    from: '2026-11-14',
    to: '2026-11-20',
    sort: '-calls',
    'filter[route]': '/api/v2/users',
  })
})

test('a caller links to its endpoints and an endpoint to its callers; filters are kept', () => {
  const token = makeLine({ credential_kind: 'oauth', credential_id: 3, client_id: 7, user_id: 9 })
  assert.deepEqual(drillDown('credential', token, { days: 7, page: 3, route: '/x' }), {
    by: 'endpoint',
    days: 7,
    credential_kind: 'oauth',
    credential_id: '3',
    route: '/x',
  })
  assert.deepEqual(drillDown('client', makeLine({ client_id: 7 }), {}), { by: 'endpoint', client_id: '7' })
  assert.deepEqual(drillDown('endpoint', makeLine({ method: 'GET', route: '/x' }), { by: 'endpoint', client_id: '7' }), {
    client_id: '7',
    method: 'GET',
    route: '/x',
  })
})
