// Dry runs of triggers over real updates, and of automations over real tickets, through the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitForJobs } from '#test/invariants/populate.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const TRIGGERS = '/api/v2/deskhand/triggers/dry_run'
const AUTOMATIONS = '/api/v2/deskhand/automations/dry_run'

interface Part {
  readonly field: string
  readonly operator?: string
  readonly value?: unknown
}
const is = (field: string, value: unknown): Part => ({ field, operator: 'is', value })
const makeTagCondition = (tag: string): Part => ({ field: 'current_tags', operator: 'includes', value: tag })
const set = (field: string, value: unknown): Part => ({ field, value })
const rule = (all: readonly Part[], actions: readonly Part[]) => ({ conditions: { all, any: [] }, actions })

async function trigger(title: string, all: readonly Part[], actions: readonly Part[], members: object = {}): Promise<number> {
  const { status, body } = await api.post('/api/v2/triggers', { trigger: { title, ...rule(all, actions), ...members } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.trigger.id
}

async function write(id: number, members: object): Promise<number> {
  const { status, body } = await api.put(`/api/v2/tickets/${id}`, { ticket: members })
  assert.equal(status, 200, JSON.stringify(body))
  return body.audit.id
}

async function dryRun(path: string, body: object): Promise<any> {
  const answer = await api.post(path, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.dry_run
}
const sampleOf = ({ samples }: any, audit: number) => samples.find((one: any) => one.audit_id === audit)

/** Everything that a dry run could have written: tickets, audits, mails, rules. */
async function readEverything(): Promise<unknown> {
  await waitForJobs(app)
  const counted = [
    'ticket_audits',
    'ticket_rule_runs',
    'trigger_sets',
    'mails',
    'triggers',
    'trigger_revisions',
    'automations',
    'audit_logs',
  ]
  const counts = counted.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')
  return (await app.database.database.driver.unsafe(`select ${counts}, (select max(generated_at) from tickets) as latest`))[0]
}

test('a draft trigger is tried on past updates: what it would have changed, caused and made others do; nothing is written', async () => {
  const follower = await trigger(
    'Follows',
    [makeTagCondition('tried'), is('priority', 'urgent')],
    [set('notification_user', ['requester_id', 'S', 'B'])],
  )
  const { id, subject } = await make.ticket({ tags: ['tried'], subject: 'Printer' })
  const audit = await write(id, { type: 'task' })
  const other = await write((await make.ticket()).id, { type: 'task' })
  const before = await readEverything()
  const draft = rule([makeTagCondition('tried'), is('update_type', 'Change')], [set('priority', 'urgent')])
  const found = await dryRun(TRIGGERS, { trigger: { title: 'New', ...draft } })
  assert.deepEqual(await readEverything(), before)
  const [sample, ...others] = found.samples
  assert.deepEqual([others, found.matched, found.differing, found.stopped_by, found.days], [[], 1, 1, null, 7])
  assert.deepEqual([sample.ticket_id, sample.subject, sample.audit_id, sample.fires], [id, subject, audit, true])
  assert.deepEqual(sample.changes, [{ field: 'priority', before: null, after: 'urgent' }])
  assert.deepEqual(sample.difference.changes, sample.changes)
  assert.deepEqual(
    sample.difference.fires_too.map((one: any) => one.id),
    [0, follower],
  )
  assert.deepEqual(sample.difference.effects_too, [{ trigger_id: follower, effect: 'mail_user' }])
  assert.equal(sampleOf(found, other), undefined)
  assert.ok(found.examined >= 4)
})

test('a saved trigger is tried with changes, at another place, and switched off', async () => {
  const first = await trigger('Sets low', [makeTagCondition('placed'), is('type', 'task')], [set('priority', 'low')])
  const second = await trigger(
    'Low ones',
    [makeTagCondition('placed'), is('priority', 'normal'), is('type', 'task')],
    [set('current_tags', 'was_normal')],
  )
  const { id } = await make.ticket({ tags: ['placed'], priority: 'normal' })
  const audit = await write(id, { type: 'task' })
  const same = await dryRun(TRIGGERS, { trigger: { id: first } })
  assert.deepEqual([same.differing, sampleOf(same, audit).fires, sampleOf(same, audit).differs], [0, true, false])
  const off = sampleOf(await dryRun(TRIGGERS, { trigger: { id: first, active: false } }), audit)
  assert.deepEqual(off.difference.changes, [
    { field: 'priority', before: 'low', after: 'normal' },
    { field: 'tags', before: ['placed'], after: ['placed', 'was_normal'] },
  ])
  assert.deepEqual([off.fires, off.difference.fires_no_more.map((one: any) => one.id)], [false, [first]])
  const changed = sampleOf(
    await dryRun(TRIGGERS, { trigger: { id: first, ...rule([makeTagCondition('placed')], [set('priority', 'high')]) } }),
    audit,
  )
  assert.deepEqual(changed.difference.changes, [{ field: 'priority', before: 'low', after: 'high' }])
  const { position } = (await api.get(`/api/v2/triggers/${second}`)).body.trigger
  const moved = sampleOf(await dryRun(TRIGGERS, { trigger: { id: first, position: position + 1 } }), audit)
  assert.deepEqual(
    moved.difference.fires_too.map((one: any) => one.id),
    [second],
    'behind the other, both fire',
  )
})

test('facts that were not kept are those of today, and the answer says so; updates that cannot be repeated are left out', async () => {
  const { id } = await make.ticket({ requester_id: customer.id, tags: ['facts'] })
  const audit = await write(id, { type: 'task' })
  const found = await dryRun(TRIGGERS, {
    trigger: rule([makeTagCondition('facts'), is('locale_id', '1'), is('in_business_hours', 'true')], [set('type', 'problem')]),
  })
  assert.equal(sampleOf(found, audit).fires, true)
  assert.ok(found.notes.some((note: string) => note.includes('of today')))
  const gone = await trigger('Gone', [makeTagCondition('facts'), is('priority', 'high')], [set('current_tags', 'x')])
  const later = await write(id, { priority: 'high' })
  await api.delete(`/api/v2/triggers/${gone}`)
  const after = await dryRun(TRIGGERS, { trigger: rule([makeTagCondition('facts')], [set('type', 'incident')]) })
  assert.deepEqual([sampleOf(after, later), after.skipped >= 1], [undefined, true])
  assert.ok(sampleOf(after, audit))
})

test('an automation is tried on the tickets as they are, beside the saved one', async () => {
  const open = is('status', 'open')
  const actions = [set('current_tags', 'swept'), set('remove_tags', 'sweep')]
  const own = { status: 'open', assignee_id: app.admin.id }
  const one = await make.ticket({ ...own, tags: ['sweep'] })
  const two = await make.ticket({ ...own, tags: ['sweep', 'other'] })
  const before = await readEverything()
  const draft = { title: 'Sweep', ...rule([open, makeTagCondition('sweep')], actions) }
  const found = await dryRun(AUTOMATIONS, { automation: draft })
  assert.deepEqual(await readEverything(), before)
  assert.deepEqual([found.matched, found.saved, found.is_capped], [2, null, false])
  assert.deepEqual(
    found.samples.map(({ ticket_id, changes }: any) => [ticket_id, changes]),
    [
      [one.id, [{ field: 'tags', before: ['sweep'], after: ['swept'] }]],
      [two.id, [{ field: 'tags', before: ['other', 'sweep'], after: ['other', 'swept'] }]],
    ],
  )
  const saved = await api.post('/api/v2/automations', { automation: draft })
  assert.equal(saved.status, 201, JSON.stringify(saved.body))
  const { id } = saved.body.automation
  const narrower = {
    id,
    ...rule([open, makeTagCondition('sweep'), { field: 'current_tags', operator: 'not_includes', value: 'other' }], actions),
  }
  const changed = await dryRun(AUTOMATIONS, { automation: narrower, samples: 1 })
  assert.deepEqual([changed.matched, changed.saved, changed.samples.length], [1, { matched: 2, no_more: 1, too: 0 }, 1])
  const off = await dryRun(AUTOMATIONS, { automation: { id, active: false } })
  assert.deepEqual([off.matched, off.saved, off.samples], [0, { matched: 2, no_more: 2, too: 0 }, []])
})

test('dry runs are for those who manage the rules, of tickets they see, within bounds', async () => {
  const draft = rule([is('status', 'open'), makeTagCondition('bounds')], [set('current_tags', 'x'), set('remove_tags', 'bounds')])
  for (const [path, kind] of [
    [TRIGGERS, 'trigger'],
    [AUTOMATIONS, 'automation'],
  ] as const) {
    const body = { [kind]: draft }
    assert.equal((await app.as({}).post(path, body)).status, 401)
    assert.equal((await agent.api.post(path, body)).status, 403)
    assert.equal((await customer.api.post(path, body)).status, 403)
    assert.equal((await api.post(path, {})).status, 400)
    assert.equal((await api.post(path, { ...body, samples: 101 })).status, 400)
    assert.equal((await api.post(path, { [kind]: { id: 999_999 } })).status, 404)
    const refused = await api.post(path, { [kind]: rule([is('nothing', '1')], [set('status', 'open')]) })
    assert.equal(refused.status, 422)
    assert.match(JSON.stringify(refused.body), /there is no field \\"nothing\\"/)
  }
  assert.equal((await api.post(TRIGGERS, { trigger: draft, days: 31 })).status, 400)
  const configuration = { ticket_access: 'assigned-only', manage_business_rules: true }
  const { custom_role } = (await api.post('/api/v2/custom_roles', { custom_role: { name: 'Rules', configuration } })).body
  const manager = await make.agent({ custom_role_id: custom_role.id })
  const { id: group_id } = (await api.get('/api/v2/groups')).body.groups[0]
  await api.post('/api/v2/group_memberships', { group_membership: { user_id: manager.id, group_id } })
  const hidden = await make.ticket({ status: 'open', assignee_id: app.admin.id, tags: ['bounds'] })
  const seen = await make.ticket({ status: 'open', assignee_id: manager.id, tags: ['bounds'] })
  const as = app.as({ email: manager.email, token: app.admin.token })
  for (const [path, body] of [
    [TRIGGERS, { trigger: draft }],
    [AUTOMATIONS, { automation: draft }],
  ] as const) {
    const { dry_run } = (await as.post(path, body)).body
    assert.deepEqual([...new Set(dry_run.samples.map((one: any) => one.ticket_id))], [seen.id])
    const whole = await dryRun(path, body)
    assert.ok(whole.matched > dry_run.matched && whole.samples.some((one: any) => one.ticket_id === hidden.id))
  }
})

test('a dry run looks at the time before each update', async (t) => {
  const ticket = await make.ticket({ requester_id: customer.id })
  await trigger('Timed', [makeTagCondition('timed')], [set('priority', 'low')])
  for (let count = 0; count < 30; count++) await write(ticket.id, { tags: [`t${count}`] })
  const readClock = performance.now.bind(performance)
  let looks = 0
  // each look at the time takes a third of a second
  const { mock } = t.mock.method(performance, 'now', () => readClock() + 333 * (looks += 1))
  const found = await dryRun(TRIGGERS, { trigger: { title: 'Draft', ...rule([makeTagCondition('t1')], [set('priority', 'high')]) } })
  mock.restore()
  assert.equal(found.stopped_by, 'time')
  assert.ok(found.examined < 30, `${found.examined} updates`)
})
