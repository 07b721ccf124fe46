import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueUrl, trackIssues } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { HttpError } from '#core/errors.ts'
import { allRoutes } from '#app/routes.ts'
import { allowsScope, areWellFormed, redundantScope, splitScopes, withinCeiling } from './scopes.ts'

const app = await useApp()
await trackIssues(app)
const client = (await app.api.post('/api/v2/oauth/clients', { client: { name: 'Scopes', identifier: 'scopes' } })).body.client
const withScopes = async (...scopes: string[]) =>
  app.as({ bearer: (await app.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes } })).body.token.full_token })

test('every route with a scope refuses a token with another scope, and names what is missing', async () => {
  const caller = await withScopes('hc:read')
  for (const route of allRoutes) {
    if (route.scope === null || route.scope === 'hc') continue
    const path = route.path.replace(/:\w+/g, '1')
    const access = route.access ?? (route.method === 'GET' ? 'read' : 'write')
    const body = route.json_only === true ? [{}] : []
    const answer = await caller[route.method.toLowerCase() as 'post'](path, ...body)
    const words = route.scope === '' ? access : `${route.scope}:${access}, ${access}`
    assert.equal(answer.status, 403, `${route.method} ${route.path}`)
    const description = `You are missing the following required scopes: ${words}`
    const { body: refusal } = route.refusal?.(new HttpError(403, { error: 'Forbidden', description })) ?? {
      body: { error: 'Forbidden', description },
    }
    assert.deepEqual(answer.body, refusal, `${route.method} ${route.path}`)
  }
})

test('the refusal names the narrow scope and the broad one', async () => {
  const { status, body } = await (await withScopes('hc:read')).get('/api/v2/tickets.json')
  assert.equal(status, 403)
  assert.deepEqual(body, { error: 'Forbidden', description: 'You are missing the following required scopes: tickets:read, read' })
})

test('over HTTP a scope allows its access to its resource and nothing else', async () => {
  const rows = [
    [['groups:read'], 200, 403],
    [['read'], 200, 403],
    [['groups'], 200, 422],
    [['read', 'groups:write'], 200, 422],
    [['write'], 403, 422],
    [['tickets:read', 'users'], 403, 403],
  ] as const
  for (const [scopes, read, write] of rows) {
    const caller = await withScopes(...scopes)
    assert.equal((await caller.get('/api/v2/groups')).status, read, scopes.join(' '))
    assert.equal((await caller.post('/api/v2/groups', { group: { name: ' ' } })).status, write, scopes.join(' '))
  }
})

test('a caller with a part of the scopes cannot issue a credential with all of them', async () => {
  const writer = await withScopes('write')
  const lacks = { error: 'Forbidden', description: 'You are missing the following required scopes: read' }
  assert.deepEqual((await writer.post('/api/v2/api_tokens', { api_token: { description: issueUrl() } })).body, lacks)
  assert.deepEqual((await writer.post('/api/v2/oauth/clients', { client: { name: 'B', identifier: 'b' } })).body, lacks)
  assert.deepEqual((await writer.put(`/api/v2/oauth/clients/${client.id}`, { client: { name: 'B' } })).body, lacks)
  assert.deepEqual((await writer.put(`/api/v2/oauth/clients/${client.id}/generate_secret`)).body, lacks)
  assert.deepEqual((await writer.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['read', 'write'] } })).body, lacks)
  const whole = await withScopes('read', 'write')
  const given = { api_token: { description: issueUrl() } }
  assert.equal((await whole.post('/api/v2/api_tokens', given)).status, 403, 'it was made with an API token, and is nobody in person')
  assert.equal((await app.inPerson.put(`/api/v2/oauth/clients/${client.id}`, { client: { may_act_in_person: true } })).status, 200)
  const own = { token: { client_id: client.id, scopes: ['read', 'write', 'in_person'] } }
  const { full_token } = (await app.inPerson.post('/api/v2/oauth/tokens', own)).body.token
  assert.equal((await app.as({ bearer: full_token }).post('/api/v2/api_tokens', given)).status, 201)
  assert.equal((await whole.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['impersonate'] } })).status, 403)
})

test('scopes are parsed and matched', () => {
  assert.ok(allowsScope(['unrestricted'], 'tickets', 'write'))
  assert.ok(!allowsScope(['impersonate'], 'tickets', 'read'))
  assert.deepEqual(splitScopes(' read  write,read '), ['read', 'write'])
  assert.equal(redundantScope(['read', 'tickets:read']), 'tickets:read')
  assert.equal(redundantScope(['tickets', 'tickets:write']), 'tickets:write')
  assert.equal(redundantScope(['read', 'tickets:write', 'users']), null)
  assert.ok(areWellFormed(['a:b']) && !areWellFormed(['a"b']) && !areWellFormed(['ä']))
})

test('a ceiling contains what its scopes contain, and nothing else', () => {
  const rows = [
    [['tickets:read'], ['read'], true],
    [['tickets'], ['read'], false],
    [['tickets'], ['read', 'write'], true],
    [['read'], ['tickets:read', 'users:read'], false],
    [['tickets:read'], ['tickets'], true],
    [['impersonate'], ['read', 'write'], false],
    [['unrestricted'], ['read', 'write'], false],
    [['read', 'tickets'], ['unrestricted'], true],
    [['impersonate'], ['unrestricted'], false],
    [['anything'], null, true],
  ] as const
  for (const [wanted, ceiling, fits] of rows)
    assert.equal(withinCeiling(wanted, ceiling), fits, `${wanted.join(' ')} in ${ceiling?.join(' ')}`)
})
