import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)

/** A solved ticket with its requester. */
async function makeSolvedTicket(given: Record<string, unknown> = {}): Promise<{ id: number; requester_id: number; api: Client }> {
  const user = await make.user()
  const { id } = await make.ticket({ requester_id: user.id, status: 'solved', assignee_id: app.admin.id, ...given })
  return { id, requester_id: user.id, api: app.as({ email: user.email, token: app.admin.token }) }
}
const rate = (api: Client, id: number, satisfaction_rating: Record<string, unknown>) =>
  api.post(`/api/v2/tickets/${id}/satisfaction_rating.json`, { satisfaction_rating })

test('the requester rates a solved ticket: the ticket shows the rating and an audit records it', async () => {
  const { id, requester_id, api } = await makeSolvedTicket()
  const { status, body } = await rate(api, id, { score: 'good', comment: ' Thank you! ' })
  assert.equal(status, 200, JSON.stringify(body))
  const { satisfaction_rating: rating } = body
  assert.deepEqual(
    Object.keys(rating),
    'url id assignee_id group_id requester_id ticket_id score created_at updated_at comment reason reason_id reason_code'.split(' '),
  )
  assert.deepEqual(
    [rating.score, rating.comment, rating.requester_id, rating.assignee_id, rating.reason, rating.reason_code],
    ['good', 'Thank you!', requester_id, app.admin.id, 'No reason provided', 0],
  )
  const { ticket } = (await app.api.get(`/api/v2/tickets/${id}`)).body
  assert.deepEqual(ticket.satisfaction_rating, {
    id: rating.id,
    score: 'good',
    comment: 'Thank you!',
    reason: 'No reason provided',
    reason_id: rating.reason_id,
  })
  assert.equal(ticket.status, 'solved')
  const { audits } = (await app.api.get(`/api/v2/tickets/${id}/audits`)).body
  const [event] = audits.at(-1).events
  assert.deepEqual([event.type, event.score, event.assignee_id, event.body], ['SatisfactionRating', 'good', app.admin.id, 'Thank you!'])
  assert.deepEqual((await app.api.get(`/api/v2/satisfaction_ratings/${rating.id}.json`)).body.satisfaction_rating, rating)
})

test('the requester may change the rating, and give a reason for a bad one', async () => {
  const { id, api } = await makeSolvedTicket()
  const first = (await rate(api, id, { score: 'good' })).body.satisfaction_rating
  const second = (await rate(api, id, { score: 'bad', reason_code: 5 })).body.satisfaction_rating
  assert.equal(second.id, first.id)
  assert.deepEqual([second.score, second.reason_code, second.reason], ['bad', 5, 'The issue took too long to resolve'])
  const { reasons } = (await app.api.get('/api/v2/satisfaction_reasons.json')).body
  const reason = reasons.find((one: { id: number }) => one.id === second.reason_id)
  assert.equal(reason.value, second.reason)
  assert.deepEqual((await app.api.get(`/api/v2/satisfaction_reasons/${reason.id}`)).body.reason, [reason])
  assert.equal((await rate(api, id, { score: 'bad' })).body.satisfaction_rating.reason_code, 0)
})

test('only the requester can rate a ticket, once it was solved, with a valid score', async () => {
  const { id, api } = await makeSolvedTicket({ status: 'open' })
  assert.equal((await rate(api, id, { score: 'good' })).status, 422)
  await app.api.put(`/api/v2/tickets/${id}`, { ticket: { status: 'solved' } })
  await app.api.put(`/api/v2/tickets/${id}`, { ticket: { status: 'open' } })
  assert.equal((await rate(api, id, { score: 'good' })).status, 200)
  const refused = await rate(api, id, { score: 'offered', reason_code: 4 })
  assert.deepEqual([refused.status, Object.keys(refused.body.details)], [422, ['score', 'reason_code']])
  assert.equal((await rate(app.api, id, { score: 'good' })).status, 403)
  const other = await make.user()
  assert.equal((await rate(app.as({ email: other.email, token: app.admin.token }), id, { score: 'good' })).status, 404)
  assert.equal((await rate(app.as({}), id, { score: 'good' })).status, 401)
  assert.equal((await api.post(`/api/v2/tickets/${id}/satisfaction_rating`, {})).status, 400)
  await app.api.put(`/api/v2/tickets/${id}`, { ticket: { status: 'closed' } })
  assert.equal((await rate(api, id, { score: 'bad' })).status, 422)
})

