import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { EXAMPLE } from '#test/recording.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const PATH = '/api/v2/routing/attributes'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NOBODY = '00000000-0000-4000-8000-000000000000'
const SHOWN = { [EXAMPLE]: 'yes' }
let made = 0

const attribute = async (name = `Attribute ${++made}`): Promise<any> => (await api.post(PATH, { attribute: { name } })).body.attribute
const postValue = (of: { id: string }, value: object, headers: Record<string, string> = {}) =>
  api.post(`${PATH}/${of.id}/values`, { attribute_value: value }, headers)
const value = async (of: { id: string }, given: object = {}): Promise<any> =>
  (await postValue(of, { name: `Value ${++made}`, ...given })).body.attribute_value
const skillsOf = async (ticket: { id: number }): Promise<string[]> =>
  (await api.get(`/api/v2/routing/tickets/${ticket.id}/instance_values`)).body.attribute_values.map((row: { name: string }) => row.name)

test('an attribute is created, listed, renamed and removed', async () => {
  const answer = await api.post(`${PATH}.json`, { attribute: { name: ' Language ' } }, SHOWN)
  assert.equal(answer.status, 201)
  const language = answer.body.attribute
  assert.deepEqual(Object.keys(language), ['url', 'id', 'name', 'created_at', 'updated_at'])
  assert.match(language.id, UUID)
  assert.deepEqual([language.name, language.url], ['Language', `${app.base_url}${PATH}/${language.id}.json`])
  assert.equal(answer.headers.get('location'), language.url)
  const list = (await agent.api.get(PATH)).body
  assert.deepEqual(Object.keys(list), ['attributes', 'next_page', 'previous_page', 'count'])
  assert.deepEqual(list.attributes.at(-1), language)
  assert.equal((await api.get(`${PATH}/${language.id}`)).body.attribute.name, 'Language')
  assert.equal((await api.put(`${PATH}/${language.id}`, { attribute: { name: 'Tongue' } }, SHOWN)).body.attribute.name, 'Tongue')
  assert.equal((await api.delete(`${PATH}/${language.id}`)).status, 204)
  assert.equal((await api.get(`${PATH}/${language.id}`)).status, 404)
})

test('a value is created, listed beside attributes, changed with its conditions, and removed', async () => {
  const language = await attribute()
  const answer = await postValue(language, { name: 'German' }, SHOWN)
  assert.equal(answer.status, 201)
  const german = answer.body.attribute_value
  assert.deepEqual(
    [german.name, german.attribute_id, german.url],
    ['German', language.id, `${app.base_url}${PATH}/${language.id}/values/${german.id}.json`],
  )
  assert.match(german.id, UUID)
  const at = `${PATH}/${language.id}/values`
  assert.deepEqual((await agent.api.get(at)).body, { attribute_values: [german] })
  assert.deepEqual((await agent.api.get(`${at}/${german.id}`)).body, { attribute_value: german })
  const beside = (await api.get(`${PATH}?include=attribute_values`)).body
  assert.ok(beside.attribute_values.some((row: { id: string }) => row.id === german.id))
  assert.equal(beside.count, beside.attributes.length)
  const conditions = { all: [{ subject: 'priority', operator: 'is', value: 'high' }], any: [] }
  const changed = await api.patch(`${at}/${german.id}`, { attribute_value: { name: 'German (Advanced)', conditions } })
  assert.deepEqual([changed.status, changed.body.attribute_value.name], [200, 'German (Advanced)'])
  assert.deepEqual(changed.body.attribute_value.conditions, conditions)
  assert.deepEqual((await api.patch(`${at}/${german.id}`, { attribute_value: { name: 'German (Advanced)' } })).body, changed.body)
  assert.equal((await api.delete(`${at}/${german.id}`)).status, 204)
  assert.equal((await api.get(`${at}/${german.id}`)).status, 404)
})

test('an attribute goes with its values, and agents lose them', async () => {
  const language = await attribute()
  const german = await value(language)
  const path = `/api/v2/routing/agents/${agent.id}/instance_values`
  assert.equal((await api.post(path, { attribute_value_ids: [german.id] })).body.attribute_values.length, 1)
  assert.equal((await api.delete(`${PATH}/${language.id}`)).status, 204)
  assert.deepEqual((await api.get(path)).body, { attribute_values: [] })
  assert.equal((await api.get(`${PATH}/${language.id}/values`)).status, 404)
})

