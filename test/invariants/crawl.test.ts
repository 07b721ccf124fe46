/**
 * Invariant: paging through a list returns each of its records once, with either style of paging, in every sort order, forwards and
 * backwards; and its count is correct. Every list of every route is tested, or listed here with the reason why not.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRoute } from '#http/route.ts'
import { allRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import { MANY_RECORDS, MANY_OPTIONS, type ManyRecords, OBJECT_RECORD, SIDE_CONVERSATION } from './many_records.ts'
import { COPIES_BEGIN, multiply } from './multiply.ts'
import { fillPath, type PathInput, queryInputs } from './input_fields.ts'
import { firstInstance, populate } from './populate.ts'
import { assertSameRecords, byNumber, readPart, forwardsAndBackwards, type Walk } from './walk.ts'

/** Copies of each record: four pages, or two in lists that contain a third of them. */
const MANY = 42
const SIZE = 13
const HALF = 24
/** Enough of a list to see its order. */
const FIRST = 10
const MARK = 'Walked'
const TAG = 'walked1'
/** Sort keys tried on all lists: with cursors an unknown one is refused, with offsets it changes nothing. */
const SORTS = ['id', 'name', 'created_at', 'updated_at', 'position', 'status']
/** Valid with offsets only. */
const OFFSET_SORTS = ['subject', 'deleted_at', 'created_at', 'updated_at', 'status']
const NO_SORT = 'nothing'

/** Lists that are not tested here, with the reason. */
const NOT_WALKED: Readonly<Record<string, string>> = {
  '/api/v2/access_requests/:id': 'one record; its query is for what comes with it',
  '/api/v2/integrations/:id': 'one record; its query is for what comes with it',
  '/api/v2/satisfaction_ratings/count': 'a number',
  '/api/v2/brand_agents': 'every agent with every brand: walked below one brand and one agent',
  '/api/v2/users/:id/compliance_deletion_statuses': 'three stages at most, on one page',
  '/api/v2/tickets/recent': 'five tickets at most, on one page',
  '/api/v2/organizations/search': 'finds by a name or an id of which there is one',
  '/api/v2/incremental/:resource/sample': 'an export: the beginning of one, on one page',
  '/api/v2/incremental/custom_objects/:custom_object_key/cursor': 'an export: walked in export.test.ts of records',
  '/api/v2/incremental/organizations': 'an export: walked in the tests of incremental',
  '/api/v2/incremental/ticket_events': 'an export: walked in the tests of incremental',
  '/api/v2/incremental/ticket_metric_events': 'an export: walked in the tests of incremental',
  '/api/v2/incremental/tickets': 'an export: walked in the tests of incremental',
  '/api/v2/incremental/tickets/cursor': 'an export: walked in the tests of incremental',
  '/api/v2/incremental/users': 'an export: walked in the tests of incremental',
  '/api/v2/incremental/users/cursor': 'an export: walked in the tests of incremental',
}
/** Required query parameters of a list. */
const REQUIRED_QUERY: Readonly<Record<string, string>> = {
  '/api/v2/automations/search': 'query=crowd',
  '/api/v2/triggers/search': 'query=crowd',
  '/api/v2/macros/search': 'query=crowd',
  '/api/v2/custom_objects/:custom_object_key/records/autocomplete': 'name=crowd',
  '/api/v2/custom_objects/:custom_object_key/records/search': 'query=crowd',
  '/api/v2/custom_objects/:custom_object_key/triggers/search': 'query=crowd',
  '/api/v2/deskhand/activity': 'from=2099-02-02&to=2099-02-02',
  '/api/v2/email_notifications': 'filter[ticket_id]=10000001',
  '/api/v2/it_asset_management/assets/search': 'query=crowd',
  '/api/v2/organizations/autocomplete': 'name=crowd',
  '/api/v2/requests/search': 'query=crowd',
  '/api/v2/routing/agents/instance_values': 'filter[agent_ids]=1',
  '/api/v2/search': 'query=crowd',
  '/api/v2/search/export': 'query=crowd&filter[type]=ticket',
  '/api/v2/users/autocomplete': 'name=crowd',
  '/api/v2/views/search': 'query=crowd',
  '/api/v2/users/search': 'query=crowd',
}
/** Lists that support one style only. */
const ONLY_CURSORS = new Set([
  '/api/v2/deskhand/custom_objects/:custom_object_key/records/:custom_object_record_id/traces',
  '/api/v2/agent_availabilities',
  '/api/v2/approval_requests',
  '/api/v2/custom_objects/:custom_object_key/records',
  '/api/v2/custom_objects/:custom_object_key/records/autocomplete',
  '/api/v2/custom_objects/:custom_object_key/records/search',
  '/api/v2/email_notifications',
  '/api/v2/it_asset_management/assets',
  '/api/v2/it_asset_management/assets/search',
  '/api/v2/it_asset_management/locations',
  '/api/v2/job_statuses',
  '/api/v2/search/export',
  '/api/v2/sessions',
  '/api/v2/task_list_templates',
  '/api/v2/ticket_audits',
  '/api/v2/tickets/:ticket_id/conversation_log',
  '/api/v2/webhooks',
  '/api/v2/webhooks/:id/invocations',
])
const ONLY_NUMBERS = new Set(['/api/v2/search'])
const lists = allRoutes.filter(
  (route) => route.method === 'GET' && queryInputs(route).some(({ name }) => name === 'per_page' || name === 'page[size]'),
)
const walked = lists.filter((route) => !Object.hasOwn(NOT_WALKED, route.path))

