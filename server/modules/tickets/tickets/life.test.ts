import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor, waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp({}, { own: true }) // changes the tables of the database
const make = makeWith(app.api)
const show = async (id: number) => (await app.api.get(`/api/v2/tickets/${id}`)).body.ticket
const update = (id: number, ticket: Record<string, unknown>) => app.api.put(`/api/v2/tickets/${id}.json`, { ticket })
const staff = (user: { email: string }) => app.as({ email: user.email, token: app.admin.token })
async function withTickets(switches: Record<string, unknown>, work: () => Promise<void>): Promise<void> {
  const before = (await app.api.get('/api/v2/account/settings')).body.settings.tickets
  assert.equal((await app.api.put('/api/v2/account/settings', { settings: { tickets: switches } })).status, 200)
  await work()
  const back = Object.fromEntries(Object.keys(switches).map((name) => [name, before[name]]))
  const { settings } = (await app.api.put('/api/v2/account/settings', { settings: { tickets: back } })).body
  assert.deepEqual(settings.tickets, before)
}

const nextNumber = async () => (await make.ticket()).id as number

test('a ticket created in the background has its number at once', async () => {
  const made = await app.api.post('/api/v2/tickets?async=true', { ticket: { subject: 'Later', comment: { body: 'b' } } })
  assert.equal(made.status, 202)
  const { id } = made.body.ticket
  assert.equal((await make.ticket()).id, id + 1)
  const job = await waitForJob(app, { ...made, status: 200 })
  assert.equal(job.results[0].id, id)
  assert.equal((await show(id)).subject, 'Later')
  const wrong = await app.api.post('/api/v2/tickets?async=true', { ticket: { subject: 'No text' } })
  const failed = await waitForJob(app, { ...wrong, status: 200 })
  assert.equal(failed.results[0].success, false)
  assert.equal((await app.api.get(`/api/v2/tickets/${wrong.body.ticket.id}`)).status, 404)
})

test('end users cannot create tickets in the background, and no number is reserved for them', async () => {
  const before = await nextNumber()
  const refused = await staff(await make.user()).post('/api/v2/tickets?async=true', { ticket: { subject: 'x', comment: { body: 'b' } } })
  assert.equal(refused.status, 403, JSON.stringify(refused.body))
  assert.equal(await nextNumber(), before + 1)
})

test('spam is deleted and its requester suspended, but never an agent', async () => {
  const user = await make.user()
  const agent = await make.agent()
  const spam = await make.ticket({ requester_id: user.id })
  const own = await make.ticket({ requester_id: agent.id })
  assert.equal((await app.api.put(`/api/v2/tickets/${spam.id}/mark_as_spam`)).status, 200)
  assert.equal((await app.api.get(`/api/v2/tickets/${spam.id}`)).status, 404)
  assert.equal((await app.api.get(`/api/v2/users/${user.id}`)).body.user.suspended, true)
  assert.equal((await app.api.put(`/api/v2/tickets/${spam.id}/mark_as_spam`)).status, 404)
  const job = await waitForJob(app, await app.api.put(`/api/v2/tickets/mark_many_as_spam?ids=${own.id},999999999`))
  assert.deepEqual(
    job.results.map((row: { success: boolean }) => row.success),
    [true, false],
  )
  assert.equal((await app.api.get(`/api/v2/users/${agent.id}`)).body.user.suspended, false)
  assert.equal((await app.as({}).put(`/api/v2/tickets/${own.id}/mark_as_spam`)).status, 401)
  assert.equal((await staff(await make.user()).put(`/api/v2/tickets/${own.id}/mark_as_spam`)).status, 403)
  assert.equal((await app.api.put('/api/v2/tickets/mark_many_as_spam?ids=a')).status, 400)
})

test('solving a problem solves its incidents, with the same comment', async () => {
  const problem = await make.ticket({ type: 'problem', subject: 'Down' })
  const open = await make.ticket({ type: 'incident', problem_id: problem.id })
  const closed = await make.ticket({ type: 'incident', problem_id: problem.id, status: 'closed', assignee_id: app.admin.id })
  await update(problem.id, { status: 'solved', assignee_id: app.admin.id, comment: { body: 'Fixed', public: true } })
  await waitFor(async () => (await show(open.id)).status, 'solved')
  const { audits } = (await app.api.get(`/api/v2/tickets/${open.id}/audits`)).body
  assert.deepEqual(audits.at(-1).via.source, { from: { ticket_id: problem.id, subject: 'Down' }, to: {}, rel: 'problem' })
  assert.equal(audits.at(-1).events[0].body, 'Fixed')
  assert.equal((await show(open.id)).assignee_id, app.admin.id)
  assert.equal((await app.api.get(`/api/v2/tickets/${closed.id}/audits/count`)).body.count.value, 1)
})

