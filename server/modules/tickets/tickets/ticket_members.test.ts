/**
 * The table of a ticket's members keeps its word: each entry that is stored as it is sent is written, read, emptied, audited, published and scrubbed
 * as its keys say. A new entry is tested here without a line; one that refers to another record needs a row in REFERENCES.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor, waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { MAY_CALL_RECEIVER, useReceiver } from '#test/receiver.ts'
import { text, textOrNull } from '#http/answer_shape.ts'
import { Id, Line } from '#http/shape.ts'
import { defineStatement } from '#db/builder.ts'
import { keysOf } from '#lib/objects.ts'
import { EVENT_TYPES, PREFIX } from '#modules/common/webhook_events/event_types.ts'
import { BIGINT, BOOLEAN, defineMembers, INTEGER, pluck, TEXT, TIMESTAMP } from './define_members.ts'
import { COLUMN_TYPES, STATE_COLUMNS, type TicketState } from './row.ts'
import { TICKET_MEMBERS } from './ticket_members.ts'

const app = await useApp(MAY_CALL_RECEIVER)
const { api } = app
const make = makeWith(api)
const receiver = await useReceiver()

interface Says {
  readonly column?: object
  readonly audit?: object
  readonly event?: string
  readonly scrubbed?: true
}
const says = (name: keyof TicketState): Says => TICKET_MEMBERS[name]
const asSent = keysOf(pluck(TICKET_MEMBERS, 'as_sent'))
type AsSent = (typeof asSent)[number]

/** Two values for each type of column. Texts fit whatever form their input has. */
const VALUES: Readonly<Record<string, readonly [unknown, unknown]>> = {
  text: ['first@example.org', 'second@example.org'],
  boolean: [true, false],
  integer: [1, 2],
  timestamptz: ['2026-01-02T03:04:05Z', '2026-06-07T08:09:10Z'],
}
const problem = async () => (await make.ticket({ type: 'problem' })).id as number
const agreement = async (name: string) =>
  (await api.post('/api/v2/sharing_agreements', { sharing_agreement: { remote_subdomain: name } })).body.sharing_agreement.id as number
const group = async (name: string) => (await api.post('/api/v2/groups', { group: { name } })).body.group.id as number
/** Members that refer to other records, which must exist. */
const REFERENCES: { readonly [Name in AsSent]?: () => Promise<readonly [unknown, unknown]> } = {
  group_id: async () => [await group('One'), await group('Other')],
  problem_id: async () => [await problem(), await problem()],
  sharing_agreement_ids: async () => [[await agreement('one')], [await agreement('other')]],
}

