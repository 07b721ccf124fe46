// Rule tests as files: played on instances of a running server and on a server of their own, and recorded from a ticket.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { test } from '#test/processes.ts'
import { useApp } from '#test/app.ts'
import { runCommand } from '#test/command.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { MAY_CALL_RECEIVER } from '#test/receiver.ts'
import { putPerson } from '#test/records.ts'
import { ROOT } from '#lib/root.ts'
import { readSources } from './source.ts'
import { readTest } from './test_file.ts'

const DESKHAND_INSTANCES_SECRET = 'instances-are-made-with-this-secret'
const app = await useApp({ ...MAY_CALL_RECEIVER, DESKHAND_INSTANCES_SECRET }, { shippedAutomations: true })
const folder = await mkdtemp(join(tmpdir(), 'deskhand-rules-test-'))
after(() => rm(folder, { recursive: true, force: true }))
const EXAMPLE = join(ROOT, 'docs/examples/rules/escalation.yaml')
const LISTED = /^(ok {2}|FAIL) {2}\S+:\d+ {2}(.*) \(\d+ ms\)$/

async function put(name: string, text: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}
const runTestFiles = (...files: string[]) => runCommand(['rules', 'test', '--url', app.base_url, ...files], { DESKHAND_INSTANCES_SECRET })
const results = (out: string) => out.split('\n').flatMap((line) => LISTED.exec(line)?.[1]?.trim() ?? [])

test('the example of the documents passes, on a server that is started for it', async () => {
  const { code, out, error } = await runCommand(['rules', 'test', EXAMPLE], {})
  assert.deepEqual([code, results(out), out.trimEnd().split('\n').at(-1)], [0, ['ok', 'ok'], '2 of 2 passed'], out + error)
})

const TICKET = `when:
  - create_ticket: { subject: Test, comment: { body: Hello }, tags: [vip] }
    as: first
`
const TRIGGER = `triggers:
    raise:
      conditions: { all: [{ field: current_tags, operator: includes, value: vip }], any: [] }
      actions: [{ field: priority, value: high }]
`

test('differences are printed with their lines and fail the command; no instance is left behind', async () => {
  const writeThen = (expected: string) => `then:\n  tickets:\n    first: ${expected}\n`
  await put('collection.json', JSON.stringify({ payload: { ticket_fields: { plan: { type: 'text', title: 'Plan' } } } }))
  const gold = TRIGGER.replace('current_tags, operator: includes, value: vip', 'custom_fields_$plan, operator: is, value: gold')
  const silver = `when:
  - create_ticket: { subject: Test, comment: { body: Hello }, custom_fields: [{ id: $plan, value: gold }] }
    as: first
`
  const collected = 'given:\n  collection: collection.json\n  '
  const bad = 'triggers:\n    bad: { conditions: { all: [], any: [] }, actions: [] }\n'
  const files = [
    await put('wrong.yaml', `name: Wrong\ngiven:\n  ${TRIGGER}${TICKET}${writeThen('{ status: open, priority: low }')}`),
    await put('good.yaml', `name: Right\ngiven:\n  ${TRIGGER}${TICKET}${writeThen('{ priority: high, tags: [vip] }')}`),
    await put('collection.yaml', `name: Gold\n${collected}${gold}${silver}${writeThen('{ priority: high, fields: { plan: gold } }')}`),
    await put('twice.yaml', `name: Twice\n${collected}groups: { plan: {} }\n${TICKET}then: { mails: [] }`),
    await put('refused.yaml', `name: Refused\ngiven:\n  ${bad}${TICKET}then: { mails: [] }`),
  ]
  const { code, out } = await runTestFiles(...files)
  assert.deepEqual([code, results(out)], [1, ['FAIL', 'ok', 'ok', 'FAIL', 'FAIL']], out)
  assert.match(out, /wrong\.yaml:12: then\.tickets\.first\.priority: expected "low", got "high"/)
  assert.match(out, /twice\.yaml:4: given\.groups\.plan has the name of another record/)
  assert.match(out, /refused\.yaml:4: given\.triggers\.bad is refused with 4\d\d/)
  assert.match(out, /2 of 5 passed/)
  assert.equal((await app.database.database.driver`select 1 from accounts`).length, 1)
})

test('a test reads no collection from elsewhere, and prints nothing of one that is malformed', async () => {
  const inner = join(folder, 'inner')
  await mkdir(inner)
  await put('secret.txt', 'password: hunter2: [')
  await symlink(join(folder, 'secret.txt'), join(inner, 'link'))
  const writeTest = (file: string) => `name: X\ngiven: { collection: ${file} }\n${TICKET}then: { mails: [] }`
  for (const file of ['../secret.txt', 'link', '../../../../../../../etc/passwd']) {
    const { code, error } = await runTestFiles(await put('inner/outside.yaml', writeTest(file)))
    assert.equal(code, 1)
    assert.match(error, /outside\.yaml:2: given\.collection must be a file in the folder of the test or in the current one/)
  }
  const { code, error } = await runTestFiles(await put('own.yaml', writeTest('secret.txt')))
  assert.equal(code, 1)
  assert.match(error, /secret\.txt cannot be read/)
  assert.doesNotMatch(error, /hunter2/)
})

