import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeAddress } from './address.ts'

test('the address of an operation has its parameters, each as one part of the path', () => {
  assert.equal(writeAddress('GET /api/v2/api_tokens/:id', { params: { id: 35 } }), '/api/v2/api_tokens/35')
  assert.equal(writeAddress('GET /api/v2/webhooks/:id', { params: { id: 'a/b?c' } }), '/api/v2/webhooks/a%2Fb%3Fc')
  assert.equal(
    writeAddress('GET /api/v2/tickets/:ticket_id/macros/:id/apply', { params: { ticket_id: 7, id: 8 } }),
    '/api/v2/tickets/7/macros/8/apply',
  )
})

test('a query is written as text: lists with brackets, and without what is undefined', () => {
  assert.equal(
    writeAddress('GET /api/v2/users', { query: { role: ['agent', 'admin'], 'page[size]': 100 } }),
    '/api/v2/users?role%5B%5D=agent&role%5B%5D=admin&page%5Bsize%5D=100',
  )
  assert.equal(writeAddress('GET /api/v2/api_tokens', { query: { include_users: true } }), '/api/v2/api_tokens?include_users=true')
  assert.equal(writeAddress('GET /api/v2/api_tokens', { query: {} }), '/api/v2/api_tokens')
})
