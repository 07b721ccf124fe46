/**
 * Invariant: a caller who may not read a record of a custom object learns nothing of it. No route shows its name, its values or its files,
 * whatever ids are in its path and whatever its query contains, and it is answered as a record that does not exist. That other records hold
 * its id in a lookup field is visible to those who see these records; the values of such fields are tested in
 * server/modules/custom_data/lookups/lookup_store.test.ts.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRoute } from '#http/route.ts'
import { allRoutes } from '#app/routes.ts'
import { inPerson } from '../access.ts'
import { useApp } from '../app.ts'
import type { Answer, Client } from '../client.ts'
import { makeWith } from '../make.ts'
import { drawSample } from '../sweep.ts'
import { bodyInputs, fillPath, kindOf, pathInputs, queryInputs } from './input_fields.ts'
import { firstInstance, idsOf, type IdsByTable, waitForJobs, populate, whenJobsAllow } from './populate.ts'
import { formWithFile } from './populate_objects.ts'

const app = await useApp({}, { own: true }) // fills the first instance
const make = makeWith(app.api)
/** Contained in every text of the hidden records, and nowhere else. */
const SECRET = /verborgen/i
const OBJECTS = '/api/v2/custom_objects'
const NO_RECORD = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const INCLUDE = 'users,organizations,groups,tickets,custom_object_records,last_audits,comments'

let ids: IdsByTable
/** Clients that may read no record of `vault` and one of `ledger`. */
let clients: readonly Client[]
/** Hidden records by their object. */
const hidden: Record<string, string> = {}
/** Lookup fields that hold hidden records: the object of the records, the record type with the field, and the field's id. */
const fields: { readonly target: string; readonly source: string; readonly id: number }[] = []
/** Records of other kinds that hidden records refer to: their kind and the field of the object. */
const named: { readonly type: string; readonly id: number; readonly object: string; readonly field: number }[] = []

async function requireSuccess(call: Promise<Answer>): Promise<any> {
  const { status, body } = await call
  assert.ok(status < 300, JSON.stringify(body))
  return body
}

async function makeObject(key: string, person: number): Promise<void> {
  await requireSuccess(app.api.post(OBJECTS, { custom_object: { key, title: key, title_pluralized: `${key}s`, allows_attachments: true } }))
  const createField = async (given: Record<string, unknown>) =>
    (await requireSuccess(app.api.post(`${OBJECTS}/${key}/fields`, { custom_object_field: { title: 'A field', ...given } })))
      .custom_object_field
  await createField({ key: 'code', type: 'text', properties: { is_unique: true } })
  const whose = await createField({ key: 'whose', type: 'lookup', relationship_target_type: 'zen:user' })
  named.push({ type: 'zen:user', id: person, object: key, field: whose.id })
  const custom_object_record = {
    name: `Verborgen ${key}`,
    external_id: `verborgen-${key}`,
    custom_object_fields: { code: `verborgen ${key}`, whose: person },
  }
  const { id } = (await requireSuccess(app.api.post(`${OBJECTS}/${key}/records`, { custom_object_record }))).custom_object_record
  const form = formWithFile('verborgen.txt', 'verborgen')
  await requireSuccess(app.api.post(`${OBJECTS}/${key}/records/${id}/attachments`, form.body, form.headers))
  hidden[key] = id
}

/** Lets agents and end users read the records of `ledger` named open, and none of `vault`. */
async function close(): Promise<void> {
  const conditions = { all: [{ field: 'standard::name', operator: 'is', value: 'Open' }] }
  const { access_rule } = await requireSuccess(
    app.api.post(`${OBJECTS}/ledger/access_rules`, { access_rule: { title: 'Some', conditions } }),
  )
  await requireSuccess(app.api.post(`${OBJECTS}/ledger/records`, { custom_object_record: { name: 'Open' } }))
  const no = { allowed: false }
  const some = { allowed: true, rule_id: access_rule.id }
  for (const role of ['agent', 'end_user']) {
    const set = (key: string, read: object) =>
      requireSuccess(
        app.api.patch(`${OBJECTS}/${key}/permission_policies/${role}`, {
          policy: { records: { create: no, update: no, delete: no, read } },
        }),
      )
    await set('vault', no)
    await set('ledger', some)
  }
}