test('a private comment on a problem is private on its incidents', async () => {
  const problem = await make.ticket({ type: 'problem', comment: { body: 'Our own notes', public: false } })
  const incident = await make.ticket({ type: 'incident', problem_id: problem.id })
  await update(problem.id, { status: 'solved', assignee_id: app.admin.id, comment: 'It was our fault' })
  await waitFor(async () => (await show(incident.id)).status, 'solved')
  const { comments } = (await app.api.get(`/api/v2/tickets/${incident.id}/comments`)).body
  assert.deepEqual(
    comments.map((comment: any) => comment.public),
    [true, false],
  )
})

test('problems are found by a part of their subject, the last changed first', async () => {
  const one = await make.ticket({ type: 'problem', subject: 'Zebra crossing' })
  const two = await make.ticket({ type: 'problem', subject: 'A zebra lost' })
  await make.ticket({ subject: 'Zebra, no problem' })
  const found = await app.api.post('/api/v2/problems/autocomplete', { text: 'zEBRA' })
  assert.deepEqual(new Set(found.body.tickets.map((ticket: { id: number }) => ticket.id)), new Set([one.id, two.id]))
  assert.equal((await app.api.post('/api/v2/problems/autocomplete?text=lost')).body.count, 1)
  const listed = (await app.api.get('/api/v2/problems')).body.tickets.map((ticket: { updated_at: string }) => ticket.updated_at)
  assert.deepEqual(listed, [...listed].sort().reverse())
  assert.equal((await app.as({}).post('/api/v2/problems/autocomplete', { text: 'x' })).status, 401)
})

test('a ticket that is no longer an incident has no problem, and one that is no longer a problem has no incidents', async () => {
  const problem = await make.ticket({ type: 'problem' })
  const one = await make.ticket({ type: 'incident', problem_id: problem.id })
  const two = await make.ticket({ type: 'incident', problem_id: problem.id })
  const { ticket, audit } = (await update(one.id, { type: 'question' })).body
  assert.equal(ticket.problem_id, null)
  assert.deepEqual(
    audit.events.map((event: any) => [event.field_name, event.value, event.previous_value]),
    [
      ['type', 'question', 'incident'],
      ['problem_id', null, String(problem.id)],
    ],
  )
  assert.equal((await show(problem.id)).has_incidents, true)
  assert.equal((await update(problem.id, { type: 'task' })).body.ticket.has_incidents, false)
  assert.equal((await update(problem.id, { type: 'problem' })).body.ticket.has_incidents, true)
  await update(two.id, { type: null })
  assert.equal((await show(problem.id)).has_incidents, false)
})

test('records related to a ticket: its incidents and the tickets it follows up', async () => {
  const problem = await make.ticket({ type: 'problem' })
  await make.ticket({ type: 'incident', problem_id: problem.id })
  const url = `${app.base_url}/api/v2/tickets/${problem.id}/related.json`
  const ticket_related = { url, topic_id: null, jira_issue_ids: [], followup_source_ids: [], from_archive: false, incidents: 1 }
  assert.deepEqual((await app.api.get(`/api/v2/tickets/${problem.id}/related`)).body, { ticket_related })
  assert.deepEqual((await app.api.get(url.slice(app.base_url.length))).body, { ticket_related })
  const agent = await make.agent()
  const source = await make.ticket({ status: 'closed', assignee_id: agent.id, tags: ['vip'] })
  const next = await make.ticket({ via_followup_source_id: source.id })
  assert.deepEqual((await app.api.get(`/api/v2/tickets/${next.id}/related`)).body.ticket_related.followup_source_ids, [String(source.id)])
  assert.deepEqual([next.assignee_id, next.group_id, next.tags, next.status], [agent.id, source.group_id, ['vip'], 'open'])
  assert.equal((await app.api.get('/api/v2/tickets/999999999/related')).status, 404)
  assert.equal((await staff(await make.user()).get(`/api/v2/tickets/${next.id}/related`)).status, 403)
})

test('a follow-up does not inherit a deleted assignee', async () => {
  const agent = await make.agent()
  const source = await make.ticket({ status: 'closed', assignee_id: agent.id })
  await app.api.delete(`/api/v2/users/${agent.id}`)
  assert.equal((await make.ticket({ via_followup_source_id: source.id })).assignee_id, null)
})

test('the ticket of a conversation is found by the id of the conversation', async () => {
  assert.equal((await app.api.get('/api/v2/tickets/messaging/conversations/none/ticket')).status, 404)
  assert.equal((await app.as({}).get('/api/v2/tickets/messaging/conversations/none/ticket')).status, 401)
})