test('the definitions are the fields that conditions may name', async () => {
  const { ticket_field } = (await api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Colour' } })).body
  const { status, body } = await api.get(`${PATH}/definitions`)
  assert.equal(status, 200)
  for (const side of ['conditions_all', 'conditions_any']) {
    const fields: any[] = body.definitions[side]
    const priority = fields.find(({ subject }) => subject === 'priority')
    assert.deepEqual(
      [priority.title, priority.type, priority.group, priority.nullable, priority.repeatable, priority.operators[0]],
      ['Priority', 'list', 'ticket', true, false, { value: 'is', title: 'Is', terminal: false }],
    )
    assert.deepEqual(priority.values[1], { value: 'low', title: 'Low', enabled: true })
    assert.deepEqual([fields.at(-1).subject, fields.at(-1).title], [`custom_fields_${ticket_field.id}`, 'Colour'])
    assert.ok(!fields.some(({ subject }) => subject === 'OPEN'), 'hours since a status are for automations')
  }
})

test('a new ticket gets the values whose conditions it meets, and a changed one does not', async () => {
  const language = await attribute()
  const sent = await value(language, { name: 'Sent' })
  await value(language, { name: 'Urgent', conditions: { all: [{ field: 'priority', operator: 'is', value: 'urgent' }] } })
  await value(language, {
    name: 'Either',
    conditions: {
      all: [{ subject: 'current_tags', operator: 'includes', value: 'skilled' }],
      any: [
        { subject: 'type', operator: 'is', value: 'problem' },
        { subject: 'priority', operator: 'is', value: 'urgent' },
      ],
    },
  })
  assert.deepEqual(await skillsOf(await make.ticket({ priority: 'urgent', tags: ['skilled'] })), ['Either', 'Urgent'])
  assert.deepEqual(await skillsOf(await make.ticket({ priority: 'urgent', attribute_value_ids: [sent.id, NOBODY] })), ['Sent', 'Urgent'])
  const ticket = await make.ticket({ tags: ['skilled'] })
  await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { priority: 'urgent' } })
  assert.deepEqual(await skillsOf(ticket), [])
  const imported = (await api.post('/api/v2/imports/tickets', { ticket: { subject: 'Old', priority: 'urgent', description: 'Old' } })).body
  assert.deepEqual(await skillsOf(imported.ticket), [])
})

test('conditions read the requester, their organization and the first comment; schedules cannot be named', async () => {
  const language = await attribute()
  const field = { key: 'grade', type: 'text', title: 'Grade' }
  await api.post('/api/v2/user_fields', { user_field: field })
  await api.post('/api/v2/organization_fields', { organization_field: field })
  const makeValue = async (name: string, subject: string, operator: string, wanted: string) =>
    value(language, { name, conditions: { all: [{ subject, operator, value: wanted }], any: [] } })
  await makeValue('German', 'locale_id', 'is', '8')
  await makeValue('Person', 'requester.custom_fields.grade', 'is', 'gold')
  await makeValue('Company', 'organization.custom_fields.grade', 'is', 'blue')
  await makeValue('Word', 'comment_includes_word', 'includes', 'smoke')
  const organization = await make.organization({ organization_fields: { grade: 'blue' } })
  const user = await make.user({ locale: 'de', organization_id: organization.id, user_fields: { grade: 'gold' } })
  const ticket = await make.ticket({ requester_id: user.id, comment: { body: 'There is smoke' } })
  assert.deepEqual(await skillsOf(ticket), ['Company', 'German', 'Person', 'Word'])
  assert.deepEqual(await skillsOf(await make.ticket()), [])
  const conditions = { all: [{ subject: 'in_business_hours', operator: 'is', value: 'true' }] }
  const refused = await postValue(language, { name: 'Hours', conditions })
  assert.deepEqual([refused.status, Object.keys(refused.body.details)], [422, ['base']])
})

