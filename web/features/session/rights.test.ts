import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayOpen } from './rights.ts'

const endUser = { role: 'end-user', duties: [] }
const invited = { role: 'end-user', duties: ['requester'] as const }
const agent = { role: 'agent', duties: [] }
const engineer = { role: 'agent', duties: ['engineer'] as const }
const admin = { role: 'admin', duties: [] }

test('each page is open to those whom the API lets read it', () => {
  const openTo = (address: string) =>
    Object.entries({ endUser, invited, agent, engineer, admin }).flatMap(([name, who]) => (mayOpen(who, address) ? [name] : []))
  assert.deepEqual(openTo('/account'), ['endUser', 'invited', 'agent', 'engineer', 'admin'])
  assert.deepEqual(openTo('/secrets'), ['endUser', 'invited', 'agent', 'engineer', 'admin'])
  assert.deepEqual(openTo('/secrets/new'), ['agent', 'engineer', 'admin'])
  assert.deepEqual(openTo('/access_requests/7'), ['invited', 'agent', 'engineer', 'admin'])
  assert.deepEqual(openTo('/home'), ['agent', 'engineer', 'admin'])
  assert.deepEqual(openTo('/agent/tickets/1'), ['agent', 'engineer', 'admin'])
  assert.deepEqual(openTo('/agent/users/1'), ['agent', 'engineer', 'admin'])
  assert.deepEqual(openTo('/admin/apps_and_integrations/api_tokens/new'), ['engineer', 'admin'])
  assert.deepEqual(openTo('/admin/apps_and_integrations/api_settings'), ['admin'])
  assert.deepEqual(openTo('/admin'), ['admin'])
})
