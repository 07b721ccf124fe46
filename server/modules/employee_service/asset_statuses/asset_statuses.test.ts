import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const base = '/api/v2/it_asset_management'
const agent = await putPerson(app, { role: 'agent' })
const endUser = await putPerson(app, { role: 'end-user' })

test('statuses are listed and shown, and there is no writing them', async () => {
  const list = await agent.api.get(`${base}/statuses.json`)
  assert.deepEqual(
    list.body.statuses.map((status: { name: string }) => status.name),
    ['Available', 'In use', 'In repair', 'Lost', 'Retired'],
  )
  const [one] = list.body.statuses
  assert.deepEqual((await agent.api.get(`${base}/statuses/${one.id}`)).body.status, one)
  assert.equal((await api.get(`${base}/statuses/unknown`)).status, 404)
  assert.equal((await app.as({}).get(`${base}/statuses`)).status, 401)
  assert.equal((await app.as({}).get(`${base}/statuses/${one.id}`)).status, 401)
  assert.equal((await endUser.api.get(`${base}/statuses`)).status, 403)
  assert.equal((await endUser.api.get(`${base}/statuses/${one.id}`)).status, 403)
})