// nothing that the API answers has a ticket that was deleted for good
const selectTicket = defineStatement<Record<string, unknown>>('select * from tickets where account_id = $1 and id = $2')
const writeValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const put = async (id: number, ticket: object) => {
  const { status, body } = await api.put(`/api/v2/tickets/${id}`, { ticket })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

for (const name of asSent)
  test(`${name} is what its entry says`, async () => {
    const { audit, event, scrubbed } = says(name)
    const [first, second] = (await REFERENCES[name]?.()) ?? VALUES[COLUMN_TYPES[name]] ?? assert.fail(`no values for ${name}`)
    const isList = Array.isArray(first)
    const ticket = await make.ticket({ type: 'incident', [name]: first })
    assert.deepEqual(ticket[name], first)

    const changed = await put(ticket.id, { [name]: second })
    assert.deepEqual(changed.ticket[name], second)
    const listed = (await api.get(`/api/v2/tickets/show_many?ids=${ticket.id}`)).body.tickets[0]
    assert.deepEqual(listed[name], second)
    const audited = changed.audit.events.filter((each: { field_name?: string }) => each.field_name === name)
    const change = { type: 'Change', field_name: name, value: writeValue(second), previous_value: writeValue(first) }
    assert.deepEqual(
      audited.map(({ id: _id, ...rest }: { id: number }) => rest),
      audit === undefined ? [] : [change],
    )

    const webhook = {
      name,
      status: 'active',
      endpoint: `${receiver.url}/${name}`,
      http_method: 'POST',
      request_format: 'json',
      subscriptions: [...EVENT_TYPES],
    }
    const hook = (await api.post('/api/v2/webhooks', { webhook })).body.webhook
    await put(ticket.id, { [name]: first, comment: { body: 'The last event' } })
    const listArrivedTypes = () =>
      receiver.calls
        .filter(({ url }) => url.endsWith(`/${name}`))
        .map(({ body }) => JSON.parse(body))
        .filter(({ detail }) => detail.id === String(ticket.id))
        .map(({ type }) => type.slice(`${PREFIX}ticket.`.length) as string)
    await waitFor(async () => listArrivedTypes().length === (event === undefined ? 1 : 2), true)
    assert.deepEqual(listArrivedTypes().sort(), ['comment_added', ...(event === undefined ? [] : [event])].sort())
    await api.delete(`/api/v2/webhooks/${hook.id}`)

    const empty = isList ? [] : null
    assert.deepEqual((await put(ticket.id, { [name]: empty })).ticket[name], empty)
    await put(ticket.id, { [name]: second })
    await api.delete(`/api/v2/tickets/${ticket.id}`)
    await waitForJob(app, await api.delete(`/api/v2/deleted_tickets/${ticket.id}`))
    const remains = await app.database.database.one(selectTicket(app.account_id, ticket.id))
    assert.deepEqual(remains[name], scrubbed === true ? empty : second)
  })

test('what people write into a member that is stored as it is sent does not outlive the ticket', () => {
  assert.deepEqual(
    asSent.filter((name) => COLUMN_TYPES[name] === 'text' && says(name).scrubbed !== true),
    [],
  )
})

test('an answer has the members in the order of the table, and a view the columns of its members', async () => {
  const { id } = await make.ticket()
  assert.deepEqual(Object.keys((await api.get(`/api/v2/tickets/${id}`)).body.ticket), keysOf(pluck(TICKET_MEMBERS, 'answer')))
  const { output } = (await api.get('/api/v2/views/definitions')).body.definitions
  for (const [name, { title }] of Object.entries<{ title: string }>(pluck(TICKET_MEMBERS, 'view')))
    assert.deepEqual(
      output.filter(({ value }: { value: string }) => value === name),
      [{ title, value: name }],
    )
})

test('audits have one order of members', () => {
  const places = Object.values(pluck(TICKET_MEMBERS, 'audit')).map(({ place }) => place)
  assert.equal(new Set(places).size, places.length)
})

test('the columns of statements are those of the entries', () => {
  assert.deepEqual(
    STATE_COLUMNS,
    keysOf(TICKET_MEMBERS).filter((name) => 'column' in TICKET_MEMBERS[name]),
  )
})

test('what is said under a key is found under the names of its entries, in their order', () => {
  const table = defineMembers({
    url: { answer: text },
    subject: { column: TEXT, blank: null, answer: textOrNull, input: Line, as_sent: true, audit: { place: 2 }, view: { title: 'Title' } },
    group_id: { column: BIGINT, blank: null, input: Id, ruled: true, audit: { place: 1 } },
    reopens: { column: INTEGER, blank: 0, listed: true },
  })
  assert.deepEqual(pluck(table, 'answer'), { url: text, subject: textOrNull })
  assert.deepEqual(pluck(table, 'blank'), { subject: null, group_id: null, reopens: 0 })
  assert.deepEqual(keysOf(pluck(table, 'audit')), ['subject', 'group_id'])
  assert.deepEqual(pluck(table, 'ruled'), { group_id: true })
  assert.deepEqual(pluck(table, 'view'), { subject: { title: 'Title' } })
  assert.deepEqual(pluck(table, 'event'), {})
})

// what the compiler refuses: entries that contradict the database or themselves
// @ts-expect-error -- no column has this name
defineMembers({ urgency: { column: TEXT } })
// @ts-expect-error -- the column is a bigint
defineMembers({ group_id: { column: TEXT } })
// @ts-expect-error -- the column is a moment
defineMembers({ due_at: { column: TEXT } })
// @ts-expect-error -- rules know nothing of it
defineMembers({ comments_public: { column: BOOLEAN, ruled: true } })
// @ts-expect-error -- there is no such key
defineMembers({ due_at: { column: TIMESTAMP, audited: true } })
// @ts-expect-error -- there is no such event
defineMembers({ is_public: { column: BOOLEAN, event: 'made_public' } })
