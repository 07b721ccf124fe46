/** The public Node client on fields and forms, and on methods of its other resources that no other file here calls. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { useApp } from '../app.ts'
import { makeWith } from '../make.ts'
import { failsWith, listIds, type AnyResult, nodeClients, recordOf } from './node.ts'

const app = await useApp({}, { own: true }) // looks names up by itself
const { client } = nodeClients(app)
const { email } = app.admin

const makeUniqueName = (word: string) => `${word}_${randomBytes(4).toString('hex')}`
const make = makeWith(app.api)
const makeOptions = () => ['one', 'two'].map((name) => ({ name, value: makeUniqueName(name) }))

test('ticket fields: create, list, count, show, change, delete', async () => {
  const { ticketfields: fields } = client
  const made = (await fields.create({ ticket_field: { type: 'text', title: makeUniqueName('field') } })).result
  assert.ok(listIds(await fields.list()).includes(made.id))
  assert.ok(listIds(await fields.listWithLocale('en-US')).includes(made.id))
  assert.ok((await fields.count()).result.count.value > 1)
  assert.equal((await fields.show(made.id)).result.type, 'text')
  assert.equal((await fields.update(made.id, { ticket_field: { required: true } })).result.required, true)
  assert.equal((await fields.delete(made.id)).result.message, 'No Content')
  await assert.rejects(fields.show(made.id), failsWith(404))
})

test('options of ticket fields and user fields: list, show, create, change, delete', async () => {
  const field = { type: 'tagger', title: makeUniqueName('field'), custom_field_options: makeOptions() }
  const userField = { type: 'dropdown', title: makeUniqueName('field'), key: makeUniqueName('key'), custom_field_options: makeOptions() }
  const { id: ticket_field_id } = (await client.ticketfields.create({ ticket_field: field })).result
  const { id: user_field_id } = (await client.userfields.create({ user_field: userField })).result
  for (const [fields, id] of [
    [client.ticketfields, ticket_field_id],
    [client.userfields, user_field_id],
  ]) {
    const listed = (await fields.listOptions(id)).result.custom_field_options
    assert.equal(listed.length, 2)
    const value = makeUniqueName('three')
    const made = recordOf(await fields.createOrUpdateOption(id, { custom_field_option: { name: 'Three', value } }), 'custom_field_option')
    const given = { custom_field_option: { id: made.id, name: 'Third', value } }
    assert.equal(recordOf(await fields.createOrUpdateOption(id, given), 'custom_field_option').id, made.id)
    assert.equal(recordOf(await fields.showOption(id, made.id), 'custom_field_option').name, 'Third')
    assert.equal((await fields.deleteOption(id, made.id)).result.message, 'No Content')
    await assert.rejects(fields.showOption(id, made.id), failsWith(404))
  }
})

test('user fields and organization fields: create, list, show, change, reorder, delete', async () => {
  for (const [fields, name] of [
    [client.userfields, 'user_field'],
    [client.organizationfields, 'organization_field'],
  ]) {
    const makeField = () => ({ [name]: { type: 'text', title: makeUniqueName('field'), key: makeUniqueName('key') } })
    const first = (await fields.create(makeField())).result
    const second = (await fields.create(makeField())).result
    assert.equal((await fields.show(first.id)).result.key, first.key)
    assert.equal((await fields.update(first.id, { [name]: { title: 'Renamed' } })).result.title, 'Renamed')
    await fields.reorder([second.id, first.id])
    const order = listIds(await fields.list()).filter((id) => [first.id, second.id].includes(id))
    assert.deepEqual(order, [second.id, first.id])
    assert.equal((await fields.delete(first.id)).result.message, 'No Content')
    assert.ok(!listIds(await fields.list()).includes(first.id))
  }
})

test('ticket forms: create, list, show, change, clone, reorder, delete', async () => {
  const { ticketforms: forms } = client
  const made = (await forms.create({ ticket_form: { name: makeUniqueName('form'), end_user_visible: true } })).result
  assert.ok(listIds(await forms.list()).includes(made.id))
  assert.ok(listIds(await forms.list({ active: true })).includes(made.id))
  assert.equal((await forms.show(made.id)).result.name, made.name)
  assert.equal((await forms.update(made.id, { ticket_form: { display_name: 'For all' } })).result.display_name, 'For all')
  const copy = (await forms.clone(made.id, true)).result
  assert.deepEqual(copy.ticket_field_ids, made.ticket_field_ids)
  const others = listIds(await forms.list()).filter((id) => id !== copy.id)
  await forms.reorder([copy.id, ...others])
  assert.equal(listIds(await forms.list())[0], copy.id)
  for (const { id } of [copy, made]) assert.equal((await forms.delete(id)).result.message, 'No Content')
  assert.ok(!listIds(await forms.list()).includes(made.id))
})

test('tickets with a CC, their metrics, their audits; audits of all tickets', async () => {
  const copied = await make.user()
  const ticket = await make.ticket({ email_ccs: [{ user_id: copied.id }] })
  assert.deepEqual(listIds(await client.tickets.listByUserCCD(copied.id)), [ticket.id])
  const metric = (await client.tickets.listMetrics(ticket.id)).result
  assert.equal((metric.ticket_metric ?? metric).ticket_id, ticket.id)
  for (const exporting of [client.ticketexport, client.ticketimport])
    assert.equal((await exporting.exportAudit(ticket.id)).flatMap((one: AnyResult) => one.audits ?? one)[0].ticket_id, ticket.id)
  const all = (await client.ticketaudits.listAll()).result
  assert.ok(all.some((one: AnyResult) => one.ticket_id === ticket.id))
})

test('imports by their second client, single and many by a job', async () => {
  const past = { subject: makeUniqueName('past'), created_at: '2015-01-01T00:00:00Z', comments: [{ body: 'Then' }] }
  assert.equal((await client.imports.ticket({ ticket: past })).result.created_at, past.created_at)
  const [answer] = await client.imports.ticketMany({ tickets: [past, past] })
  const job = await client.jobstatuses.watch(answer.job_status.id, 20, 5)
  assert.deepEqual([job.status, job.results.length], ['completed', 2])
  const shown = (await client.jobstatuses.show(job.id)).result
  assert.equal((shown.job_status ?? shown).id, job.id)
  assert.ok(listIds((await client.jobstatuses.list()).result.job_statuses).includes(job.id))
})

test('exports with side-loaded users, events without side-loads, ratings since a time', async () => {
  assert.ok(Array.isArray(await client.ticketexport.exportWithInclude(0, 'users')))
  assert.ok(Array.isArray(await client.ticketevents.incremental(0)))
  assert.ok(Array.isArray(await client.organizations.incrementalInclude(0, 'users')))
  assert.equal(await client.satisfactionratings.incremental(0), undefined)
})

test('automations: many changed, many deleted', async () => {
  const conditions = {
    all: [
      { field: 'status', operator: 'is', value: 'open' },
      { field: 'OPEN', operator: 'is', value: '48' },
    ],
    any: [],
  }
  const makeAutomation = () => ({
    title: makeUniqueName('later'),
    conditions,
    actions: [{ field: 'set_tags', value: makeUniqueName('tag') }],
  })
  const made = (await client.automations.create({ automation: makeAutomation() })).result
  await client.automations.updateMany([{ id: made.id, active: false }])
  assert.equal((await client.automations.show(made.id)).result.active, false)
  await client.automations.bulkDelete([made.id])
  await assert.rejects(client.automations.show(made.id), failsWith(404))
})

test('brands and locales: one brand, a host that may be mapped, the best of several locales', async () => {
  const [{ id }] = (await client.brand.list()).result.brands ?? (await client.brand.list()).result
  assert.equal(recordOf(await client.brand.show(id), 'brand').id, id)
  assert.equal((await client.brand.checkHostMapping('help.example.org', makeUniqueName('sub'))).result.is_valid, false)
  assert.equal((await client.locales.showCurrent()).result.locale, 'en-US')
  assert.equal((await client.locales.detectBestLocale(['de', 'en-US'])).result.locale, 'en-US')
})

test('sessions: a token is shown its call, which is no session, and all of a person end at once', async () => {
  const { result }: AnyResult = await client.sessions.getMyAuthenticatedSession()
  assert.equal((result.session ?? result).method, 'api_token')
  const { password } = app.admin
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password }) }
  assert.ok((await fetch(`${app.base_url}/access/sign_in`, sent)).ok)
  const listOwnSessions = async () => (await client.sessions.getByUserId(app.admin.id)).flatMap((one: AnyResult) => one.sessions ?? one)
  assert.equal((await listOwnSessions()).length, 1)
  await client.sessions.logMeOut()
  assert.deepEqual(await listOwnSessions(), [])
})
