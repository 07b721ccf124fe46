import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putMembership, putPerson } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/organization_subscriptions'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const other = await putPerson(app, { role: 'end-user' })
const make = async (name: string, shared_tickets: boolean) =>
  (await app.api.post('/api/v2/organizations', { organization: { name, shared_tickets } })).body.organization.id as number
const shared = await make('Shared', true)
const closed = await make('Closed', false)
await putMembership(app, customer.id, shared, true)
await putMembership(app, customer.id, closed, false)
const subscribe = (api: typeof app.api, organization_subscription: Record<string, unknown>) => api.post(path, { organization_subscription })

test('an agent subscribes any user, and subscribing twice has no further effect', async () => {
  const made = await subscribe(agent.api, { user_id: other.id, organization_id: closed })
  assert.equal(made.status, 200)
  const subscription = made.body.organization_subscription
  assert.deepEqual(Object.keys(subscription), ['id', 'organization_id', 'user_id', 'created_at'])
  assert.equal(
    (await subscribe(agent.api, { user_id: other.id, organization_id: closed })).body.organization_subscription.id,
    subscription.id,
  )
  for (const address of [
    path,
    `/api/v2/organizations/${closed}/subscriptions?page[size]=3`,
    `/api/v2/users/${other.id}/organization_subscriptions`,
  ])
    assert.deepEqual(
      (await agent.api.get(address)).body.organization_subscriptions.map((row: { id: number }) => row.id),
      [subscription.id],
    )
  assert.equal((await agent.api.get(`${path}/${subscription.id}.json`)).status, 200)
  assert.equal((await agent.api.delete(`${path}/${subscription.id}`)).status, 204)
  assert.equal((await agent.api.delete(`${path}/${subscription.id}`)).status, 404)
})

test('an end user subscribes themselves, to organizations of theirs that share tickets', async () => {
  const made = await subscribe(customer.api, { organization_id: shared })
  assert.equal(made.body.organization_subscription.user_id, customer.id)
  assert.deepEqual(Object.keys((await subscribe(customer.api, { organization_id: closed })).body.details), ['organization_id'])
  assert.equal((await subscribe(customer.api, { user_id: other.id, organization_id: shared })).status, 403)
  assert.equal((await subscribe(other.api, { organization_id: shared })).status, 422)
  const { id } = made.body.organization_subscription
  assert.equal((await other.api.get(`${path}/${id}`)).status, 404)
  assert.equal((await other.api.delete(`${path}/${id}`)).status, 404)
  assert.equal((await other.api.get(path)).body.count, 0)
  assert.equal((await other.api.get(`/api/v2/users/${customer.id}/organization_subscriptions`)).status, 403)
  assert.equal((await customer.api.delete(`${path}/${id}`)).status, 204)
})

test('unknown users and organizations are refused, and anonymous callers get 401', async () => {
  assert.deepEqual(Object.keys((await subscribe(agent.api, { user_id: 999999, organization_id: 999999 })).body.details), [
    'user_id',
    'organization_id',
  ])
  assert.equal((await agent.api.post(path, {})).status, 400)
  assert.equal((await agent.api.get(`${path}/abc`)).status, 400)
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await app.as({}).post(path, {})).status, 401)
})
