import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const BASE = '/api/v2/organization_fields'

async function field(key: string, given: Record<string, unknown> = {}): Promise<any> {
  const answer = await app.api.post(BASE, { organization_field: { key, type: 'text', title: `The ${key}`, ...given } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.organization_field
}

const readOrganization = async ({ id }: { id: number }) => (await app.api.get(`/api/v2/organizations/${id}`)).body.organization

test('an organization field is created, listed, reordered, changed and removed', async () => {
  const one = await field('one')
  const two = await field('two')
  assert.match(one.url, /\/api\/v2\/organization_fields\/\d+\.json$/)
  assert.equal((await app.api.put(`${BASE}/reorder`, { organization_field_ids: [two.id, one.id] })).status, 200)
  const list = (await app.api.get(BASE)).body
  assert.deepEqual(
    list.organization_fields.map((each: any) => each.key),
    ['two', 'one'],
  )
  assert.equal((await app.api.put(`${BASE}/two`, { organization_field: { title: 'Second' } })).body.organization_field.title, 'Second')
  assert.equal((await app.api.delete(`${BASE}/${two.id}`)).status, 204)
  assert.equal((await app.api.get(`${BASE}/${two.id}`)).body.organization_field.active, false)
  assert.equal((await app.api.post(BASE, { organization_field: { title: 'x' } })).status, 422)
})

test('organizations hold values with their tags; errors are reported by key; removed options remove values', async () => {
  const custom_field_options = ['gold', 'silver'].map((value) => ({ name: value, value: `o_${value}` }))
  const { id } = await field('plan', { type: 'dropdown', custom_field_options })
  await field('owner', { type: 'lookup', relationship_target_type: 'zen:user' })
  const user = await make.user()
  const organization = await make.organization({ organization_fields: { plan: 'o_gold', owner: user.id } })
  assert.deepEqual([organization.organization_fields.plan, organization.organization_fields.owner], ['o_gold', String(user.id)])
  assert.deepEqual(organization.tags, ['o_gold'])
  const put = (organization_fields: unknown) =>
    app.api.put(`/api/v2/organizations/${organization.id}`, { organization: { organization_fields } })
  assert.deepEqual(Object.keys((await put({ owner: '987654321' })).body.details), ['owner'])
  assert.equal((await put({ plan: 'o_silver' })).body.organization.tags.join(), 'o_silver')
  await app.api.put(`${BASE}/${id}`, { organization_field: { custom_field_options: [custom_field_options[0]] } })
  await waitFor(async () => (await readOrganization(organization)).tags.join(), '')
  assert.equal((await readOrganization(organization)).organization_fields.plan, null)
})

test('agents read organization fields, administrators write them, anonymous callers do neither', async () => {
  const as = app.as({ email: (await make.agent()).email, token: app.admin.token })
  assert.equal((await as.get(BASE)).status, 200)
  assert.equal((await as.post(BASE, { organization_field: { key: 'x', title: 'x' } })).status, 403)
  assert.equal((await app.as({}).get(BASE)).status, 401)
})
