import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)

test('each reason has a unique code, and is shown by its id', async () => {
  const { status, body } = await app.api.get('/api/v2/satisfaction_reasons.json')
  assert.equal(status, 200)
  const codes = body.reasons.map((reason: { reason_code: number }) => reason.reason_code)
  assert.equal(new Set(codes).size, codes.length)
  assert.equal(body.count, codes.length)
  for (const reason of body.reasons) {
    assert.equal(reason.url, `${app.base_url}/api/v2/satisfaction_reasons/${reason.id}.json`)
    assert.deepEqual((await app.api.get(`/api/v2/satisfaction_reasons/${reason.id}.json`)).body, { reason: [reason] })
  }
})

test('only admins read reasons; an unknown id is not found, and a word is no valid id', async () => {
  const { email } = await make.agent()
  assert.equal((await app.as({}).get('/api/v2/satisfaction_reasons')).status, 401)
  assert.equal((await app.as({ email, token: app.admin.token }).get('/api/v2/satisfaction_reasons')).status, 403)
  assert.equal((await app.api.get('/api/v2/satisfaction_reasons/999999')).status, 404)
  assert.equal((await app.api.get('/api/v2/satisfaction_reasons/late')).status, 400)
})
