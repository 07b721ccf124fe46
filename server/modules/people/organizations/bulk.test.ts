import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitForJob } from '#test/jobs.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/organizations'
const agent = await putPerson(app, { role: 'agent' })
const make = async (name: string, members: Record<string, unknown> = {}) =>
  (await app.api.post(path, { organization: { name, ...members } })).body.organization

test('a job creates many organizations and reports a result for each', async () => {
  const asked = await app.api.post(`${path}/create_many.json`, { organizations: [{ name: 'Bulk 1' }, { name: '' }, { name: 'Bulk 2' }] })
  const { id: _id, url: _url, ...first } = asked.body.job_status
  assert.deepEqual(first, {
    job_type: 'Bulk Create Organization',
    total: 3,
    progress: null,
    status: 'queued',
    message: null,
    results: null,
  })
  const job = await waitForJob(app, asked)
  assert.equal(job.status, 'completed')
  const [one, two, three] = job.results
  assert.deepEqual(Object.keys(one), ['id', 'status'])
  assert.deepEqual([one.status, three.status], ['Created', 'Created'])
  assert.deepEqual(two, { index: 1, action: 'create', error: 'RecordInvalid', details: 'Name: cannot be blank', success: false })
})

test('many organizations get the same change by ids or external ids, or a change each', async () => {
  const one = await make('Same 1', { external_id: 'same-1' })
  const two = await make('Same 2', { external_id: 'same-2' })
  const same = await waitForJob(app, await app.api.put(`${path}/update_many?ids=${one.id},999999`, { organization: { notes: 'Alike' } }))
  assert.deepEqual(same.results[0], { id: one.id, action: 'update', success: true, status: 'Updated' })
  assert.deepEqual([same.results[1].id, same.results[1].success, same.results[1].error], [999999, false, 'RecordNotFound'])
  await waitForJob(app, await app.api.put(`${path}/update_many?external_ids=SAME-2`, { organization: { notes: 'By key' } }))
  const each = await waitForJob(
    app,
    await app.api.put(`${path}/update_many`, {
      organizations: [
        { id: one.id, details: 'One' },
        { external_id: 'same-2', details: 'Two' },
      ],
    }),
  )
  assert.equal(each.job_type, 'Bulk Update Organization')
  const readOrganization = async (id: number) => (await app.api.get(`${path}/${id}`)).body.organization
  assert.deepEqual([(await readOrganization(one.id)).notes, (await readOrganization(one.id)).details], ['Alike', 'One'])
  assert.deepEqual([(await readOrganization(two.id)).notes, (await readOrganization(two.id)).details], ['By key', 'Two'])
})

test('many organizations are removed by ids or external ids', async () => {
  const one = await make('Gone 1')
  const two = await make('Gone 2', { external_id: 'gone-2' })
  const job = await waitForJob(app, await app.api.delete(`${path}/destroy_many.json?ids=${one.id}`))
  assert.equal(job.job_type, 'Bulk Delete Organization')
  assert.deepEqual(job.results, [{ id: one.id, action: 'delete', success: true, status: 'Deleted' }])
  await waitForJob(app, await app.api.delete(`${path}/destroy_many?external_ids=gone-2`))
  assert.equal((await app.api.get(`${path}/${two.id}`)).status, 404)
})

test('more than a hundred items are refused, and so is a call that names no organization', async () => {
  const many = await app.api.post(`${path}/create_many`, { organizations: Array.from({ length: 101 }, () => ({ name: 'x' })) })
  assert.deepEqual(
    [many.status, many.body],
    [400, { error: 'TooManyValues', description: 'Parameter  cannot specify more than 100 values', max_count: 100 }],
  )
  assert.equal((await app.api.post(`${path}/create_many`, {})).status, 400)
  assert.equal((await app.api.put(`${path}/update_many`, { organization: { notes: 'x' } })).status, 400)
  assert.equal((await app.api.put(`${path}/update_many?ids=1`, {})).status, 400)
  assert.equal((await app.api.delete(`${path}/destroy_many`)).status, 400)
})

test('only admins create and remove many organizations; anonymous callers get 401', async () => {
  assert.equal((await agent.api.post(`${path}/create_many`, { organizations: [{ name: 'x' }] })).status, 403)
  assert.equal((await agent.api.delete(`${path}/destroy_many?ids=1`)).status, 403)
  for (const refused of [
    app.as({}).post(`${path}/create_many`, { organizations: [] }),
    app.as({}).put(`${path}/update_many?ids=1`, {}),
    app.as({}).delete(`${path}/destroy_many?ids=1`),
  ])
    assert.equal((await refused).status, 401)
  const { id } = await make('Noted by an agent')
  const job = await waitForJob(app, await agent.api.put(`${path}/update_many?ids=${id}`, { organization: { details: 'x' } }))
  assert.equal(job.results[0].success, false)
})
