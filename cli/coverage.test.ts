import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyRoute } from '#http/route.ts'
import { coverageText } from './coverage.ts'

const OPERATIONS = `A first line.

Groups
  GET    /api/v2/groups
  GET    /api/v2/groups/{group_id}
  DELETE /api/v2/groups/{group_id}

Moons
  GET    /api/v2/moons
`
const routes = [
  { method: 'GET', path: '/api/v2/groups' },
  { method: 'GET', path: '/api/v2/groups/:id' },
] as unknown as AnyRoute[]

test('operations that are there, left out and still to come are counted, whatever the names of path parameters', () => {
  const text = coverageText(OPERATIONS, routes, [{ heading: 'Moons', reason: 'there is none' }], [])
  assert.match(text, /^2 of 4 operations are there, 1 are left out on purpose, 1 are still to come\.$/m)
  assert.match(text, /^\| Groups \| 2 of 3 \| {2}\| 1 \|$/m)
  assert.match(text, /^\| Moons \| all \| there is none \|$/m)
  assert.match(text, /^- Groups: `DELETE \/api\/v2\/groups\/\{group_id\}`$/m)
})

test('a reason for an operation that exists, or that is unknown, is an error', () => {
  assert.throws(
    () => coverageText(OPERATIONS, routes, [{ heading: 'Groups', reason: 'x' }], []),
    /leaves out an operation that exists: GET/,
  )
  assert.throws(() => coverageText(OPERATIONS, routes, [{ heading: 'Stars', reason: 'x' }], []), /names an unknown heading/)
  assert.throws(() => coverageText(OPERATIONS, routes, [{ heading: 'Moons', only: ['GET /x'], reason: 'x' }], []), /not below Moons/)
})

test('an endpoint that is answered though not built is listed and not counted, and is an error once it is built', () => {
  const moons = { path: '/api/v2/moons', scope: '', reason: 'there is none' }
  const text = coverageText(OPERATIONS, routes, [], [moons])
  assert.match(text, /^2 of 4 operations are there, 0 are left out on purpose, 2 are still to come\.$/m)
  assert.match(text, /^\| `\/api\/v2\/moons` \| there is none \|$/m)
  assert.match(text, /^- Moons: all$/m)
  assert.throws(() => coverageText(OPERATIONS, routes, [], [{ ...moons, path: '/api/v2/groups' }]), /names an operation that is built/)
})