test('files that are wrong are refused with file and line', async () => {
  const wrong: [string, RegExp][] = [
    ['name: [', /broken\.yaml:\d+: /],
    ['', /is empty|the test must be an object/],
    [`name: A\n${TICKET}`, /broken\.yaml:\d+: then must be an object/],
    ['name: A\nwhen: []\nthen: {}', /broken\.yaml:2: when must be a list of steps/],
    ['name: A\nwhen:\n  - fly: {}\nthen: { mails: [] }', /broken\.yaml:3: when\.0 must have one of create_ticket/],
    [`name: A\ngiven:\n  robots: {}\n${TICKET}then: { mails: [] }`, /broken\.yaml:3: given\.robots is not known/],
    [`name: A\nclock: soon\n${TICKET}then: { mails: [] }`, /broken\.yaml:2: clock must be a time/],
  ]
  for (const [text, why] of wrong) assert.throws(() => readSources('broken.yaml', text).map(readTest), why, text)
  const none = await runTestFiles(await put('none.yaml', `name: A\ngiven: { collection: none.json }\n${TICKET}then: { mails: [] }`))
  assert.deepEqual([none.code, none.out], [1, ''])
  assert.match(none.error, /none\.json cannot be read/)
})

test('a test that is recorded from a ticket passes, and fails when a rule is changed', async () => {
  await app.api.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'frozen', at: '2027-03-01T08:00:00Z' } } })
  const make = makeWith(app.api)
  const agent = await putPerson(app, { role: 'agent' })
  const customer = await putPerson(app, { role: 'end-user' })
  const group = await make.group({ name: 'Second line' })
  const member = { group_membership: { group_id: group.id, user_id: agent.id } }
  assert.equal((await app.api.post('/api/v2/group_memberships', member)).status, 201)
  const field = (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Plan' } })).body.ticket_field
  const trigger = {
    title: 'Gold',
    conditions: { all: [{ field: `custom_fields_${field.id}`, operator: 'is', value: 'gold' }], any: [] },
    actions: [
      { field: 'priority', value: 'urgent' },
      { field: 'group_id', value: String(group.id) },
    ],
  }
  assert.equal((await app.api.post('/api/v2/triggers', { trigger })).status, 201)
  const asked = await customer.api.post('/api/v2/requests', { request: { subject: 'No light', comment: { body: 'It is dark' } } })
  const { id } = asked.body.request
  await app.api.post('/api/v2/deskhand/clock/advance', { clock: { seconds: 7200 } })
  const ticket = { custom_fields: [{ id: field.id, value: 'gold' }], comment: { body: 'We look at it', public: true }, status: 'open' }
  assert.equal((await agent.api.put(`/api/v2/tickets/${id}`, { ticket })).status, 200)
  await app.api.post('/api/v2/deskhand/clock/advance', { clock: { seconds: 7200 } })
  const solved = { ticket: { status: 'solved', assignee_id: agent.id } }
  assert.equal((await agent.api.put(`/api/v2/tickets/${id}`, solved)).status, 200)
  // a server comes to an hour some time after it has begun
  await app.api.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'frozen', at: '2027-03-05T13:00:17Z' } } })
  await runScheduledWork(app)
  assert.equal((await app.api.get(`/api/v2/tickets/${id}`)).body.ticket.status, 'closed')
  const env = { DESKHAND_ADMIN_EMAIL: app.admin.email, DESKHAND_API_TOKEN: app.admin.token }
  const { code, out, error } = await runCommand(['rules', 'record', String(id), '--url', app.base_url], env)
  assert.deepEqual([code, error], [0, ''])
  assert.ok(!out.includes(customer.email) && !out.includes(customer.name), 'names and addresses of people are left out')
  const files = [await put('recorded.yaml', out), await put('changed.yaml', out.replace('value: urgent', 'value: low'))]
  const again = await runTestFiles(...files)
  assert.deepEqual([again.code, results(again.out)], [1, ['ok', 'FAIL']], `${again.out}\n${again.error}\n${out}`)
  assert.match((await runCommand(['rules', 'record', '999999', '--url', app.base_url], env)).error, /refused with 404/)
  assert.match((await runCommand(['rules', 'record', '1', '--url', app.base_url], {})).error, /DESKHAND_API_TOKEN/)
  const { driver } = app.database.database
  const people = await driver<{ id: number }[]>`insert into users (account_id, name, role, time_zone, locale, created_at, updated_at)
    select ${app.account_id}, 'Person', 'end-user', 'UTC', 'en-US', now(), now() from generate_series(1, 120) returning id`
  const any = people.map((person) => ({ field: 'requester_id', operator: 'is', value: String(person.id) }))
  const named = { title: 'People', conditions: { all: [], any }, actions: trigger.actions }
  assert.equal((await app.api.post('/api/v2/triggers', { trigger: named })).status, 201)
  const { out: many } = await runCommand(['rules', 'record', String(id), '--url', app.base_url], env)
  assert.deepEqual(
    people.filter((person) => !many.includes(`    customer_${person.id}:`)),
    [],
  )
  await driver`insert into triggers (account_id, category_id, category_position, key, title, position, conditions, actions, revision_id, created_at, updated_at)
    select t.account_id, t.category_id, t.category_position, t.key || n, 'Copy', t.position, t.conditions, t.actions, t.revision_id, t.created_at, t.updated_at
    from triggers t, generate_series(1, 500) n where t.account_id = ${app.account_id} and t.title = 'Gold'`
  const tooMany = await runCommand(['rules', 'record', String(id), '--url', app.base_url], env)
  await driver`delete from triggers where account_id = ${app.account_id} and title = 'Copy'`
  assert.match(tooMany.error, /More than 500 triggers cannot be recorded/)
})