const app = await useApp({}, { own: true }) // fills the first instance
let manyRecords: ManyRecords

/** A view of nearly all tickets, grouped. */
let view: number

before(async () => {
  await populate(app, firstInstance(app), MARK)
  const idOf = async (path: string, key: string): Promise<number> => (await app.api.get(`/api/v2/${path}`)).body[key][0].id
  const field = { type: 'lookup', title: 'Of whom', relationship_target_type: 'zen:user' }
  const [problem] = (await app.api.get('/api/v2/problems')).body.tickets
  const ofAll = {
    title: 'All',
    all: [{ field: 'status', operator: 'is_not', value: 'hold' }],
    output: { columns: ['nice_id'], group_by: 'assignee' },
  }
  view = (await app.api.post('/api/v2/views', { view: ofAll })).body.view.id
  manyRecords = {
    admin: app.admin.id,
    organization: await idOf(`organizations/search?external_id=${TAG}-o`, 'organizations'),
    group: await idOf('groups?sort_order=desc', 'groups'),
    person: await idOf(`users/search?external_id=${TAG}-p`, 'users'),
    problem: problem.id,
    ticket: COPIES_BEGIN + 1,
    access_request: COPIES_BEGIN + 1,
    tag: TAG,
    chosen_field: await idOf('ticket_fields?sort=-id&page[size]=1', 'ticket_fields'),
    lookup_field: (await app.api.post('/api/v2/ticket_fields', { ticket_field: field })).body.ticket_field.id,
    webhook: String(await idOf('webhooks', 'webhooks')),
  }
  for (const copies of MANY_RECORDS(manyRecords)) await multiply(app, copies, 1, MANY)
  for (const statement of MANY_OPTIONS(manyRecords, MANY)) await app.database.database.driver.unsafe(statement)
})

/** The id to use for the parameter of a path, by the name of the list's owner. */
const OWNERS: Readonly<Record<string, (manyRecords: ManyRecords) => number | string>> = {
  access_requests: ({ access_request }) => access_request,
  brands: () => 1,
  custom_object_records: () => OBJECT_RECORD,
  custom_objects: ({ tag }) => tag,
  dynamic_content_items: () => 1,
  groups: ({ group }) => group,
  identity_providers: () => 1,
  organizations: ({ organization }) => organization,
  side_conversations: () => SIDE_CONVERSATION,
  ticket_fields: ({ chosen_field }) => chosen_field,
  tickets: ({ ticket }) => ticket,
  users: ({ admin }) => admin,
  views: () => view,
  webhooks: ({ webhook }) => webhook ?? '',
}