test('later comments are as private as the first, and a voice comment keeps the data of its call', async () => {
  const ticket = await make.ticket({ comment: { body: 'Note', public: false } })
  await update(ticket.id, { comment: { body: 'Public once', public: true } })
  await update(ticket.id, { comment: { body: 'As at first' } })
  const call = {
    from: '+4512345678',
    to: '+4587654321',
    recording_url: 'https://calls.example.org/1',
    call_duration: 40,
    location: 'Aarhus',
    started_at: '2026-01-02T10:00:00.500+01:00',
  }
  const { audit } = (await update(ticket.id, { voice_comment: { ...call, public: true } })).body
  assert.equal(audit.events[0].type, 'VoiceComment')
  const { comments } = (await app.api.get(`/api/v2/tickets/${ticket.id}/comments`)).body
  assert.deepEqual(
    comments.map((comment: { public: boolean }) => comment.public),
    [false, true, false, true],
  )
  assert.equal(comments[3].type, 'VoiceComment')
  assert.match(
    comments[3].body,
    /Call from: \+4512345678\nCall to: \+4587654321\nTime of call: 2 January 2026, 04:00 \(UTC-5\)\nLength of phone call: 40 seconds/,
  )
  assert.deepEqual([comments[3].data.call_duration, comments[3].data.started_at], [40, '2026-01-02T09:00:00Z'])
  const audits = (await app.api.get(`/api/v2/tickets/${ticket.id}/audits`)).body.audits
  assert.equal(audits.at(-1).events[0].data.location, 'Aarhus')
  const long = await update(ticket.id, { voice_comment: { transcription_text: 'x'.repeat(70_000) } })
  assert.deepEqual([long.status, long.body.details.base[0].error], [422, 'TooLong'])
})

test('tickets of members of an organization go to its group', async () => {
  const group = await make.group()
  const other = await make.group()
  const organization = await make.organization({ group_id: group.id })
  const user = await make.user({ organization_id: organization.id })
  assert.equal((await make.ticket({ requester_id: user.id })).group_id, group.id)
  await app.api.put(`/api/v2/organizations/${organization.id}`, { organization: { group_id: other.id } })
  assert.equal((await make.ticket({ requester_id: user.id })).group_id, other.id)
  assert.equal((await make.ticket({ requester_id: user.id, group_id: group.id })).group_id, group.id)
})

test('a custom hold status is refused while on-hold is switched off', async () => {
  const { custom_status } = (
    await app.api.post('/api/v2/custom_statuses', { custom_status: { status_category: 'hold', agent_label: 'Waiting' } })
  ).body
  const ticket = await make.ticket()
  await withTickets({ status_hold: false }, async () => {
    assert.equal((await update(ticket.id, { custom_status_id: custom_status.id })).body.details.base[0].description, 'Status: is invalid')
  })
  assert.equal((await update(ticket.id, { custom_status_id: custom_status.id })).body.ticket.status, 'hold')
})

test('account settings: group reset, requester, organization, first comment', async () => {
  const group = await make.group()
  const ticket = await make.ticket({ group_id: group.id })
  const user = await make.user()
  const agent = await make.agent()
  await withTickets({ allow_group_reset: false }, async () => {
    assert.equal((await update(ticket.id, { group_id: null })).status, 422)
  })
  assert.equal((await update(ticket.id, { group_id: null })).body.ticket.group_id, null)
  await withTickets({ agent_can_change_requester: false }, async () => {
    const refused = await staff(agent).put(`/api/v2/tickets/${ticket.id}`, { ticket: { requester_id: user.id } })
    assert.equal(refused.body.details.base[0].description, 'Requester: cannot be changed')
    assert.equal((await update(ticket.id, { requester_id: user.id })).body.ticket.requester_id, user.id)
  })
  const organization = await make.organization()
  const member = await make.user({ organization_id: organization.id })
  await withTickets({ assign_default_organization: false }, async () => {
    assert.equal((await make.ticket({ requester_id: member.id })).organization_id, null)
  })
  await withTickets({ is_first_comment_private_enabled: false }, async () => {
    assert.equal((await make.ticket({ comment: { body: 'x', public: false } })).is_public, true)
  })
})

