/** Creates records for tests through the API, with descriptive unique names. */
import assert from 'node:assert/strict'
import type { Client } from './client.ts'

let made = 0

async function create(api: Client, path: string, key: string, record: Record<string, unknown>): Promise<any> {
  const answer = await api.post(`/api/v2/${path}`, { [key]: record })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body[key]
}

/** Builders bound to a client; given members override the defaults. */
export function makeWith(api: Client) {
  return {
    user: (given: Record<string, unknown> = {}) =>
      create(api, 'users', 'user', { name: `Person ${++made}`, email: `person${made}@example.org`, verified: true, ...given }),
    agent: (given: Record<string, unknown> = {}) =>
      create(api, 'users', 'user', { name: `Agent ${++made}`, email: `agent${made}@example.org`, role: 'agent', verified: true, ...given }),
    organization: (given: Record<string, unknown> = {}) =>
      create(api, 'organizations', 'organization', { name: `Organization ${++made}`, ...given }),
    group: (given: Record<string, unknown> = {}) => create(api, 'groups', 'group', { name: `Group ${++made}`, ...given }),
    ticket: (given: Record<string, unknown> = {}) =>
      create(api, 'tickets', 'ticket', { subject: `Ticket ${++made}`, comment: { body: 'Hello' }, ...given }),
  }
}