function pathOf(route: AnyRoute): string {
  const named: Readonly<Record<string, string | number>> = {
    target_type: 'zen:user',
    target_id: manyRecords.admin,
    field_id: manyRecords.lookup_field,
    source_type: 'zen:ticket',
    name: `${TAG}_field`,
  }
  return fillPath(route, ({ name, table }: PathInput) => {
    if (Object.hasOwn(named, name)) return named[name] as string | number
    if (route.path.endsWith('/incidents')) return manyRecords.problem
    if (route.path.endsWith('/identities')) return manyRecords.person
    return (OWNERS[table as string] as (of: ManyRecords) => number | string)(manyRecords)
  })
}

/** The member that identifies a record of a list without ids. */
const NAMES: Readonly<Record<string, string>> = {
  '/api/v2/access_people': 'user_id',
  '/api/v2/deskhand/activity': 'credential_id',
  '/api/v2/custom_objects': 'key',
  '/api/v2/email_notifications': 'notification_id',
  '/api/v2/search': 'url',
  '/api/v2/tags': 'name',
  '/api/v2/views/:id/execute': 'ticket_id',
}

const listOf = (route: AnyRoute, query: string): Walk => {
  const { api } = app
  const asked = Object.hasOwn(REQUIRED_QUERY, route.path) ? `${REQUIRED_QUERY[route.path]}&` : ''
  return { api, path: pathOf(route), query: asked + query, name: NAMES[route.path] ?? 'id' }
}

/** Pages through a list by page numbers, in each of these orders it supports; undefined if it does not support page numbers. */
async function walkByNumber(route: AnyRoute, sorts: readonly string[]): Promise<string[] | undefined> {
  if (ONLY_CURSORS.has(route.path)) return undefined
  const { records, count } = await byNumber(listOf(route, `per_page=${SIZE}`))
  assert.equal(count, records.length, `${route.path}: count`)
  const makeSortedWalk = (name: string, size = FIRST) => listOf(route, `per_page=${size}&sort_by=${name}&sort_order=desc`)
  const unsorted = (await readPart(makeSortedWalk(NO_SORT))).records.join()
  for (const name of new Set([...sorts, ...OFFSET_SORTS])) {
    const { records: first } = await readPart(makeSortedWalk(name))
    if (first.join() !== unsorted) assertSameRecords((await byNumber(makeSortedWalk(name, HALF))).records, records)
  }
  return records
}

/** The same with cursors, forwards and backwards; returns also the orders it supports. */
async function walkByCursor(route: AnyRoute): Promise<{ records?: string[]; sorts: string[] }> {
  if (ONLY_NUMBERS.has(route.path)) return { sorts: SORTS }
  const records = await forwardsAndBackwards(listOf(route, `page[size]=${SIZE}`))
  const sorts: string[] = []
  if (!queryInputs(route).some((place) => place.name === 'sort')) return { records, sorts }
  for (const name of SORTS) {
    const rising = listOf(route, `page[size]=1&sort=${name}`)
    if ((await app.api.get(`${rising.path}?${rising.query}`)).status !== 200) continue
    sorts.push(name)
    const falling = await forwardsAndBackwards(listOf(route, `page[size]=${HALF}&sort=-${name}`))
    assertSameRecords(falling, records)
    assert.deepEqual((await readPart(rising)).records, falling.slice(-1), `${route.path}: the last by -${name} is the first by ${name}`)
  }
  return { records, sorts }
}

for (const route of walked) {
  test(`GET ${route.path} returns each record once`, async () => {
    const { records: placed, sorts } = await walkByCursor(route)
    const numbered = await walkByNumber(route, sorts)
    if (numbered !== undefined && placed !== undefined) assertSameRecords(numbered, placed)
    const records = numbered ?? placed ?? []
    assert.ok(records.length > SIZE, `${records.length} records are too few to page through: add copies to many_records.ts`)
    if (!allRoutes.some(({ method, path }) => method === 'GET' && path === `${route.path}/count`)) return
    const { body } = await app.api.get(`${pathOf(route)}/count?${REQUIRED_QUERY[route.path] ?? ''}`)
    assert.equal(typeof body.count === 'number' ? body.count : body.count.value, records.length)
  })
}

test('every path named here is that of a list', () => {
  const paths = new Set(lists.map(({ path }) => path))
  for (const path of [NOT_WALKED, REQUIRED_QUERY, NAMES].flatMap((each) => Object.keys(each)).concat(...ONLY_CURSORS, ...ONLY_NUMBERS))
    assert.ok(paths.has(path), path)
})
