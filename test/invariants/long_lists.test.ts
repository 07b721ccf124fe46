/** The invariant of crawl.test.ts on lists of more than 10,000 records: by page numbers up to their limit, and by cursors to the end. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '../app.ts'
import { MANY_RECORDS, MANY_OPTIONS, type ManyRecords } from './many_records.ts'
import { COPIES_BEGIN, multiply } from './multiply.ts'
import { byCursor, byNumber, DEEPEST, readPart, type Walk } from './walk.ts'

const TAG = 'long1'
/** The tables that get so many rows, and the lists that show them. */
const TABLES = ['users', 'organizations', 'organization_memberships', 'tickets', 'ticket_comments', 'custom_object_records', 'audit_logs']
const LISTS = [
  'users',
  'organizations',
  'organization_memberships',
  'tickets',
  `tickets/${COPIES_BEGIN + 1}/comments`,
  `custom_objects/${TAG}/records`,
  'audit_logs',
]

const app = await useApp({}, { own: true }) // fills the first instance

before(async () => {
  const make = async (path: string, body: unknown): Promise<any> => {
    const answer = await app.api.post(`/api/v2/${path}`, body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return Object.values(answer.body)[0]
  }
  const agent = await make('users', { user: { name: 'Agent', email: `agent.${TAG}@example.org`, role: 'agent' } })
  const organization = await make('organizations', { organization: { name: 'An organization' } })
  await make('organization_memberships', { organization_membership: { user_id: agent.id, organization_id: organization.id } })
  const ticket = await make('tickets', { ticket: { subject: 'One', comment: { body: 'Hello' }, external_id: `${TAG}-t` } })
  await make('custom_objects', { custom_object: { key: TAG, title: 'Object', title_pluralized: 'Objects' } })
  await make(`custom_objects/${TAG}/records`, { custom_object_record: { name: 'Record' } })
  const ids = { organization: organization.id, person: agent.id, problem: ticket.id, ticket: COPIES_BEGIN + 1 }
  const none = { group: 1, access_request: 0, chosen_field: 0, lookup_field: 0 }
  const crowd: ManyRecords = { admin: app.admin.id, ...ids, ...none, tag: TAG }
  const chosen = MANY_RECORDS(crowd).filter(({ table, begin }) => TABLES.includes(table) && begin === undefined)
  assert.equal(chosen.length, TABLES.length)
  for (const copies of chosen) await multiply(app, copies, 1, DEEPEST)
  for (const statement of MANY_OPTIONS(crowd, 1)) await app.database.database.driver.unsafe(statement)
  // as autovacuum does after so many rows
  await app.database.database.driver.unsafe('analyze')
})

for (const path of LISTS) {
  test(`${path} returns each of ${DEEPEST} records once, by either style`, async () => {
    const makeWalk = (query: string): Walk => ({ api: app.api, path: `/api/v2/${path}`, query, name: 'id' })
    const placed = await byCursor(makeWalk('page[size]=100'))
    assert.ok(placed.length >= DEEPEST)
    if ((await readPart(makeWalk('per_page=1'))).body.meta !== undefined) return // supports cursors only
    const { records, count } = await byNumber(makeWalk('per_page=100'))
    assert.equal(count, placed.length)
    assert.equal(records.length, DEEPEST)
    const all = new Set(placed)
    assert.ok(records.every((record) => all.has(record)))
    assert.equal((await app.api.get(`/api/v2/${path}?per_page=100&page=${DEEPEST / 100 + 1}`)).status, 400)
  })
}
