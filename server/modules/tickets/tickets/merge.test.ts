import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { upload } from '#test/files.ts'
import { waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const show = async (id: number) => (await app.api.get(`/api/v2/tickets/${id}`)).body.ticket
const comments = async (id: number) => (await app.api.get(`/api/v2/tickets/${id}/comments`)).body.comments
const merge = (id: number, body: unknown) => app.api.post(`/api/v2/tickets/${id}/merge`, body)

test('merging closes the sources, copies their people to the target and comments on both sides', async () => {
  const ada = await make.user()
  const bob = await make.user()
  const agent = await make.agent()
  const target = await make.ticket({ requester_id: ada.id })
  const one = await make.ticket({ requester_id: bob.id, subject: 'The same' })
  const two = await make.ticket({ requester_id: ada.id, followers: [{ user_id: agent.id }] })
  const job = await waitForJob(
    app,
    await merge(target.id, {
      ids: [one.id, two.id],
      target_comment: 'Merged here',
      source_comment: 'Merged there',
      target_comment_is_public: true,
    }),
  )
  assert.deepEqual(job.results, [{ id: target.id, action: 'update', success: true, status: 'Updated' }])
  const source = await show(one.id)
  const merged = await show(target.id)
  assert.deepEqual([source.status, source.tags], ['closed', ['closed_by_merge']])
  assert.deepEqual([merged.status, merged.email_cc_ids, merged.follower_ids], ['new', [bob.id], [agent.id]])
  const said = (await comments(one.id)).at(-1)
  const told = (await comments(target.id)).at(-1)
  assert.deepEqual([said.body, said.public, told.body, told.public], ['Merged there', false, 'Merged here', true])
  assert.deepEqual(told.via, {
    channel: 'api',
    source: { from: { ticket_id: one.id, subject: 'The same', ticket_ids: [one.id, two.id] }, to: {}, rel: 'merge' },
  })
  assert.equal(said.via.source.to.ticket_id, target.id)
  assert.equal((await comments(two.id)).length, 2)
})

test('comments of a merge are private when one of the tickets is', async () => {
  const target = await make.ticket()
  const secret = await make.ticket({ comment: { body: 'Secret', public: false } })
  await waitForJob(app, await merge(target.id, { ids: [secret.id], target_comment: 'x', target_comment_is_public: true }))
  assert.equal((await comments(target.id)).at(-1).public, false)
  assert.equal((await comments(secret.id)).length, 1)
})

test('a merge is refused for closed sources, solved targets, a ticket with itself, without permission, and without sources', async () => {
  const target = await make.ticket()
  const closed = await make.ticket({ status: 'closed', assignee_id: app.admin.id })
  const solved = await make.ticket({ status: 'solved', assignee_id: app.admin.id })
  const refused = await merge(target.id, { ids: [closed.id, target.id] })
  assert.equal(refused.status, 422)
  assert.deepEqual(
    refused.body.details.base.map((problem: { description: string }) => problem.description),
    ['Ids: a ticket cannot be merged into itself', `Ids: #${closed.id} is closed`],
  )
  assert.equal((await merge(solved.id, { ids: [target.id] })).status, 422)
  assert.equal((await merge(target.id, { ids: [999_999_999] })).status, 404)
  assert.equal((await merge(999_999_999, { ids: [target.id] })).status, 404)
  assert.equal((await merge(target.id, { ids: [] })).status, 400)
  assert.equal((await merge(target.id, { ids: 'all' })).status, 400)
  assert.equal((await app.as({}).post(`/api/v2/tickets/${target.id}/merge`, { ids: [1] })).status, 401)
  const user = await make.user()
  assert.equal(
    (await app.as({ email: user.email, token: app.admin.token }).post(`/api/v2/tickets/${target.id}/merge`, { ids: [1] })).status,
    403,
  )
})

test('attachments of the sources are copied to the comment of the target, private ones only to a private comment', async () => {
  const send = async (name: string) => (await upload(app, { name, type: 'text/plain', bytes: name })).token
  const target = await make.ticket()
  const other = await make.ticket()
  const source = await make.ticket({ comment: { body: 'See', uploads: [await send('public.txt')] } })
  await app.api.put(`/api/v2/tickets/${source.id}`, {
    ticket: { comment: { body: 'x', public: false, uploads: [await send('private.txt')] } },
  })
  const names = async (id: number) => (await comments(id)).at(-1).attachments.map((file: { file_name: string }) => file.file_name)
  await waitForJob(app, await merge(target.id, { ids: [source.id], target_comment: 'Merged', target_comment_is_public: true }))
  assert.deepEqual(await names(target.id), ['public.txt'])
  const third = await make.ticket({ comment: { body: 'See', uploads: [await send('third.txt')], public: false } })
  await waitForJob(app, await merge(other.id, { ids: [third.id], target_comment: 'Merged' }))
  assert.deepEqual(await names(other.id), ['third.txt'])
})

test('a follow-up of a merged ticket has its tags but that of the merge; tags and incidents of a source stay with it', async () => {
  const target = await make.ticket()
  const problem = await make.ticket({ type: 'problem', tags: ['outage'] })
  const incident = await make.ticket({ type: 'incident', problem_id: problem.id })
  await waitForJob(app, await merge(target.id, { ids: [problem.id] }))
  assert.deepEqual((await show(problem.id)).tags, ['closed_by_merge', 'outage'])
  assert.deepEqual([(await show(target.id)).tags, (await show(incident.id)).problem_id], [[], problem.id])
  const followUp = await make.ticket({ via_followup_source_id: problem.id })
  assert.deepEqual(followUp.tags, ['outage'])
})
