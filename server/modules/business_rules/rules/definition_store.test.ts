import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import type { Account } from '#accounts/account.ts'
import { accountById } from '#accounts/directory.ts'
import { systemContext } from '#core/context.ts'
import { conditionDefinitions } from '#rules/definitions.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { ruleRecords } from './definition_store.ts'

const app = await useApp({ DESKHAND_ROLE: 'web' })
const { api } = app
const make = makeWith(api)
const { services, database: db, log } = app.running.server
const account = (await accountById(services, app.account_id)) as Account
const ctx = systemContext({ account, db, log, services, base_url: app.base_url })

test('the records and custom fields of an account come into the definitions, without those that are deleted or inactive', async () => {
  const { id: group } = (await api.post('/api/v2/groups', { group: { name: 'Wrens' } })).body.group
  const gone = (await api.post('/api/v2/groups', { group: { name: 'Gone' } })).body.group
  await api.delete(`/api/v2/groups/${gone.id}`)
  const { id: agent } = await make.agent()
  const { id: endUser } = await make.user()
  const options = [{ name: 'Gold', value: 'gold' }]
  const ticketField = (
    await api.post('/api/v2/ticket_fields', { ticket_field: { type: 'tagger', title: 'Plan', custom_field_options: options } })
  ).body.ticket_field
  const userField = (
    await api.post('/api/v2/user_fields', {
      user_field: { key: 'tier', type: 'dropdown', title: 'Tier', custom_field_options: [{ name: 'Top', value: 'top' }] },
    })
  ).body.user_field
  await api.post('/api/v2/organization_fields', { organization_field: { key: 'off', type: 'text', title: 'Off', active: false } })
  const { conditions_all } = conditionDefinitions('trigger', await ruleCatalogue(ctx), await ruleRecords(ctx))
  const getDefinition = (subject: string) => conditions_all.find((one) => one.subject === subject) ?? assert.fail(subject)
  const values = (subject: string) => getDefinition(subject).values ?? assert.fail(subject)
  const ids = (subject: string) => values(subject).map(({ value }) => value)
  assert.deepEqual(
    values('group_id').find(({ value }) => value === String(group)),
    { value: String(group), title: 'Wrens', enabled: true },
  )
  assert.equal(ids('group_id').includes(String(gone.id)), false)
  assert.deepEqual([ids('assignee_id').includes(String(agent)), ids('assignee_id').includes(String(endUser))], [true, false])
  assert.ok(ids('brand_id').length >= 1 && ids('ticket_form_id').length >= 1 && ids('custom_status_id').length >= 4)
  assert.ok(ids('locale_id').includes('1'))
  assert.equal(getDefinition(`custom_fields_${ticketField.id}`).title, 'Plan')
  assert.deepEqual(values(`custom_fields_${ticketField.id}`).at(-1), { value: 'gold', title: 'Gold', enabled: true })
  const option = userField.custom_field_options[0]
  assert.deepEqual(values('requester.custom_fields.tier').at(-1), { value: String(option.id), title: 'Top', enabled: true })
  assert.equal(
    conditions_all.some(({ subject }) => subject === 'organization.custom_fields.off'),
    false,
  )
})

test('the status on-hold is offered while it is enabled', async () => {
  const isOffered = async () => {
    const known = (await accountById(services, account.id)) as Account
    return (await ruleRecords(systemContext({ account: known, db, log, services, base_url: app.base_url }))).is_hold_enabled
  }
  assert.equal(await isOffered(), true)
  assert.equal((await api.put('/api/v2/account/settings', { settings: { tickets: { status_hold: false } } })).status, 200)
  assert.equal(await isOffered(), false)
})