test('ratings are listed, counted and filtered by score, comment and time', async () => {
  const all = [await makeSolvedTicket(), await makeSolvedTicket(), await makeSolvedTicket()]
  const scores = [{ score: 'good', comment: 'Fine' }, { score: 'good' }, { score: 'bad', comment: 'Slow' }]
  const made: number[] = []
  for (const [index, { id, api }] of all.entries())
    made.push((await rate(api, id, scores[index] as object as Record<string, unknown>)).body.satisfaction_rating.id)
  const listIds = async (query: string): Promise<number[]> => {
    const { body } = await app.api.get(`/api/v2/satisfaction_ratings?${query}`)
    return body.satisfaction_ratings.map((rating: { id: number }) => rating.id).filter((id: number) => made.includes(id))
  }
  assert.deepEqual(await listIds(''), made)
  assert.deepEqual(await listIds('score=received'), made)
  assert.deepEqual(await listIds('score=good'), made.slice(0, 2))
  assert.deepEqual(await listIds('score=good_with_comment'), made.slice(0, 1))
  assert.deepEqual(await listIds('score=good_without_comment'), made.slice(1, 2))
  assert.deepEqual(await listIds('score=received_with_comment'), [made[0], made[2]])
  assert.deepEqual(await listIds('score=offered'), [])
  assert.deepEqual(await listIds('start_time=4102444800'), [])
  assert.deepEqual(await listIds('end_time=4102444800'), made)
  assert.deepEqual(await listIds('page[size]=100&sort=-created_at'), [...made].reverse())
  const { count } = (await app.api.get('/api/v2/satisfaction_ratings/count?score=bad_with_comment')).body
  assert.equal(count.value, 1)
  assert.equal((await app.api.get('/api/v2/satisfaction_ratings/received')).status, 200)
  const { users } = (await app.api.get('/api/v2/satisfaction_ratings?include=users')).body
  assert.ok(users.some((user: { id: number }) => user.id === all[0]?.requester_id))
})

test('only admins read ratings', async () => {
  const { email } = await make.agent()
  const agent = app.as({ email, token: app.admin.token })
  for (const path of [
    'satisfaction_ratings',
    'satisfaction_ratings/count',
    'satisfaction_ratings/1',
    'satisfaction_reasons',
    'satisfaction_reasons/1',
  ]) {
    assert.equal((await agent.get(`/api/v2/${path}`)).status, 403, path)
    assert.equal((await app.as({}).get(`/api/v2/${path}`)).status, 401, path)
  }
  assert.equal((await app.api.get('/api/v2/satisfaction_ratings/999999')).status, 404)
  assert.equal((await app.api.get('/api/v2/satisfaction_reasons/999999')).status, 404)
})

test('no ratings can be given while they are disabled', async () => {
  const switchTo = (customer_satisfaction: boolean) =>
    app.inPerson.put('/api/v2/account/settings', { settings: { active_features: { customer_satisfaction } } })
  assert.equal((await switchTo(false)).body.settings.active_features.customer_satisfaction, false)
  const { id, api } = await makeSolvedTicket()
  assert.equal((await rate(api, id, { score: 'good' })).status, 403)
  assert.equal((await switchTo(true)).status, 200)
  assert.equal((await rate(api, id, { score: 'good' })).status, 200)
})

test('the comment of a rating is removed when its ticket is permanently deleted', async () => {
  const { id, api } = await makeSolvedTicket()
  const rating = (await rate(api, id, { score: 'bad', comment: 'Mrs. Smith was rude' })).body.satisfaction_rating
  await app.api.delete(`/api/v2/tickets/${id}`)
  await waitForJob(app, await app.api.delete(`/api/v2/deleted_tickets/${id}`))
  assert.equal((await app.api.get(`/api/v2/satisfaction_ratings/${rating.id}`)).body.satisfaction_rating.comment, null)
})

test('a requester cannot rate a ticket without public comments: 404', async () => {
  const { id, api } = await makeSolvedTicket({ comment: { body: 'Hidden', public: false } })
  assert.equal((await rate(api, id, { score: 'good' })).status, 404)
  assert.equal((await app.api.get(`/api/v2/tickets/${id}`)).body.ticket.satisfaction_rating, null)
})
