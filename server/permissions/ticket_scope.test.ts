/** Invariant: a ticket is visible in memory exactly when it is in SQL, for every role and restriction. SQL is never NULL. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { type Actor, ANONYMOUS, type Role, SYSTEM } from '#core/context.ts'
import { compileSql } from '#db/builder.ts'
import { isTicketVisible, type ScopedTicket, ticketScope } from './ticket_scope.ts'

const ROLES: readonly Role[] = ['end-user', 'agent', 'admin']
const RESTRICTIONS: readonly Actor['ticket_restriction'][] = ['organization', 'groups', 'assigned', 'requested', null]
const NOW = '2026-01-15T12:00:00.000Z'
const TICKETS = 400

const id = fc.integer({ min: 1, max: 4 })
const maybeId = fc.option(id, { freq: 3 })
const someIds = fc.uniqueArray(id, { maxLength: 3 })
const scoped: fc.Arbitrary<ScopedTicket> = fc.record({
  requester_id: id,
  assignee_id: maybeId,
  group_id: maybeId,
  organization_id: maybeId,
  email_cc_ids: someIds,
})
const tickets = fc.sample(scoped, { numRuns: TICKETS, seed: 1 }).map((ticket, index) => ({ id: index + 1, ...ticket }))

const defaults = {
  via_id: 0,
  via: {},
  description: '',
  status: 'open',
  custom_status_id: 1,
  submitter_id: 1,
  brand_id: 1,
  ticket_form_id: 1,
  is_public: true,
}
const moments = { created_at: NOW, updated_at: NOW, generated_at: NOW, status_updated_at: NOW, requester_updated_at: NOW }

/** Tickets that a single reason could make visible to the user below. */
const BY_REASON: Readonly<Record<string, ScopedTicket>> = (() => {
  const foreign: ScopedTicket = { requester_id: 9, assignee_id: null, group_id: 9, organization_id: null, email_cc_ids: [9] }
  return {
    requested: { ...foreign, requester_id: 1 },
    copied: { ...foreign, email_cc_ids: [9, 1] },
    assigned: { ...foreign, assignee_id: 1 },
    group: { ...foreign, group_id: 2 },
    organization: { ...foreign, organization_id: 3 },
    foreign,
  }
})()
const PERSON = { ...SYSTEM, id: 1, is_owner: false, group_ids: [2], organization_ids: [3] }
const ALL = Object.keys(BY_REASON)
const OWN = ['requested', 'copied']

let scratch: TestDatabase

before(async () => {
  scratch = await testDatabase()
  const rows = tickets.map((ticket) => ({ ...ticket, ...defaults, ...moments }))
  const columns = sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)))
  await scratch.database.run(
    compileSql(
      sql`insert into tickets (account_id, ${columns}) select 1, ${columns} from jsonb_populate_recordset(null::tickets, ${JSON.stringify(rows)}::jsonb)`,
    ),
  )
})
after(() => scratch.close())

/** Compares both implementations on all tickets; returns which are visible. */
async function compare(actor: Actor): Promise<boolean[]> {
  const found = await scratch.database.all(
    compileSql(sql<{ seen: boolean | null }>`select ${ticketScope(actor)} as seen from tickets where account_id = 1 order by id`),
  )
  const inSql = found.map((row) => row.seen)
  const inMemory = tickets.map((ticket) => isTicketVisible(actor, ticket))
  const differing = tickets.filter((_ticket, index) => inSql[index] !== inMemory[index])
  assert.deepEqual(differing, [], `${JSON.stringify(actor)} in SQL: ${inSql[(differing[0]?.id ?? 1) - 1]}`)
  return inMemory
}

for (const role of ROLES) {
  for (const ticket_restriction of RESTRICTIONS) {
    test(`${role} restricted to ${ticket_restriction ?? 'nothing'} sees the same in memory and in SQL`, async () => {
      const people = fc.record({ id: fc.integer({ min: 1, max: 5 }), group_ids: someIds, organization_ids: someIds })
      const seen: boolean[] = []
      const property = fc.asyncProperty(people, async (person) => {
        seen.push(...(await compare({ ...SYSTEM, is_owner: false, role, ticket_restriction, ...person })))
      })
      await fc.assert(property, { numRuns: 25, seed: 7 })
      const everything = role === 'admin' || (role === 'agent' && ticket_restriction === null)
      assert.deepEqual([seen.includes(true), seen.includes(false)], [true, !everything])
    })
  }
}

const visible: readonly [role: Role, restriction: Actor['ticket_restriction'], reasons: readonly string[]][] = [
  ['admin', null, ALL],
  ['admin', 'requested', ALL],
  ['agent', null, ALL],
  ['agent', 'groups', [...OWN, 'assigned', 'group']],
  ['agent', 'organization', [...OWN, 'assigned', 'organization']],
  ['agent', 'assigned', [...OWN, 'assigned']],
  ['agent', 'requested', OWN],
  ['end-user', null, OWN],
  ['end-user', 'requested', OWN],
  ['end-user', 'organization', [...OWN, 'organization']],
]
for (const [role, ticket_restriction, reasons] of visible) {
  test(`${role} restricted to ${ticket_restriction ?? 'nothing'} sees: ${reasons.join(', ')}`, () => {
    const seen = ALL.filter((reason) => isTicketVisible({ ...PERSON, role, ticket_restriction }, BY_REASON[reason]!))
    assert.deepEqual(seen, reasons)
  })
}

test('the system sees every ticket and an anonymous caller none', async () => {
  assert.ok((await compare(SYSTEM)).every((seen) => seen))
  assert.ok((await compare(ANONYMOUS)).every((seen) => !seen))
})
