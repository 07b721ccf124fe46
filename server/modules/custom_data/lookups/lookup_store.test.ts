/** Lookup fields reveal nothing about records that the caller cannot see, on every type of record that has such fields. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import type { Answer, Client } from '#test/client.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const NOBODY = 888_888_888
const NO_RECORD = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
/** The agent can read no records of `vault`, and of `ledger` those whose name allows it. */
const TYPES = ['zen:user', 'zen:organization', 'zen:ticket', 'zen:custom_object:vault', 'zen:custom_object:ledger'] as const
type Type = (typeof TYPES)[number]
const OBJECTS = ['vault', 'ledger'] as const
const PATH = '/api/v2/custom_objects'

/** A record with lookup fields: how a field is written, how a record is created, and what a field of the answer contains. */
interface Holder {
  readonly put: (client: Client, type: Type, value: unknown) => Promise<Answer>
  readonly make?: (client: Client, type: Type, value: unknown) => Promise<Answer>
  readonly held: (answer: Answer, type: Type) => unknown
}

let hidden: Readonly<Record<Type, number | string>>
let readable: string
let agent: Client
const holders: Record<string, Holder> = {}
const keyOf = (type: Type) => `to_${type.replace(/^.*:/, '')}`
const getMissingId = (type: Type) => (type.startsWith('zen:custom_object:') ? NO_RECORD : NOBODY)

async function profileHolder(kind: 'user' | 'organization', id: number): Promise<Holder> {
  for (const type of TYPES) {
    const field = { key: keyOf(type), title: type, type: 'lookup', relationship_target_type: type }
    const made = await app.api.post(`/api/v2/${kind}_fields`, { [`${kind}_field`]: field })
    assert.equal(made.status, 201, JSON.stringify(made.body))
  }
  return {
    put: (client, type, value) => client.put(`/api/v2/${kind}s/${id}`, { [kind]: { [`${kind}_fields`]: { [keyOf(type)]: value } } }),
    held: ({ body }, type) => body[kind]?.[`${kind}_fields`][keyOf(type)],
  }
}

async function ticketHolder(requester_id: number): Promise<Holder> {
  const fields = new Map<Type, number>()
  for (const type of TYPES) {
    const ticket_field = { title: type, type: 'lookup', relationship_target_type: type }
    fields.set(type, (await app.api.post('/api/v2/ticket_fields', { ticket_field })).body.ticket_field.id)
  }
  const { id } = await make.ticket({ requester_id })
  const values = (type: Type, value: unknown) => ({ custom_fields: [{ id: fields.get(type), value }] })
  return {
    put: (client, type, value) => client.put(`/api/v2/tickets/${id}`, { ticket: values(type, value) }),
    make: (client, type, value) => client.post('/api/v2/tickets', { ticket: { comment: 'x', requester_id, ...values(type, value) } }),
    held: ({ body }, type) => body.ticket?.custom_fields.find((one: { id: number }) => one.id === fields.get(type)).value,
  }
}

async function makeObject(key: string): Promise<void> {
  assert.equal((await app.api.post(PATH, { custom_object: { key, title: key, title_pluralized: `${key}s` } })).status, 201)
}

const makeRecord = async (key: string, name: string): Promise<string> =>
  (await app.api.post(`${PATH}/${key}/records`, { custom_object_record: { name, external_id: name } })).body.custom_object_record.id

/** Creates both objects with their policies. Returns a record of each that the agent cannot read, and the one it can (`open`). */
async function makeObjects(): Promise<{ vault: string; ledger: string; open: string }> {
  for (const key of OBJECTS) await makeObject(key)
  const conditions = { all: [{ field: 'standard::name', operator: 'is', value: 'open' }] }
  const rule = await app.api.post(`${PATH}/ledger/access_rules`, { access_rule: { title: 'Some', conditions } })
  assert.equal(rule.status, 201, JSON.stringify(rule.body))
  const no = { allowed: false }
  const some = { allowed: true, rule_id: rule.body.access_rule.id }
  for (const [key, read] of [['vault', no] as const, ['ledger', some] as const]) {
    const policy = { records: { create: no, update: no, delete: no, read } }
    assert.equal((await app.api.patch(`${PATH}/${key}/permission_policies/agent`, { policy })).status, 200)
  }
  return {
    vault: await makeRecord('vault', 'closed'),
    ledger: await makeRecord('ledger', 'closed'),
    open: await makeRecord('ledger', 'open'),
  }
}

async function recordHolder(): Promise<Holder> {
  const path = PATH
  await makeObject('asset')
  for (const type of TYPES) {
    const custom_object_field = { key: keyOf(type), title: type, type: 'lookup', relationship_target_type: type }
    const made = await app.api.post(`${path}/asset/fields`, { custom_object_field })
    assert.equal(made.status, 201, JSON.stringify(made.body))
  }
  const record = (type?: Type, value?: unknown) => ({
    custom_object_record: { name: 'One', ...(type === undefined ? {} : { custom_object_fields: { [keyOf(type)]: value } }) },
  })
  const { id } = (await app.api.post(`${path}/asset/records`, record())).body.custom_object_record
  return {
    put: (client, type, value) => client.patch(`${path}/asset/records/${id}`, record(type, value)),
    make: (client, type, value) => client.post(`${path}/asset/records`, record(type, value)),
    held: ({ body }, type) => body.custom_object_record?.custom_object_fields[keyOf(type)],
  }
}