/** Creates lookup fields on tickets, people, organizations and records; one of each holds the hidden record. */
async function nameFromElsewhere(person: number, organization: number): Promise<void> {
  await requireSuccess(app.api.post(OBJECTS, { custom_object: { key: 'shelf', title: 'Shelf', title_pluralized: 'Shelves' } }))
  for (const [object, record] of Object.entries(hidden)) {
    const lookup = { title: `To ${object}`, type: 'lookup', relationship_target_type: `zen:custom_object:${object}` }
    const createLookupField = async (path: string, key: string, more: object = {}) => {
      const made = (await requireSuccess(app.api.post(`/api/v2/${path}`, { [key]: { ...lookup, ...more } })))[key]
      return Number(made.id)
    }
    const key = `to_${object}`
    const add = (source: string, id: number) => fields.push({ target: object, source, id })
    const onTickets = await createLookupField('ticket_fields', 'ticket_field', { editable_in_portal: true, visible_in_portal: true })
    add('zen:ticket', onTickets)
    add('zen:user', await createLookupField('user_fields', 'user_field', { key }))
    add('zen:organization', await createLookupField('organization_fields', 'organization_field', { key }))
    add('zen:custom_object:shelf', await createLookupField('custom_objects/shelf/fields', 'custom_object_field', { key }))
    await make.ticket({ requester_id: person, custom_fields: [{ id: onTickets, value: record }] })
    await requireSuccess(app.api.put(`/api/v2/users/${person}`, { user: { user_fields: { [key]: record } } }))
    await requireSuccess(app.api.put(`/api/v2/organizations/${organization}`, { organization: { organization_fields: { [key]: record } } }))
    const custom_object_record = { name: 'A shelf', custom_object_fields: { [key]: record } }
    await requireSuccess(app.api.post(`${OBJECTS}/shelf/records`, { custom_object_record }))
  }
}

before(async () => {
  await populate(app, firstInstance(app), 'Bekannt')
  const organization = await make.organization()
  const agent = await make.agent()
  const person = await make.user({ organization_id: organization.id })
  for (const key of ['vault', 'ledger']) await makeObject(key, person.id)
  await nameFromElsewhere(person.id, organization.id)
  await close()
  clients = [app.as({ email: agent.email, token: app.admin.token }), await inPerson(app, person.id)]
  ids = await idsOf(app, 1)
})

const ask = (client: Client, path: string) => whenJobsAllow(app, () => client.get(path))

/** The text of an answer without the input, which some answers repeat. */
function stripInput({ body, headers }: Answer, asked = ''): string {
  const text = JSON.stringify([body ?? null, Object.fromEntries(headers)]).toLowerCase()
  const echoes = [asked, encodeURIComponent(asked), encodeURIComponent(asked).replaceAll('%20', '+')]
  return asked === '' ? text : echoes.reduce((rest, echo) => rest.replaceAll(echo.toLowerCase(), '<asked>'), text)
}

/** Every path of a route: with each object, record and file, and with the newest of other records. */
function listPaths(route: AnyRoute): string[] {
  const places = pathInputs(route)
  if (places.length === 0) return [route.path]
  const listIds = (table: string | null) => ids.get(table ?? '') ?? [1]
  const tried = places.flatMap((place, at) =>
    (place.table?.startsWith('custom_object') === true ? listIds(place.table) : listIds(place.table).slice(-2)).map((id) =>
      fillPath(route, ({ table }, index) => (index === at ? id : (listIds(table).at(-1) ?? 1))),
    ),
  )
  const own = Object.entries(hidden).map(([key, record]) =>
    fillPath(route, ({ table }) =>
      table === 'custom_objects' ? key : table === 'custom_object_records' ? record : (listIds(table)[0] ?? 1),
    ),
  )
  return [...new Set([...tried, ...own])]
}

/** Reverse lookups: from the hidden records, and to them. */
const listRelations = () => [
  ...fields.map(({ target, source, id }) => `/api/v2/zen:custom_object:${target}/${hidden[target]}/relationship_fields/${id}/${source}`),
  ...named.map(({ type, id, object, field }) => `/api/v2/${type}/${id}/relationship_fields/${field}/zen:custom_object:${object}`),
]

const reads = allRoutes.filter((route) => route.method === 'GET')

test('the test is effective: many routes show hidden records to an administrator', async () => {
  const shown = new Set<string>()
  for (const route of reads)
    for (const path of listPaths(route).filter((one) => one.includes('custom_objects')))
      if (SECRET.test(stripInput(await ask(app.api, path)))) shown.add(route.path)
  for (const path of listRelations()) assert.equal((await ask(app.api, path)).status, 200, path)
  assert.ok(shown.size >= 5, [...shown].join('\n'))
})

