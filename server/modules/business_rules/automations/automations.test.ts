import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp({}, { shippedAutomations: true })
const path = '/api/v2/automations'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const db = app.database.database
const accountId = app.account_id

let hours = 1000
/** The members of an automation that duplicates no other one. */
function makeMembers(members: Record<string, unknown> = {}): Record<string, unknown> {
  hours += 1
  const conditions = {
    all: [
      { field: 'status', operator: 'is', value: 'open' },
      { field: 'OPEN', operator: 'is', value: String(hours) },
    ],
    any: [],
  }
  return { title: `After ${hours} hours`, conditions, actions: [{ field: 'priority', value: 'high' }], ...members }
}
const post = (members: Record<string, unknown>) => app.api.post(path, { automation: members })
const make = async (members: Record<string, unknown> = {}) => (await post(makeMembers(members))).body.automation
const put = (id: number, members: Record<string, unknown>) => app.api.put(`${path}/${id}`, { automation: members })
const sentences = (answer: { body: any }) => answer.body.details.base.map((problem: { description: string }) => problem.description)
const titles = (answer: { body: any }) => answer.body.automations.map((row: { title: string }) => row.title)
const MEMBERS = ['url', 'id', 'title', 'active', 'updated_at', 'created_at', 'default', 'actions', 'conditions', 'position', 'raw_title']

test('a fresh instance has three automations, the first of them active and default', async () => {
  const { status, body } = await agent.api.get(`${path}.json`)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['automations', 'next_page', 'previous_page', 'count'])
  assert.deepEqual(
    body.automations.map((row: { position: number }) => row.position),
    [0, 9998, 9999],
  )
  const [first] = body.automations
  assert.deepEqual(Object.keys(first), MEMBERS)
  assert.deepEqual(Object.keys(first.conditions.all[0]), ['field', 'operator', 'value'])
  assert.equal(first.default, true)
  assert.equal(first.url, `${app.base_url}${path}/${first.id}.json`)
  const active = await agent.api.get(`${path}/active.json`)
  assert.deepEqual(
    active.body.automations.map((row: { id: number }) => row.id),
    [first.id],
  )
})

test('an automation is created after all others, shown, disabled, enabled and deleted', async () => {
  const made = await app.api.post(`${path}.json`, { automation: makeMembers({ title: ' Follow up ', oops: 1 }) })
  assert.equal(made.status, 201)
  const { id, url, title, raw_title, position, active } = made.body.automation
  assert.equal(made.headers.get('location'), url)
  assert.match(
    made.headers.get('x-zendesk-api-warn') ?? '',
    /:controller=>"rules\/automations", :action=>"create", :unpermitted_keys=>\["automation\.oops"\]/,
  )
  assert.deepEqual(
    { title, raw_title, position, active, default: made.body.automation.default },
    { title: 'Follow up', raw_title: 'Follow up', position: 10_000, active: true, default: false },
  )
  assert.deepEqual((await app.api.get(`${path}/${id}`)).body, made.body)
  const disabled = await put(id, { active: false })
  assert.equal(disabled.status, 200)
  assert.deepEqual({ ...disabled.body.automation, updated_at: '' }, { ...made.body.automation, active: false, updated_at: '' })
  assert.equal((await put(id, { active: 'true' })).body.automation.active, true)
  assert.equal((await put(id, { raw_title: 'Ask again' })).body.automation.title, 'Ask again')
  const deleted = await app.api.delete(`${path}/${id}`, undefined, { 'content-type': 'application/json' })
  assert.equal(deleted.status, 204)
  assert.equal(deleted.body, undefined)
  assert.equal((await app.api.get(`${path}/${id}.json`)).status, 404)
})

test('conditions may be nested or at the top level, and null counts as absent', async () => {
  const all = [{ field: 'PENDING', operator: 'is', value: 77 }]
  const made = await post({ title: 'Bare', all, conditions: null, output: null, actions: [{ field: 'assignee_id', value: agent.id }] })
  assert.equal(made.status, 201)
  assert.deepEqual(made.body.automation.conditions, { all: [{ field: 'PENDING', operator: 'is', value: '77' }], any: [] })
  assert.deepEqual(made.body.automation.actions, [{ field: 'assignee_id', value: String(agent.id) }])
  const same = await put(made.body.automation.id, { conditions: { all: null, any: null }, actions: null, title: 'Renamed' })
  assert.equal(same.status, 200)
  assert.deepEqual(same.body.automation.conditions, made.body.automation.conditions)
})