test('collaboration settings: copies, followers, neither, or the classic kind', async () => {
  const user = await make.user()
  const agent = await make.agent()
  const people = { email_ccs: [{ user_id: user.id }, { user_id: agent.id }], followers: [{ user_id: agent.id }] }
  const lists = async () => {
    const { email_cc_ids, follower_ids } = await make.ticket(people)
    return [email_cc_ids, follower_ids]
  }
  assert.deepEqual(await lists(), [[user.id, agent.id], [agent.id]])
  await withTickets({ comment_email_ccs_allowed: false }, async () => assert.deepEqual(await lists(), [[], [agent.id]]))
  await withTickets({ ticket_followers_allowed: false }, async () => assert.deepEqual(await lists(), [[user.id, agent.id], []]))
  await withTickets({ follower_and_email_cc_collaborations: false }, async () => {
    assert.deepEqual((await make.ticket({ collaborators: [user.id] })).collaborator_ids, [])
  })
  await withTickets({ follower_and_email_cc_collaborations: false, collaboration: true }, async () => {
    assert.deepEqual((await make.ticket({ collaborators: [user.id, agent.id] })).email_cc_ids, [user.id, agent.id])
  })
  await withTickets({ agent_email_ccs_become_followers: true }, async () => {
    assert.deepEqual((await make.ticket({ email_ccs: [{ user_id: agent.id }] })).follower_ids, [agent.id])
  })
})

test('sharing is stored', async () => {
  const ticket = await make.ticket({ sharing_agreement_ids: [7] })
  assert.deepEqual(ticket.sharing_agreement_ids, [7])
  const { audit } = (await update(ticket.id, { sharing_agreement_ids: [] })).body
  const { id: _id, ...event } = audit.events[0]
  assert.deepEqual(event, { type: 'TicketSharingEvent', agreement_id: 7, action: 'unshared' })
})

test('new tickets get the tags of their requester and of the organization', async () => {
  const organization = await make.organization({ tags: ['gold'] })
  const user = await make.user({ organization_id: organization.id, tags: ['vip'] })
  assert.deepEqual((await make.ticket({ requester_id: user.id, tags: ['own'] })).tags, ['gold', 'own', 'vip'])
  await app.api.put(`/api/v2/organizations/${organization.id}/tags`, { tags: ['loud'] })
  assert.deepEqual((await make.ticket({ requester_id: user.id })).tags, ['gold', 'loud', 'vip'])
  assert.equal((await app.api.put('/api/v2/account/settings', { settings: { user: { tagging: false } } })).status, 200)
  assert.deepEqual((await make.ticket({ requester_id: user.id })).tags, [])
  await app.api.put('/api/v2/account/settings', { settings: { user: { tagging: true } } })
})

test('statuses and forms are side-loaded with tickets, only those the tickets refer to', async () => {
  const ticket = await make.ticket()
  const path = `/api/v2/tickets/show_many?ids=${ticket.id}&include=custom_statuses,ticket_forms,sharing_agreements`
  const { body } = await app.api.get(path)
  assert.deepEqual(
    body.custom_statuses.map((status: { id: number }) => status.id),
    [ticket.custom_status_id],
  )
  assert.deepEqual(
    body.ticket_forms.map((form: { id: number }) => form.id),
    [ticket.ticket_form_id],
  )
  assert.deepEqual(body.sharing_agreements, [])
})

test('an agent who leaves a group loses its open tickets; the solved ones go to a remaining agent', async () => {
  const group = await make.group()
  const one = await make.agent()
  const two = await make.agent()
  for (const { id } of [one, two]) {
    const made = await app.api.post('/api/v2/group_memberships', { group_membership: { user_id: id, group_id: group.id } })
    assert.equal(made.status, 201)
  }
  const open = await make.ticket({ group_id: group.id, assignee_id: one.id })
  const solved = await make.ticket({ group_id: group.id, assignee_id: one.id, status: 'solved' })
  const { group_memberships } = (await app.api.get(`/api/v2/users/${one.id}/group_memberships`)).body
  const { id } = group_memberships.find((membership: { group_id: number }) => membership.group_id === group.id)
  assert.equal((await app.api.delete(`/api/v2/group_memberships/${id}`)).status, 204)
  assert.deepEqual([(await show(open.id)).assignee_id, (await show(solved.id)).assignee_id], [null, two.id])
  assert.equal((await show(open.id)).group_id, group.id)
})

test('an incident that changes its type leaves its problem completely or not at all', async () => {
  const problem = await make.ticket({ type: 'problem' })
  const { id } = await make.ticket({ type: 'incident', problem_id: problem.id })
  const sql = app.database.database.driver
  await sql.unsafe(`create function refuse() returns trigger language plpgsql as 'begin raise exception ''not now''; end'`)
  await sql.unsafe(
    'create trigger refuse before update on tickets for each row when (old.has_incidents and not new.has_incidents) execute function refuse()',
  )
  assert.equal((await update(id, { type: 'question' })).status, 500)
  const kept = await show(id)
  assert.deepEqual([kept.type, kept.problem_id], ['incident', problem.id])
  await sql`drop trigger refuse on tickets`
  assert.equal((await update(id, { type: 'question' })).status, 200)
  assert.equal((await show(problem.id)).has_incidents, false)
})
