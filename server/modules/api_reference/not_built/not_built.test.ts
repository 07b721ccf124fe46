import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import type { Answer } from '#test/client.ts'
import { putPerson } from '#test/records.ts'
import { allRoutes, servedRoutes } from '#app/routes.ts'
import { EMPTY_LISTS, NOT_BUILT } from './table.ts'

const app = await useApp()
const { api } = app
const agent = (await putPerson(app, { role: 'agent' })).api
const endUser = (await putPerson(app, { role: 'end-user' })).api

async function bearer(scopes: string[]): Promise<string> {
  const client = await api.post('/api/v2/oauth/clients', {
    client: { name: `Reader of ${scopes.join(' ')}`, identifier: scopes.join('_').replaceAll(':', '_') },
  })
  assert.equal(client.status, 201, JSON.stringify(client.body))
  const token = await app.inPerson.post('/api/v2/oauth/tokens', { token: { client_id: client.body.client.id, scopes } })
  assert.equal(token.status, 201, JSON.stringify(token.body))
  return token.body.token.full_token
}

/** A path that matches the row. */
const example = (path: string) => path.replace('*', 'something/5')
const isMarked = ({ headers }: Answer) => headers.get('x-deskhand-not-built') === 'true'
const FORBIDDEN = {
  error: {
    title: 'Forbidden',
    message: 'You do not have access to this page. Please contact the account owner of this help desk for further help.',
  },
}

test('routes of a product that no instance has are refused for every caller, as for accounts without that product', async () => {
  for (const path of ['channels/voice/stats/account_overview', 'help_center/incremental/articles', 'community/topics', 'incremental/chats'])
    for (const client of [api, agent]) {
      const answer = await client.get(`/api/v2/${path}.json?start_time=0`)
      assert.equal(answer.status, 403, path)
      assert.deepEqual(answer.body, FORBIDDEN)
      assert.ok(isMarked(answer), path)
    }
})

test('such a list is refused to anonymous callers, end users, and tokens without the scope', async () => {
  const elsewhere = app.as({ bearer: await bearer(['users:read']) })
  for (const { path } of NOT_BUILT) {
    assert.equal((await app.as({}).get(example(path))).status, 401, path)
    assert.equal((await endUser.get(example(path))).status, 403, path)
    const scopeless = await elsewhere.get(example(path))
    assert.equal(scopeless.status, 403, path)
    assert.match(scopeless.body.description, /missing the following required scopes/)
  }
})

test('every method of every product that is not built is answered in one way', async () => {
  for (const { path } of NOT_BUILT)
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const answer = await (method === 'get' ? api.get(example(path)) : api[method](example(path), { category: { name: 'x' } }))
      assert.deepEqual([answer.status, answer.body, isMarked(answer)], [403, FORBIDDEN, true], `${method} ${path}`)
    }
  for (const path of [
    'guide/theming/themes',
    'gather/badges',
    'apps/installations',
    'calls/1',
    'engagements/C604',
    'help_center/en-us/articles',
  ])
    assert.ok(isMarked(await api.get(`/api/v2/${path}.json`)), path)
})

test('lists of telephony are empty and say that it is not built', async () => {
  const scopeless = app.as({ bearer: await bearer(['groups:read']) })
  for (const { path, key } of EMPTY_LISTS) {
    const answer = await agent.get(`${path}.json?start_time=0&country=US`)
    assert.deepEqual([answer.status, isMarked(answer)], [200, true], path)
    assert.deepEqual(answer.body, { [key]: [], next_page: null, previous_page: null, count: 0 })
    const cursor = await api.get(`${path}?page[size]=5`)
    assert.deepEqual([cursor.body[key], cursor.body.meta.has_more, cursor.body.links], [[], false, { prev: null, next: null }])
    assert.equal((await app.as({}).get(path)).status, 401, path)
    assert.equal((await endUser.get(path)).status, 403, path)
    assert.match((await scopeless.get(path)).body.description, /missing the following required scopes/)
    assert.ok(isMarked(await api.post(path, {})), path)
  }
})

test('routes that are not built are not listed among those that are', async () => {
  const declared = Object.keys((await api.get('/api/v2/openapi.json')).body.paths)
  for (const { path } of NOT_BUILT) {
    assert.ok(servedRoutes.some((route) => route.path === path))
    assert.ok(!allRoutes.some((route) => route.path === path), path)
    assert.ok(!declared.includes(path), path)
  }
})

/** The lists that published connectors request to discover what exists. @source docs/reference/clients.md §2 */
const DISCOVERED =
  `activities audit_logs automations brands bookmarks business_hours/schedules channels/voice/addresses channels/voice/calls
  channels/voice/greeting_categories channels/voice/greetings channels/voice/ivr channels/voice/lines channels/voice/phone_numbers
  channels/voice/settings community/posts community/topics custom_roles custom_objects deleted_tickets deleted_users dynamic_content/items
  group_memberships groups groups/assignable help_center/categories help_center/incremental/articles?start_time=0 help_center/sections
  incremental/chats?start_time=0 incremental/organizations?start_time=0 incremental/ticket_events?start_time=0
  incremental/ticket_metric_events?start_time=0 incremental/tickets/cursor?start_time=0 incremental/users/cursor?start_time=0 job_statuses
  locales macros oauth/clients organization_fields organization_memberships organizations recipient_addresses requests
  routing/attributes routing/attributes/definitions satisfaction_ratings satisfaction_reasons sharing_agreements skips slas/policies
  suspended_tickets tags targets ticket_audits ticket_fields ticket_forms ticket_metrics tickets triggers triggers/active user_fields users
  views views/active webhooks workspaces`.split(/\s+/)

test('no list that connectors request is a 404', async () => {
  for (const path of DISCOVERED) {
    const { status } = await api.get(`/api/v2/${path}`)
    assert.ok(status === 200 || status === 403, `${path}: ${status}`)
  }
})
