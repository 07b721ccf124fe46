import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { createAcceptedRequest, createFiledRequest, getGovernedPeople, stepAs } from '#test/governance.ts'
import { waitFor, runScheduledWork } from '#test/jobs.ts'
import { accountById } from '#accounts/directory.ts'
import { inTransaction, systemContext } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { takeStep, takeSystemStep } from './take_step.ts'

const app = await useApp()
const path = '/api/v2/access_requests'
const { requester, manager, provisioner, engineer } = await getGovernedPeople(app)
const DAY_SECONDS = 86_400

const setAccess = (access: object) => app.inPerson.put('/api/v2/deskhand/settings', { settings: { access } })
const byPassword = app.as({ email: app.admin.email, password: app.admin.password })

/** Sets the clock of the account that many days ahead of the machine's, and runs the scheduled work. */
async function daysLater(days: number): Promise<void> {
  const clock = days === 0 ? { mode: 'real' } : { mode: 'shifted', offset_seconds: Math.round(days * DAY_SECONDS) }
  const { status, body } = await byPassword.put('/api/v2/deskhand/settings', { settings: { clock } })
  assert.equal(status, 200, JSON.stringify(body))
  await runScheduledWork(app)
}
after(() => daysLater(0).catch(() => {})) // the application may already be closed

const readRequest = async (id: number) => (await byPassword.get(`${path}/${id}`)).body.access_request
const mailsOf = async (topic: string, title: string) =>
  (await byPassword.get(`/api/v2/deskhand/mails?filter[topic]=access_request.${topic}`)).body.mails.filter((mail: { body: string }) =>
    mail.body.includes(`"${title}"`),
  ) as { to: string; subject: string; body: string }[]

// Expires 14 days without decision. @source docs/reference/access_governance.md §2.1
test('a request without a decision within 14 days expires, and those concerned are notified', async () => {
  await daysLater(0)
  const untouched = (await createFiledRequest(app)).request
  const reviewed = (await createFiledRequest(app)).request
  await stepAs(manager, reviewed.id, 'approve')
  await stepAs(provisioner, reviewed.id, 'review', 'Sound')
  const waits = Date.parse(untouched.deadline_at) - Date.parse(untouched.created_at)
  assert.equal(waits, 14 * DAY_SECONDS * 1000)
  await daysLater(13.9)
  assert.deepEqual([(await readRequest(untouched.id)).state, (await readRequest(reviewed.id)).state], ['submitted', 'security_reviewed'])
  await daysLater(14.1)
  for (const { id } of [untouched, reviewed]) {
    const request = await readRequest(id)
    assert.deepEqual([request.state, request.deadline_at, request.allowed_steps], ['expired', null, []])
    const { events } = (await byPassword.get(`${path}/${id}/events`)).body
    assert.deepEqual([events.at(-1).type, events.at(-1).actor_name, events.at(-1).actor_id], ['expire', 'System', -1])
  }
  const to = (await mailsOf('expired', reviewed.title)).map((mail) => mail.to)
  assert.deepEqual(to.toSorted(), [manager.email, provisioner.email, requester.email].toSorted())
  assert.deepEqual(
    (await mailsOf('expired', untouched.title)).map((mail) => mail.to).toSorted(),
    [manager.email, requester.email].toSorted(),
  )
  await runScheduledWork(app)
  assert.equal((await mailsOf('expired', untouched.title)).length, 2)
})

// Approval expires 7 days if unissued. @source docs/reference/access_governance.md §2.1
test('an accepted request that is not issued within 7 days expires', async () => {
  await daysLater(0)
  const { request } = await createAcceptedRequest(app)
  assert.equal(Date.parse(request.deadline_at) - Date.parse(request.accepted_at), 7 * DAY_SECONDS * 1000)
  await daysLater(6.9)
  assert.equal((await readRequest(request.id)).state, 'accepted')
  await daysLater(7.1)
  assert.equal((await readRequest(request.id)).state, 'expired')
})

test('no step can be taken after the deadline, even before scheduled work has expired the request', async () => {
  await daysLater(0)
  await setAccess({ request_days: 1 })
  const { request } = await createFiledRequest(app)
  await setAccess({ request_days: 14 })
  const { services, database, log } = app.running.server
  const account = await accountById(services, app.account_id)
  assert.ok(account !== undefined)
  const later = systemContext({ account, db: database, log, services, base_url: app.base_url })
  const now = new Date(Date.parse(request.deadline_at) + 1000)
  await assert.rejects(
    inTransaction({ ...later, now }, (tx) => takeSystemStep(tx, request, 'withdraw')),
    /is past its deadline and expires/,
  )
  await assert.rejects(
    inTransaction(later, (tx) => takeSystemStep(tx, request, 'expire')),
    /has time left/,
  )
})

const putToken = defineStatement<{
  id: number
}>(`insert into api_tokens (account_id, user_id, description, token_hash, visible_token, last_used_at, created_at, updated_at)
  values (${app.account_id}, $1, 'https://example.com/1', decode(md5($2), 'hex'), '…', $3, $4, $4) returning id`)

test('the first call with the credential makes the request active', async () => {
  await daysLater(0)
  const { request } = await createAcceptedRequest(app)
  const { services, database, log } = app.running.server
  const account = await accountById(services, app.account_id)
  assert.ok(account !== undefined)
  const token = async (mark: string, used: Date | null) =>
    (await database.first(putToken(engineer.id, mark, used, new Date()))) as { id: number }
  const system = systemContext({ account, db: database, log, services, base_url: app.base_url })
  const unused = await token('unused', null)
  await inTransaction(system, async (tx) => {
    const actor = { ...tx.actor, id: engineer.id, name: engineer.name, role: 'agent' as const, duties: ['engineer' as const] }
    const auth = { ...tx.auth, is_personal: true }
    await takeStep({ ...tx, actor, auth }, request, 'issue', { links: { api_token_id: unused.id } })
    await takeSystemStep(tx, request, 'hand_over')
  })
  await runScheduledWork(app)
  assert.equal((await readRequest(request.id)).state, 'handed_over')
  await database.run(
    defineStatement<unknown>(`update api_tokens set last_used_at = $2 where account_id = ${app.account_id} and id = $1`)(
      unused.id,
      new Date(),
    ),
  )
  await runScheduledWork(app)
  const active = await readRequest(request.id)
  assert.deepEqual([active.state, active.issued_by_id, active.api_token_id], ['active', engineer.id, unused.id])
  assert.deepEqual(
    (await mailsOf('active', request.title)).map((mail) => mail.to),
    [requester.email],
  )
})

test('moving the clock runs the scheduled work at once, by a job that the change enqueues', async () => {
  await daysLater(0)
  const { id } = (await createFiledRequest(app)).request
  const clock = { mode: 'shifted', offset_seconds: 15 * DAY_SECONDS }
  assert.equal((await byPassword.put('/api/v2/deskhand/settings', { settings: { clock } })).status, 200)
  await waitFor(async () => (await readRequest(id)).state, 'expired')
})
