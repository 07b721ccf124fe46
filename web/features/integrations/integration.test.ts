import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterIntegrations, parseIntegrationSearch, withState } from './filter.ts'
import { countDone, impactSentence, lossSentence, findOpenChecklist } from './integration.ts'
import type { Integration } from './queries.ts'

const makeStep = (key: string, done_at: string | null) => ({
  key,
  title: key,
  how: '',
  automatic: false,
  done_at,
  done_by_id: null,
  note: null,
})
const ledger: Integration = {
  id: 1,
  url: 'https://example.com/api/v2/integrations/1.json',
  page_url: 'https://example.com/admin/apps_and_integrations/integrations/1',
  kind: 'oauth',
  name: 'Ledger',
  state: 'active',
  access_request_id: 7,
  requester_id: 2,
  bot_user_id: 3,
  scopes: ['users:read'],
  config: { service: 'Acme books' },
  sealed: [],
  creation_steps: [makeStep('a', '2026-11-20T10:00:00Z'), makeStep('b', null)],
  revocation_steps: [],
  owned: { oauth_clients: [], api_tokens: [], webhooks: [] },
  credentials: [],
  shared_secret_id: null,
  last_used_at: null,
  health: 'unused',
  recent_calls: 0,
  recent_errors: 0,
  expires_at: null,
  activated_at: null,
  revoked_at: null,
  revocation_reason: null,
  allowed_acts: [],
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
}
const makeCredential = (type: 'oauth_client' | 'api_token' | 'webhook', tokens: number, active = true) => ({
  type,
  id: 1,
  label: 'x',
  tokens,
  active,
  last_used_at: null,
})

test('the search parameters of the list are parsed, and invalid ones are left out', () => {
  assert.deepEqual(parseIntegrationSearch({ state: 'revoking', q: 'ledger', page: 2 }), { state: 'revoking', q: 'ledger', page: 2 })
  assert.deepEqual(parseIntegrationSearch({ state: 'lost', q: '', page: 1.5, other: 1 }), {})
})

test('a search matches name, kind and configuration, and requires every word', () => {
  assert.deepEqual(filterIntegrations([ledger], 'books LEDGER'), [ledger])
  assert.deepEqual(filterIntegrations([ledger], 'books pager'), [])
  assert.deepEqual(
    [withState([ledger], 'active').length, withState([ledger], 'revoked').length, withState([ledger], 'all').length],
    [1, 0, 1],
  )
})

test('an integration being created or revoked has an open checklist, an active one has none', () => {
  assert.equal(findOpenChecklist({ ...ledger, state: 'creating' }), 'creation_steps')
  assert.equal(findOpenChecklist({ ...ledger, state: 'revoking' }), 'revocation_steps')
  assert.equal(findOpenChecklist(ledger), undefined)
  assert.equal(countDone(ledger.creation_steps), 1)
})

test('what a revocation removes and whom it affects are described in sentences', () => {
  assert.equal(lossSentence(ledger), 'It owns no credentials.')
  const credentials = [
    makeCredential('oauth_client', 3),
    makeCredential('api_token', 1),
    makeCredential('api_token', 1, false),
    makeCredential('webhook', 0),
  ]
  assert.equal(
    lossSentence({ ...ledger, credentials, sealed: ['signing_secret'] }),
    'It loses 1 OAuth client with 3 access tokens, 1 API token, 1 webhook and 1 sealed secret at once.',
  )
  const impact = { days: 30, calls: 0, errors: 0, last_at: null, callers: [], endpoints: [] }
  assert.equal(impactSentence(impact), 'Nobody has called the API with what it owns in the last 30 days.')
  const callers = [{ user_agent: 'ledger', ip_address: '192.0.2.1', calls: 1200, errors: 0, last_at: '2026-11-20T10:00:00Z' }]
  assert.equal(
    impactSentence({ ...impact, calls: 1200, callers }),
    'One program made 1,200 calls with what it owns in the last 30 days; the next one would be refused.',
  )
})