before(async () => {
  const own = await make.organization()
  const other = await make.organization()
  const customer = await make.user({ organization_id: own.id })
  const stranger = await make.user({ organization_id: other.id })
  const { email } = await make.agent({ ticket_restriction: 'organization', organization_id: own.id })
  agent = app.as({ email, token: app.admin.token })
  const ticket = await make.ticket({ requester_id: stranger.id, organization_id: other.id })
  const { vault, ledger, open } = await makeObjects()
  hidden = {
    'zen:user': stranger.id,
    'zen:organization': other.id,
    'zen:ticket': ticket.id,
    'zen:custom_object:vault': vault,
    'zen:custom_object:ledger': ledger,
  }
  readable = open
  holders.user = await profileHolder('user', customer.id)
  holders.organization = await profileHolder('organization', own.id)
  holders.ticket = await ticketHolder(customer.id)
  holders.record = await recordHolder()
})

test('a record the caller cannot see gets the same answer as one that does not exist, wherever a lookup field can name it', async () => {
  for (const [kind, holder] of Object.entries(holders))
    for (const type of TYPES)
      for (const write of [holder.put, holder.make ?? holder.put]) {
        const there = await write(agent, type, hidden[type])
        const nowhere = await write(agent, type, getMissingId(type))
        assert.ok(there.status >= 400 && there.status < 500, `${kind} ${type}: ${there.status}`)
        assert.deepEqual([there.status, there.body], [nowhere.status, nowhere.body], `${kind} ${type}`)
      }
})

test("a field's value can be sent back by callers who cannot see the record, but not to another field", async () => {
  for (const [kind, holder] of Object.entries(holders))
    for (const type of TYPES) {
      const given = await holder.put(app.api, type, hidden[type])
      assert.equal(String(holder.held(given, type)), String(hidden[type]), `${kind} ${type}`)
      const back = await holder.put(agent, type, holder.held(given, type))
      assert.equal(back.status, 200, `${kind} ${type}: ${JSON.stringify(back.body)}`)
      assert.equal(String(holder.held(back, type)), String(hidden[type]), `${kind} ${type}`)
      if (holder.make !== undefined) assert.equal((await holder.make(agent, type, hidden[type])).status, 422, `${kind} ${type}`)
    }
})

test('records of a custom object are named by id or external id: only those the caller can read', async () => {
  const type = 'zen:custom_object:ledger'
  // restricted agents cannot change organizations
  for (const [kind, holder] of Object.entries(holders).filter(([each]) => each !== 'organization')) {
    for (const name of [readable, 'external_id:open']) {
      assert.equal((await holder.put(app.api, type, null)).status, 200)
      const put = await holder.put(agent, type, name)
      assert.equal(put.status, 200, `${kind} ${name}: ${JSON.stringify(put.body)}`)
      assert.equal(holder.held(put, type), readable, kind)
    }
    const refused = await holder.put(agent, type, 'external_id:closed')
    assert.equal(refused.status, 422, `${kind}: ${JSON.stringify(refused.body)}`)
  }
})

test('the value of one field does not allow naming it in another field, or guessing its external id', async () => {
  const requester_id: number = (await make.user({ organization_id: (await make.organization()).id })).id
  const secret = await make.user({ external_id: 'TOP-secret-77', organization_id: (await make.organization()).id })
  const vault = (
    await app.api.post(`${PATH}/vault/records`, {
      custom_object_record: { name: 'Secret', external_id: 'record-77', custom_object_fields: {} },
    })
  ).body.custom_object_record.id
  for (const [type, id, external] of [
    ['zen:user', secret.id, 'top-SECRET-77'],
    ['zen:custom_object:vault', vault, 'record-77'],
  ] as const) {
    const fieldOf = async (title: string): Promise<number> => {
      const ticket_field = { type: 'lookup', title, relationship_target_type: type }
      return (await app.api.post('/api/v2/ticket_fields', { ticket_field })).body.ticket_field.id
    }
    const holds = await fieldOf('Holds')
    const other = await fieldOf('Another')
    const organization_id: number = (await app.api.get(`/api/v2/users/${requester_id}`)).body.user.organization_id
    const { email } = await make.agent({ organization_id, ticket_restriction: 'organization' })
    const restricted = app.as({ email, token: app.admin.token })
    const { id: ticket } = await make.ticket({ requester_id, custom_fields: [{ id: holds, value: String(id) }] })
    const put = (...custom_fields: object[]) => restricted.put(`/api/v2/tickets/${ticket}`, { ticket: { custom_fields } })
    const kept = { id: holds, value: String(id) }
    assert.equal((await put(kept)).status, 200, type)
    for (const value of [String(id), `external_id:${external}`, 'external_id:nothing'])
      assert.equal((await put(kept, { id: other, value })).status, 422, `${type}: ${value}`)
    assert.equal((await put({ id: holds, value: `external_id:${external}` })).status, 422, type)
  }
})