test('conditions in a request replace all conditions and leave the actions, and the other way round', async () => {
  const { id, actions } = await make({
    conditions: undefined,
    all: [{ field: 'OPEN', operator: 'is', value: '5' }],
    any: [{ field: 'priority', operator: 'is', value: 'low' }],
  })
  const changed = await put(id, { conditions: { all: [{ field: 'OPEN', operator: 'is', value: '6' }] } })
  assert.deepEqual(changed.body.automation.conditions, { all: [{ field: 'OPEN', operator: 'is', value: '6' }], any: [] })
  assert.deepEqual(changed.body.automation.actions, actions)
  const value = ['requester_id', 'Still there?', 'We wait for you']
  const acting = await put(id, { actions: [{ field: 'notification_user', value }] })
  assert.deepEqual(acting.body.automation.actions, [{ field: 'notification_user', value }])
  assert.deepEqual(acting.body.automation.conditions, changed.body.automation.conditions)
})

test('numbers are stored as strings at any depth but at the beginning, and booleans as they were sent', async () => {
  const value = [
    7,
    [
      ['ticket', 5],
      ['urgent', true],
    ],
  ]
  const { actions } = await make({ actions: [{ field: 'notification_webhook', value }] })
  assert.deepEqual(actions, [
    {
      field: 'notification_webhook',
      value: [
        7,
        [
          ['ticket', '5'],
          ['urgent', true],
        ],
      ],
    },
  ])
})

test('values of the wrong type are refused with 400', async () => {
  const text = await post(makeMembers({ conditions: '{"all":[]}' }))
  assert.equal(text.status, 400)
  assert.match(
    text.body.error.message,
    /for the automation\.conditions attribute\. Invalid parameter: automation\.conditions must be a hash from api\/v2\/rules\/automations\/create$/,
  )
  for (const wrong of [
    { actions: {} },
    { all: 'x' },
    { position: 'first' },
    { active: 'perhaps' },
    { actions: [{ field: 'status', value: { a: 1 } }] },
  ])
    assert.equal((await post(makeMembers(wrong))).status, 400, JSON.stringify(wrong))
  assert.equal((await app.api.post(path, { title: 'Unwrapped' })).status, 400)
})

test('a title, a condition and an action are needed', async () => {
  const blank = await post(makeMembers({ title: '  ' }))
  assert.equal(blank.status, 422)
  assert.deepEqual(blank.body, {
    error: 'RecordInvalid',
    description: 'Record validation errors',
    details: { title: [{ description: 'Title: cannot be blank', error: 'BlankValue' }] },
  })
  const empty = await post({ title: 'Empty' })
  assert.deepEqual(sentences(empty), [
    'Invalid conditions. You must select at least one condition.',
    'Invalid actions. You must select at least one action.',
  ])
  const { id } = await make()
  assert.equal((await put(id, { title: null })).status, 422)
  assert.deepEqual(sentences(await put(id, { actions: [] })), ['Invalid actions. You must select at least one action.'])
})

test('an automation needs no time condition, but its actions must make one of its conditions false', async () => {
  const all = [{ field: 'status', operator: 'is', value: 'open' }]
  const made = await post({ title: 'No time', conditions: { all }, actions: [{ field: 'status', value: 'solved' }] })
  assert.deepEqual([made.status, made.body.automation.conditions], [201, { all, any: [] }])
  const pending = { all: [{ field: 'status', operator: 'is', value: 'pending' }], any: [] }
  assert.deepEqual((await put(made.body.automation.id, { conditions: pending })).body.automation.conditions, pending)
  const actions = [{ field: 'notification_user', value: ['requester_id', 'Still open', 'It is.'] }]
  const endless = await post({ title: 'No end', conditions: { all }, actions })
  assert.equal(endless.status, 422)
  assert.match(sentences(endless)[0], /makes one of its conditions false/)
  await app.api.delete(`${path}/${made.body.automation.id}`)
})

test('invalid rules answer 422 with the messages of the rule check', async () => {
  const endless = await post(
    makeMembers({
      conditions: { all: [{ field: 'OPEN', operator: 'greater_than', value: '5' }] },
      actions: [{ field: 'reply_internal', value: 'Again' }],
    }),
  )
  assert.equal(endless.status, 422)
  assert.match(sentences(endless)[0], /true only once/)
  const unknown = await post(makeMembers({ conditions: { all: [{ field: 'colour', operator: 'is', value: 'red' }, {}] } }))
  assert.deepEqual(sentences(unknown), ['Invalid condition: there is no field "colour".', 'Invalid condition: there is no field "".'])
})

