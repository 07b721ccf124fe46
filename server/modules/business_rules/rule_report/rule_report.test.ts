import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putInstance } from '#test/instances.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const PATH = '/api/v2/deskhand/rules/report'

async function trigger(title: string, all: readonly object[], actions: readonly object[]): Promise<number> {
  const { status, body } = await api.post('/api/v2/triggers', { trigger: { title, conditions: { all, any: [] }, actions } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.trigger.id
}
const is = (field: string, value: string) => ({ field, operator: 'is', value })
const makeTagCondition = (tag: string) => ({ field: 'current_tags', operator: 'includes', value: tag })
const set = (field: string, value: string) => ({ field, value })
const report = async (from = api) => (await from.get(PATH)).body.rule_report
const listFindingsOn = async (id: number) =>
  (await report()).findings.filter(
    (one: any) => one.rules[0].id === id || (one.kind === 'mutual' && one.rules.some((rule: any) => rule.id === id)),
  )
const kindsOn = async (id: number) => (await listFindingsOn(id)).map((one: any) => one.kind)

test('every kind of finding is reported, with rules and a sentence', async () => {
  const group = (await api.post('/api/v2/groups', { group: { name: 'Short-lived' } })).body.group
  const form = (await api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Fading' } })).body.ticket_field
  const ends = await trigger('Ends', [makeTagCondition('mine'), is('type', 'task')], [set('type', 'incident')])
  const late = await trigger('Late', [makeTagCondition('mine'), is('type', 'task'), is('priority', 'low')], [set('current_tags', 'late')])
  const never = await trigger('Never', [is('status', 'open'), is('status', 'solved')], [set('priority', 'low')])
  const up = await trigger('Up', [makeTagCondition('swing'), is('priority', 'low')], [set('priority', 'high')])
  const down = await trigger('Down', [makeTagCondition('swing'), is('priority', 'high')], [set('priority', 'low')])
  const toGroup = await trigger('To a group', [makeTagCondition('gone')], [set('group_id', String(group.id))])
  const byField = await trigger('By a field', [{ field: `custom_fields_${form.id}`, operator: 'present' }], [set('priority', 'low')])
  assert.deepEqual(await kindsOn(toGroup), ['unused'])
  await api.delete(`/api/v2/groups/${group.id}`)
  await api.delete(`/api/v2/ticket_fields/${form.id}`)
  await makeWith(api).ticket({ tags: ['swing'], priority: 'low' })
  const hours = { field: 'SOLVED', operator: 'greater_than', value: '50' }
  const old = { title: 'Old', conditions: { all: [is('status', 'open'), hours] }, actions: [set('priority', 'low')] }
  assert.equal((await api.post('/api/v2/automations', { automation: old })).status, 201)
  const { findings, complete, triggers, automations } = await report()
  assert.equal(complete, true)
  assert.ok(triggers >= 7 && automations >= 1)
  const listRulesOf = (kind: string) =>
    findings.filter((one: any) => one.kind === kind).map((one: any) => one.rules.map(({ id }: any) => id))
  assert.deepEqual(listRulesOf('shadowed'), [[late, ends]])
  const contradicting = findings.filter((one: any) => one.kind === 'contradiction').map((one: any) => one.rules[0].title)
  assert.deepEqual(contradicting, ['Never', 'Old'], 'of automations, too: hours since solved are counted while it is solved')
  assert.deepEqual(listRulesOf('mutual'), [[up, down]])
  assert.deepEqual(listRulesOf('broken'), [[toGroup], [byField]])
  const sentenceOn = (id: number, kind: string) => findings.find((one: any) => one.kind === kind && one.rules[0].id === id).sentence
  assert.equal(sentenceOn(toGroup, 'broken'), `It names what is gone: action group_id: there is no group ${group.id}.`)
  assert.equal(sentenceOn(byField, 'broken'), `It names what is gone: condition: there is no field "custom_fields_${form.id}".`)
  assert.equal(
    sentenceOn(never, 'contradiction'),
    'The conditions "status is open" and "status is solved" exclude each other, so the rule never fires.',
  )
  const [first] = findings.find((one: any) => one.kind === 'shadowed').rules
  assert.deepEqual(first, { type: 'trigger', id: late, title: 'Late' })
  assert.deepEqual(await kindsOn(up), ['mutual'], 'it has fired')
  assert.equal(sentenceOn(ends, 'unused'), 'It has not fired since it was created.')
  await api.put(`/api/v2/triggers/${never}`, { trigger: { active: false } })
  assert.deepEqual(await kindsOn(never), [], 'an inactive rule is left out')
})

test('a rule that last fired 31 days ago is unused', async () => {
  const clock = (at: string) => api.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'frozen', at } } })
  await clock('2027-05-01T00:00:00Z')
  const id = await trigger('Rare', [makeTagCondition('rare')], [set('current_tags', 'seen')])
  await makeWith(api).ticket({ tags: ['rare'] })
  await clock('2027-05-30T00:00:00Z')
  assert.deepEqual(await kindsOn(id), [])
  await clock('2027-06-01T00:00:00Z')
  const [found] = await listFindingsOn(id)
  assert.deepEqual([found.kind, found.sentence], ['unused', 'It has not fired in the last 30 days.'])
})

test('only who manages rules sees the report, of their own account', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  assert.equal((await agent.api.get(PATH)).status, 403)
  assert.equal((await app.as({}).get(PATH)).status, 401)
  const other = await putInstance(app)
  const theirs = (await report(other.api)).findings.flatMap((one: any) => one.rules.map(({ title }: any) => title))
  assert.ok(!theirs.includes('Late'))
})
