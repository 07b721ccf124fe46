/** Property test: the rules of access requests hold for any sequence of attempted steps. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { useApp } from '#test/app.ts'
import { waitUntilNoneOf } from '#test/jobs.ts'
import { putDuties, putPersonInPerson as putPerson } from '#test/governance.ts'
import { accountById } from '#accounts/directory.ts'
import { actorById } from '#auth/actors.ts'
import { type Context, inTransaction, SYSTEM, systemContext } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { HttpError } from '#core/errors.ts'
import { FINAL_STATES } from './states.ts'
import { type StepName, STEPS } from './step_table.ts'
import { type AccessRequestRow, getAccessRequest } from './store.ts'
import { takeStep } from './take_step.ts'

const app = await useApp()
const NAMES = [...new Set(STEPS.map((step) => step.name))]
/** All but the administrator have all duties, so that only separation of duties keeps the parts apart. */
const ALL = ['requester', 'provisioner', 'engineer', 'support_operations'] as const

const people = await Promise.all([1, 2, 3, 4, 5].map((n) => putPerson(app, { role: n === 5 ? 'admin' : 'agent', name: `Person ${n}` })))
const idOf = (index: number) => (people[index] as { id: number }).id
await putDuties(app, idOf(0), [...ALL], idOf(1))
for (const index of [1, 2, 3]) await putDuties(app, idOf(index), [...ALL], idOf(0))

async function contextOf(person: number): Promise<Context> {
  const { services, database, log } = app.running.server
  const account = await accountById(services, app.account_id)
  assert.ok(account !== undefined)
  const actor = person === -1 ? SYSTEM : (await actorById(services, account, idOf(person)))?.actor
  assert.ok(actor !== undefined)
  const ctx = systemContext({ account, db: database, log, services, base_url: app.base_url, actor })
  return { ...ctx, auth: { ...ctx.auth, is_personal: person !== -1 } }
}

const counts = defineStatement<{ events: number; audits: number; mails: number }>(`select
  (select count(*) from access_request_events e where e.account_id = ${app.account_id} and e.access_request_id = $1) as events,
  (select count(*) from audit_logs a where a.account_id = ${app.account_id} and a.source_type = 'access_request' and a.source_id = $1) as audits,
  (select count(*) from mails m where m.account_id = ${app.account_id}) as mails`)

const countRecords = async (id: number) =>
  (await app.database.database.first(counts(id))) as { events: number; audits: number; mails: number }

/** The invariants of a request in any state. */
function assertInvariants(row: AccessRequestRow): void {
  const { requester_id, manager_id, approved_by_id, reviewed_by_id, decided_by_id, issued_by_id } = row
  const past = ['accepted', 'issued', 'handed_over', 'active', 'revoked'].includes(row.state)
  if (past) {
    assert.equal(approved_by_id, manager_id, 'accepted without the approval of the manager')
    assert.ok(reviewed_by_id !== null && decided_by_id !== null, 'accepted without a review')
    assert.equal(new Set([requester_id, approved_by_id, reviewed_by_id]).size, 3, 'requester, manager and reviewer are not three people')
    assert.ok(![requester_id, approved_by_id].includes(decided_by_id))
  }
  if (issued_by_id !== null)
    assert.ok(
      ![requester_id, approved_by_id, reviewed_by_id, decided_by_id].includes(issued_by_id),
      'issued by somebody who had another part',
    )
}

async function attempt(id: number, name: StepName, person: number): Promise<void> {
  const ctx = await contextOf(person)
  const before = await getAccessRequest(ctx, id)
  const earlier = await countRecords(id)
  const taken = await inTransaction(ctx, (tx) => takeStep(tx, before, name, { body: 'Because' })).catch((error: unknown) => {
    if (error instanceof HttpError && (error.status === 403 || error.status === 422)) return undefined
    throw error
  })
  const after = await getAccessRequest(ctx, id)
  const later = await countRecords(id)
  if (taken === undefined) {
    assert.deepEqual([after, later], [before, earlier], 'a step that is refused leaves nothing behind')
    return
  }
  assert.ok(!FINAL_STATES.includes(before.state), `${name} leaves ${before.state}`)
  assert.ok(STEPS.some((step) => step.name === name && step.from.includes(before.state) && step.to === after.state))
  assert.deepEqual(
    [later.events - earlier.events, later.audits - earlier.audits],
    [1, 1],
    'one event and one entry of the audit log for a step',
  )
  assert.ok(later.mails > earlier.mails, `nobody was told of ${name}`)
  assertInvariants(after)
}

// @source docs/reference/specification.md §5.6.2, §5.6.3, §5.6.4; docs/reference/access_governance.md §3
test('no sequence of steps bypasses the manager or the reviewer, or gives one person two separated parts', async () => {
  const tries = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.integer({ min: -1, max: 4 })), { minLength: 5, maxLength: 25 })
  // what follows from the duties of these people is mailed by then
  await waitUntilNoneOf(app, 'follow_access_part')
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(tries, async (steps) => {
      const access_request = { kind: 'api_token', title: 'Random', business_reason: 'Random', use_case: 'Random' }
      const { id } = (await (people[0] as (typeof people)[0]).api.post('/api/v2/access_requests', { access_request })).body.access_request
      for (const [name, person] of steps) await attempt(id, name, person)
      // then everyone but the requester attempts the regular steps, which succeed unless the request has ended
      for (const name of ['approve', 'review', 'accept', 'issue'] as const)
        for (const person of [1, 2, 3, 4]) await attempt(id, name, person)
      if ((await getAccessRequest(await contextOf(-1), id)).accepted_at !== null) accepted += 1
    }),
    { numRuns: 25, seed: 7 },
  )
  assert.ok(accepted > 0, 'no request ever came through: the sequences show nothing')
})