test('conditions may name custom fields while these are active', async () => {
  const insert = defineStatement<{
    id: number
  }>(`insert into ticket_fields (account_id, key, type, title, title_in_portal, position, options, created_at, updated_at)
    values ($1, 'plan', 'tagger', 'Plan', 'Plan', 20, $2, $3, $3) returning id`)
  const { id } = (await db.first(insert(accountId, JSON.stringify([{ id: 31, name: 'Gold', value: 'gold' }]), new Date()))) as {
    id: number
  }
  const all = [
    { field: 'OPEN', operator: 'is', value: '8' },
    { field: `custom_fields_${id}`, operator: 'is', value: 31 },
    { field: `custom_fields_${id}`, operator: 'present' },
  ]
  const made = await post(makeMembers({ conditions: { all } }))
  assert.equal(made.status, 201)
  assert.deepEqual(
    made.body.automation.conditions.all.map((condition: { value: unknown }) => condition.value),
    ['8', '31', null],
  )
  const off = await put(made.body.automation.id, { active: false })
  assert.equal(off.status, 200)
  await db.run(defineStatement('update ticket_fields set active = false where account_id = $1 and id = $2')(accountId, id))
  assert.equal((await put(made.body.automation.id, { title: 'Still off', conditions: { all } })).status, 200)
  assert.match(sentences(await put(made.body.automation.id, { active: true }))[0], /there is no field "custom_fields_/)
})

test('two active automations never have the same conditions and actions', async () => {
  const rule = makeMembers()
  const first = (await post(rule)).body.automation
  const twin = await post({ ...rule, title: 'Twin' })
  assert.equal(twin.status, 422)
  assert.deepEqual(sentences(twin), [`Invalid conditions. The active automation "${first.title}" has the same conditions and actions.`])
  assert.equal((await post({ ...rule, title: 'Other', actions: [{ field: 'priority', value: 'urgent' }] })).status, 201)
  const sleeping = await post({ ...rule, title: 'Twin', active: false })
  assert.equal(sleeping.status, 201)
  const { id } = sleeping.body.automation
  assert.equal((await put(id, { active: true })).status, 422)
  const swapped = await app.api.put(`${path}/update_many`, {
    automations: [
      { id, active: true },
      { id: first.id, active: false },
    ],
  })
  assert.equal(swapped.status, 200)
})

test('at most 500 automations are active', async () => {
  const fill =
    defineStatement<unknown>(`insert into automations (account_id, key, title, active, position, conditions, actions, created_at, updated_at)
    select $1, 'many_' || n, 'Many', true, 20000, jsonb_build_object('all', jsonb_build_array(jsonb_build_object('field', 'NEW', 'operator', 'is', 'value', n::text)), 'any', '[]'::jsonb), '[]', $2, $2
    from generate_series(1, 500) n`)
  await db.run(fill(accountId, new Date()))
  assert.deepEqual(sentences(await post(makeMembers())), ['Invalid automation. At most 500 automations can be active.'])
  const off = await post(makeMembers({ active: false }))
  assert.equal(off.status, 201)
  assert.equal((await put(off.body.automation.id, { active: true })).status, 422)
  await db.run(defineStatement("delete from automations where account_id = $1 and title = 'Many'")(accountId))
  assert.equal((await put(off.body.automation.id, { active: true })).status, 200)
})

test('several automations are moved, enabled and disabled in one call, or none is', async () => {
  const one = await make()
  const two = await make({ active: false })
  const changed = await app.api.put(`${path}/update_many.json`, {
    automations: [
      { id: String(one.id), position: 50_001, active: false, title: 'Ignored' },
      { id: two.id, position: 50_000, active: true },
    ],
  })
  assert.equal(changed.status, 200)
  assert.deepEqual(Object.keys(changed.body), ['automations', 'next_page', 'previous_page', 'count'])
  assert.deepEqual(titles(changed), [two.title, one.title])
  assert.deepEqual(
    changed.body.automations.map((row: { active: boolean }) => row.active),
    [true, false],
  )
  const missing = await app.api.put(`${path}/update_many`, { automations: [{ id: one.id, active: true }, { id: 99_999 }] })
  assert.deepEqual(missing.body, { error: 'RecordNotFound', description: 'Not found' })
  assert.equal((await app.api.get(`${path}/${one.id}`)).body.automation.active, false)
  assert.equal((await app.api.put(`${path}/update_many`, { automations: [{ active: true }] })).status, 400)
  assert.equal((await app.api.put(`${path}/update_many`, {})).status, 400)
  const many = await app.api.put(`${path}/update_many`, { automations: Array.from({ length: 101 }, (_none, id) => ({ id })) })
  assert.equal(many.body.error, 'TooManyValues')
})

test('several automations are deleted in one call, and unknown ids are ignored', async () => {
  const one = await make()
  const two = await make()
  const three = await make()
  assert.equal((await app.api.delete(`${path}/destroy_many.json?ids=${one.id}%2C99999`)).status, 204)
  assert.equal((await app.api.delete(`${path}/destroy_many?ids[]=${two.id}&ids[]=${three.id}`)).status, 204)
  for (const { id } of [one, two, three]) assert.equal((await app.api.get(`${path}/${id}`)).status, 404)
  assert.equal((await app.api.delete(`${path}/destroy_many?ids=x`)).status, 400)
  assert.equal((await app.api.delete(`${path}/destroy_many`)).status, 400)
})

test('lists are filtered, sorted, searched and paged in both styles', async () => {
  for (const [title, active] of [
    ['Zebra stripes', true],
    ['zebra hooves', false],
    ['100% zebra_tail', true],
  ] as const)
    await make({ title, active })
  assert.deepEqual(titles(await agent.api.get(`${path}/search?query=ZEBRA`)), ['Zebra stripes', 'zebra hooves', '100% zebra_tail'])
  assert.deepEqual(titles(await agent.api.get(`${path}/search.json?query=zebra&active=false`)), ['zebra hooves'])
  assert.deepEqual(titles(await agent.api.get(`${path}/search?query=a_t`)), ['100% zebra_tail'])
  assert.deepEqual(titles(await agent.api.get(`${path}/search?query=zebra&sort_by=alphabetical`)), [
    '100% zebra_tail',
    'Zebra stripes',
    'zebra hooves',
  ])
  assert.deepEqual(titles(await agent.api.get(`${path}/search?query=zebra&sort_by=position&sort_order=desc`)), [
    '100% zebra_tail',
    'zebra hooves',
    'Zebra stripes',
  ])
  assert.equal((await agent.api.get(`${path}/search`)).status, 400)
  const all = titles(await agent.api.get(path))
  const second = await agent.api.get(`${path}?page=2&per_page=2&active=true`)
  assert.equal(second.body.previous_page, `${app.base_url}${path}.json?active=true&page=1&per_page=2`)
  assert.ok(second.body.automations.every((row: { active: boolean }) => row.active))
  const seen: string[] = []
  let next: string | null = `${app.base_url}${path}.json?page%5Bsize%5D=4`
  while (next !== null) {
    const page: { automations: { title: string }[]; links: { next: string | null } } = (
      await agent.api.get(next.slice(app.base_url.length))
    ).body
    seen.push(...page.automations.map((row) => row.title))
    next = page.links.next
  }
  assert.deepEqual(seen, all)
  for (const sort of ['id', '-updated_at', 'position']) assert.equal((await agent.api.get(`${path}?page[size]=2&sort=${sort}`)).status, 200)
  assert.equal((await agent.api.get(`${path}/active?page[size]=2`)).body.automations.length, 2)
  assert.equal((await agent.api.get(`${path}?page[size]=2&sort=colour`)).status, 400)
})

test('requested includes are embedded, and unknown ones ignored', async () => {
  const { id } = await make()
  const names = 'app_installation,permissions,usage_1h,usage_24h,usage_7d,usage_30d'
  const { automation } = (await agent.api.get(`${path}/${id}?include=${names},None`)).body
  assert.deepEqual(Object.keys(automation), [...MEMBERS, ...names.split(',')])
  assert.deepEqual([automation.app_installation, automation.permissions, automation.usage_24h], [null, { can_edit: false }, 0])
  assert.deepEqual((await app.api.get(`${path}?include=permissions`)).body.automations[0].permissions, { can_edit: true })
})

test('agents read automations, admins write them, end users do neither', async () => {
  const { id } = await make()
  const reads = ['', '/active', '/search?query=a', `/${id}`]
  const writes: readonly ['post' | 'put' | 'delete', string, unknown?][] = [
    ['post', '', { automation: makeMembers() }],
    ['put', `/${id}`, { automation: { active: false } }],
    ['put', '/update_many', { automations: [{ id, active: false }] }],
    ['delete', `/${id}`],
    ['delete', `/destroy_many?ids=${id}`],
  ]
  const nobody = app.as({})
  for (const read of reads) {
    assert.equal((await nobody.get(path + read)).status, 401, read)
    assert.equal((await customer.api.get(path + read)).status, 403, read)
    assert.equal((await agent.api.get(path + read)).status, 200, read)
  }
  for (const [method, where, body] of writes) {
    assert.equal((await nobody[method](path + where, body)).status, 401, `${method} ${where}`)
    assert.equal((await customer.api[method](path + where, body)).status, 403, `${method} ${where}`)
    assert.equal((await agent.api[method](path + where, body)).status, 403, `${method} ${where}`)
  }
  assert.equal((await app.api.get(`${path}/${id}`)).body.automation.active, true)
})

test('an unknown id answers 404, also one larger than any real id, and an id that is no number 400', async () => {
  for (const id of ['99999', '9223372036854775807']) {
    assert.deepEqual((await app.api.get(`${path}/${id}`)).body, { error: 'RecordNotFound', description: 'Not found' })
    assert.equal((await app.api.put(`${path}/${id}`, { automation: { active: false } })).status, 404)
    assert.equal((await app.api.delete(`${path}/${id}`)).status, 404)
  }
  assert.equal((await app.api.get(`${path}/abc`)).status, 400)
})

test('each write is recorded in the audit log, and a change that changes nothing is not', async () => {
  const { id, title, position } = await make()
  await put(id, { title: 'Renamed', active: false })
  await put(id, { active: false })
  await app.api.put(`${path}/update_many`, { automations: [{ id, position: position + 5 }] })
  await app.api.delete(`${path}/${id}`)
  const entries = defineStatement<{ action: string; source_label: string; change_description: string }>(
    "select action, source_label, change_description from audit_logs where account_id = $1 and source_type = 'rule' and source_id = $2 order by id",
  )
  assert.deepEqual(
    [...(await db.all(entries(accountId, id)))],
    [
      { action: 'create', source_label: `Automation: ${title}`, change_description: 'Created' },
      {
        action: 'update',
        source_label: 'Automation: Renamed',
        change_description: `Title changed from "${title}" to "Renamed"; Deactivated`,
      },
      { action: 'update', source_label: 'Automation: Renamed', change_description: `Position changed from ${position} to ${position + 5}` },
      { action: 'destroy', source_label: 'Automation: Renamed', change_description: 'Deleted' },
    ],
  )
})

test('each automation has a unique key that outlives its title, also when several are created at once', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => make({ title: 'Same name' })))
  await put(made[0].id, { title: 'Another name' })
  const keys = defineStatement<{ key: string }>(
    "select key from automations where account_id = $1 and key like 'same\\_name%' order by key",
  )
  assert.deepEqual(
    (await db.all(keys(accountId))).map((row) => row.key),
    ['same_name', 'same_name_2', 'same_name_3', 'same_name_4'],
  )
  assert.equal(new Set(made.map((row) => row.position)).size, 4)
})

test('definitions say what automations can be made of, and each of their conditions on hours is accepted', async () => {
  const { status, body } = await agent.api.get(`${path}/definitions.json`)
  assert.equal(status, 200)
  const { actions, conditions_all, conditions_any } = body.definitions
  const subjects = (list: { subject: string }[]) => list.map(({ subject }) => subject)
  assert.ok(subjects(conditions_all).includes('SOLVED') && !subjects(conditions_any).includes('SOLVED'))
  assert.ok(!subjects(conditions_all).includes('update_type'))
  assert.ok(subjects(actions).includes('notification_user') && !subjects(actions).includes('set_schedule'))
  const solved = conditions_all.find(({ subject }: { subject: string }) => subject === 'SOLVED')
  for (const { value: operator } of solved.operators) {
    const all = [
      { field: 'status', operator: 'is', value: 'solved' },
      { field: 'SOLVED', operator, value: '500' },
    ]
    const made = await post({ ...makeMembers(), active: false, conditions: { all, any: [] } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
  }
  assert.equal((await app.as({}).get(`${path}/definitions`)).status, 401)
  assert.equal((await customer.api.get(`${path}/definitions`)).status, 403)
})