test('a value whose condition names a deleted field is met by no ticket and stops no write', async () => {
  const { ticket_field } = (await api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Gone' } })).body
  const language = await attribute()
  const conditions = { all: [{ subject: `custom_fields_${ticket_field.id}`, operator: 'present', value: null }] }
  const broken = await value(language, { name: 'Broken', conditions })
  const custom_fields = [{ id: ticket_field.id, value: 'x' }]
  assert.deepEqual(await skillsOf(await make.ticket({ custom_fields })), ['Broken'])
  assert.equal((await api.delete(`/api/v2/ticket_fields/${ticket_field.id}`)).status, 204)
  assert.deepEqual(await skillsOf(await make.ticket({})), [])
  const at = `${PATH}/${language.id}/values/${broken.id}`
  assert.equal((await api.patch(at, { attribute_value: { name: 'Still there' } })).status, 200)
  assert.equal((await api.patch(at, { attribute_value: { conditions } })).status, 422)
})

test('names are needed and unique, in an attribute those of its values; conditions must be valid; too many are refused', async () => {
  const one = await attribute()
  const other = await attribute()
  const german = await value(one)
  const details = (answer: { body: any }) => Object.keys(answer.body.details)
  assert.equal((await api.post(PATH, {})).status, 400)
  assert.deepEqual(details(await api.post(PATH, { attribute: { name: ' ' } })), ['name'])
  assert.deepEqual(details(await api.post(PATH, { attribute: { name: one.name.toUpperCase() } })), ['name'])
  assert.deepEqual(details(await api.put(`${PATH}/${one.id}`, { attribute: { name: other.name } })), ['name'])
  assert.deepEqual(details(await postValue(one, { name: '' })), ['name'])
  assert.deepEqual(details(await postValue(one, { name: german.name.toLowerCase() })), ['name'])
  assert.equal((await postValue(other, { name: german.name })).status, 201)
  const refused = await postValue(one, { name: 'x', conditions: { any: [{ subject: 'moon', operator: 'is', value: 'full' }] } })
  assert.deepEqual([refused.status, details(refused)], [422, ['base']])
  assert.match(refused.body.details.base[0].description, /there is no field "moon"/)
  const createUntilRefused = async () => {
    for (let tries = 0; tries < 101; tries += 1) {
      const { status, body } = await api.post(PATH, { attribute: { name: `Crowd ${tries}` } })
      if (status !== 201) return [status, Object.keys(body.details)]
    }
  }
  assert.deepEqual(await createUntilRefused(), [422, ['base']])
})

test('401 without credentials; agents list and show values only, unless their role has the skills; end users nothing; 404 for unknown ids', async () => {
  const [language] = (await api.get(PATH)).body.attributes
  const at = `${PATH}/${language.id}`
  const calls = (as: typeof api) => [
    () => as.get(PATH),
    () => as.get(`${at}/values`),
    () => as.get(at),
    () => as.get(`${PATH}/definitions`),
    () => as.post(PATH, { attribute: { name: `Role ${++made}` } }),
    () => as.put(at, { attribute: { name: language.name } }),
    () => as.post(`${at}/values`, { attribute_value: { name: `Role ${++made}` } }),
    () => as.delete(`${at}/values/${NOBODY}`),
    () => as.delete(`${PATH}/${NOBODY}`),
  ]
  const statuses = async (as: typeof api) => {
    const found: number[] = []
    for (const call of calls(as)) found.push((await call()).status)
    return found
  }
  assert.deepEqual(await statuses(app.as({})), Array(9).fill(401))
  assert.deepEqual(await statuses(customer.api), Array(9).fill(403))
  assert.deepEqual(await statuses(agent.api), [200, 200, 403, 403, 403, 403, 403, 403, 403])
  await api.delete(`${PATH}/${(await api.get(PATH)).body.attributes.at(-1).id}`)
  const role = { name: 'Skills', configuration: { manage_skills: true } }
  const { custom_role } = (await api.post('/api/v2/custom_roles', { custom_role: role })).body
  const trusted = await make.agent({ custom_role_id: custom_role.id })
  const found = await statuses(app.as({ email: trusted.email, token: app.admin.token }))
  assert.deepEqual(found, [200, 200, 200, 200, 201, 200, 201, 404, 404])
})
