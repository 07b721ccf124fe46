import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, inputOf } from './draft.ts'
import { filterClients } from './filter.ts'
import type { OAuthClient } from './queries.ts'

const client: OAuthClient = {
  id: 1,
  url: 'https://example.com/api/v2/oauth/clients/1.json',
  user_id: 2,
  name: 'Ticket Mirror',
  identifier: 'mirror',
  company: 'Example Ltd',
  description: '',
  redirect_uri: ['https://app.example.com/cb', 'http://localhost:3000/cb'],
  secret: 'dhc_012345',
  global: false,
  logo_url: null,
  integration_id: null,
  kind: 'public',
  scopes: ['tickets:read', 'hc'],
  allowed_ips: ['192.0.2.0/24'],
  per_minute: 60,
  may_act_in_person: false,
  previous_secret_expires_at: null,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
}

test('a client becomes a form with one item per line and back unchanged', () => {
  const draft = draftOf(client)
  assert.equal(draft.redirect_uri, 'https://app.example.com/cb\nhttp://localhost:3000/cb')
  const { name, identifier, company, description, redirect_uri, kind, scopes, allowed_ips, per_minute, may_act_in_person } = client
  const rest = { redirect_uri, kind, scopes, allowed_ips, per_minute, may_act_in_person }
  assert.deepEqual(inputOf(draft), { name, identifier, company, description, ...rest })
})

test('an empty field sets no limit, and an invalid rate limit is refused by the server', () => {
  const empty = inputOf({ ...draftOf(), allowed_ips: '' })
  assert.deepEqual([empty.scopes, empty.allowed_ips, empty.per_minute, empty.kind], [null, null, null, 'confidential'])
  assert.equal(inputOf({ ...draftOf(), per_minute: 'many' }).per_minute, 0)
})

test('a search matches clients that contain every word', () => {
  assert.deepEqual(filterClients([client], 'MIRROR localhost'), [client])
  assert.deepEqual(filterClients([client], 'mirror other'), [])
})

test('an empty list of scopes is kept apart from null, which allows all', () => {
  assert.deepEqual(inputOf({ ...draftOf(), scopes: [] }).scopes, [])
  assert.equal(inputOf({ ...draftOf(), scopes: null }).scopes, null)
  assert.deepEqual(inputOf({ ...draftOf(), scopes: ['read', 'hc'] }).scopes, ['read', 'hc'])
})
