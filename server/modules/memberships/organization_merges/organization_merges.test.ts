import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '#accounts/account.ts'
import { accountById } from '#accounts/directory.ts'
import { systemContext } from '#core/context.ts'
import { useApp } from '#test/app.ts'
import { waitFor, jobRun } from '#test/jobs.ts'
import { lastEvent, putMembership, putPerson, putTicket, ticketMember, userMember } from '#test/records.ts'
import { mergeOrganizations } from './merge.ts'
import { insertMerge } from './store.ts'

const app = await useApp()
const agent = await putPerson(app, { role: 'agent' })
const make = async (name: string, members: Record<string, unknown> = {}) =>
  (await app.api.post('/api/v2/organizations', { organization: { name, ...members } })).body.organization.id as number
const merge = (loser: number, winner_id: unknown) =>
  app.api.post(`/api/v2/organizations/${loser}/merge`, { organization_merge: { winner_id } })

test('users, domains and tickets of the loser move to the winner, and the loser is deleted', async () => {
  const loser = await make('Loser', { domain_names: ['loser.example', 'both.example'], details: 'Dropped' })
  const winner = await make('Winner', { domain_names: ['both.example'] })
  const only = await putPerson(app, { role: 'end-user' })
  const both = await putPerson(app, { role: 'end-user' })
  await putMembership(app, only.id, loser, true)
  await putMembership(app, both.id, winner, false)
  await putMembership(app, both.id, loser, true)
  await putTicket(app, { id: 30, organization_id: loser, status: 'closed' })
  const asked = await merge(loser, winner)
  assert.equal(asked.status, 200)
  const { id, url, ...rest } = asked.body.organization_merge
  assert.equal(typeof id, 'string')
  assert.deepEqual(rest, { loser_id: loser, winner_id: winner, status: 'new' })
  await waitFor(async () => (await app.api.get(url.slice(app.base_url.length))).body.organization_merge.status, 'complete')
  assert.equal((await app.api.get(`/api/v2/organizations/${loser}`)).status, 404)
  const { domain_names, details } = (await app.api.get(`/api/v2/organizations/${winner}`)).body.organization
  assert.deepEqual([domain_names, details], [['both.example', 'loser.example'], null])
  assert.equal(await ticketMember(app, 30, 'organization_id'), winner)
  assert.equal((await lastEvent(app, 30)).value, String(winner))
  for (const person of [only, both]) {
    assert.equal(await userMember(app, person.id, 'organization_id'), winner)
    const { organization_memberships } = (await app.api.get(`/api/v2/users/${person.id}/organization_memberships`)).body
    assert.deepEqual(
      organization_memberships.map((row: { organization_id: number; default: boolean }) => [row.organization_id, row.default]),
      [[winner, true]],
    )
  }
  for (const either of [loser, winner])
    assert.deepEqual(
      (await app.api.get(`/api/v2/organizations/${either}/merges?page[size]=5`)).body.organization_merges.map(
        (row: { id: string }) => row.id,
      ),
      [id],
    )
})

test('the winner must be another existing organization', async () => {
  const id = await make('Alone')
  for (const wrong of [id, 999999, null]) assert.deepEqual(Object.keys((await merge(id, wrong)).body.details ?? {}), ['winner_id'])
  assert.equal((await merge(999999, id)).status, 404)
  assert.equal((await app.api.post(`/api/v2/organizations/${id}/merge`, {})).status, 400)
})

test('a merge whose winner was deleted meanwhile ends in error, and the loser stays', async () => {
  const loser = await make('Still there')
  const { server } = app.running
  const account = (await accountById(server.services, app.account_id)) as Account
  const ctx = systemContext({ account, db: server.database, log: server.log, services: server.services, base_url: app.base_url })
  await insertMerge(ctx, { id: 'without-winner', loser_id: loser, winner_id: 999999 })
  await mergeOrganizations(ctx, { id: 'without-winner' }, jobRun(true))
  assert.equal((await app.api.get('/api/v2/organization_merges/without-winner')).body.organization_merge.status, 'error')
  assert.equal((await app.api.get(`/api/v2/organizations/${loser}`)).status, 200)
})

test('only admins merge organizations and see merges', async () => {
  const id = await make('Guarded')
  assert.equal((await app.as({}).post(`/api/v2/organizations/${id}/merge`, {})).status, 401)
  for (const refused of [
    agent.api.post(`/api/v2/organizations/${id}/merge`, { organization_merge: { winner_id: 1 } }),
    agent.api.get(`/api/v2/organizations/${id}/merges`),
    agent.api.get('/api/v2/organization_merges/x'),
  ])
    assert.equal((await refused).status, 403)
  assert.equal((await app.api.get('/api/v2/organization_merges/x')).status, 404)
})