test('no route that reads shows a hidden record, whatever ids are in its path', async () => {
  const told: string[] = []
  for (const path of [...drawSample('reads', reads).flatMap(listPaths), ...listRelations()])
    for (const client of clients)
      for (const query of ['', `?include=${INCLUDE}`]) {
        const answer = await ask(client, path + query)
        if (answer.status >= 500 || SECRET.test(stripInput(answer)))
          told.push(`${path}${query}: ${answer.status} ${stripInput(answer).slice(0, 300)}`)
      }
  assert.deepEqual(told, [])
})

test('no query finds a hidden record, by its id, its external id, its name or a value', async () => {
  const told: string[] = []
  const asked = [hidden.vault, hidden.ledger, 'verborgen-ledger', 'Verborgen'].map(String)
  for (const route of drawSample('queries', reads))
    for (const place of queryInputs(route))
      for (const value of asked) {
        const path = listPaths(route).at(-1) ?? route.path
        const answer = await ask(clients[0] as Client, `${path}?${encodeURIComponent(place.name)}=${encodeURIComponent(value)}`)
        if (answer.status >= 500 || SECRET.test(stripInput(answer, value)))
          told.push(`${path} ${place.name}=${value}: ${stripInput(answer).slice(0, 300)}`)
      }
  assert.deepEqual(told, [])
})

test('a hidden record is answered as a record that does not exist, by its own routes and as the target of a lookup field', async () => {
  const told: string[] = []
  const compare = async (name: string, call: (record: string) => Promise<Answer>, record: string) => {
    const there = await call(record)
    const nowhere = await call(NO_RECORD)
    if (there.status !== nowhere.status || JSON.stringify(there.body) !== JSON.stringify(nowhere.body))
      told.push(`${name}: ${there.status} ${nowhere.status} ${stripInput(there).slice(0, 300)}`)
  }
  for (const [object, record] of Object.entries(hidden))
    for (const client of clients) {
      const own = `${OBJECTS}/${object}/records`
      const body = { custom_object_record: { name: 'Another' } }
      await compare(`GET ${object}`, (id) => client.get(`${own}/${id}`), record)
      await compare(`PATCH ${object}`, (id) => client.patch(`${own}/${id}`, body), record)
      await compare(`DELETE ${object}`, (id) => client.delete(`${own}/${id}`), record)
      await compare(`files of ${object}`, (id) => client.get(`${own}/${id}/attachments`), record)
      const makeExternalId = (id: string) => (id === NO_RECORD ? 'nobodys' : `verborgen-${object}`)
      await compare(`DELETE named ${object}`, (id) => client.delete(`${own}?external_id=${makeExternalId(id)}`), record)
      const byName = (id: string) => (id === NO_RECORD ? 'Nobodys' : `Verborgen ${object}`)
      await compare(`DELETE by name ${object}`, (id) => client.delete(`${own}?name=${byName(id)}`), record)
      await compare(`PATCH named ${object}`, (id) => client.patch(`${own}?external_id=${makeExternalId(id)}`, body), record)
      for (const field of fields.filter(({ target }) => target === object))
        await compare(
          `${field.source} naming ${object}`,
          (id) => client.get(`/api/v2/zen:custom_object:${object}/${id}/relationship_fields/${field.id}/${field.source}`),
          record,
        )
    }
  await waitForJobs(app)
  assert.deepEqual(told, [])
})

test('no member of any body refers to a hidden record: it is answered as a record that does not exist', async () => {
  const told: string[] = []
  const writes = allRoutes.filter((route) => route.method !== 'GET' && route.credentials !== 'none' && route.anonymous !== true)
  const makeValue = (kind: string, id: string): unknown =>
    kind === 'string' || kind === 'any' ? id : Object.fromEntries(fields.map(({ target }) => [`to_${target}`, id]))
  for (const route of drawSample('bodies', writes))
    for (const place of bodyInputs(route).filter(
      // an external id refers to no other record, and only one person can have it
      ({ name, shape }) => /fields$|items\[\]|(?<!user\.external)_ids?$/.test(name) && kindOf(shape) !== 'integer',
    )) {
      const path = fillPath(route, ({ table }) => ids.get(table ?? '')?.at(-1) ?? 1)
      const method = route.method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete'
      const call = (id: string) =>
        whenJobsAllow(app, () => (clients[0] as Client)[method](path, place.with(makeValue(kindOf(place.shape), id))))
      const there = await call(hidden.vault as string)
      const nowhere = await call(NO_RECORD)
      const isSame = there.status === nowhere.status || (there.status < 300 && nowhere.status < 300)
      if (!isSame || there.status >= 500 || SECRET.test(stripInput(there)))
        told.push(`${route.method} ${route.path} ${place.name}: ${there.status} ${nowhere.status} ${stripInput(there).slice(0, 300)}`)
    }
  await waitForJobs(app)
  assert.deepEqual(told, [])
})
