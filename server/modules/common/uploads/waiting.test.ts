import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TestApp, useApp } from '#test/app.ts'
import { countFiles, readUrl, sendFile, upload } from '#test/files.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { rawRequest } from '#test/raw_http.ts'

const app = await useApp()
const limited: TestApp = await useApp({ DESKHAND_RATE_LIMIT: 'on' })
const make = makeWith(app.api)
const stranger = app.as({})
let asked = 0

const sendAsStranger = (bytes: string, query = '', at = app) =>
  rawRequest(at.base_url, { method: 'POST', path: `/api/v2/uploads.json?filename=a.txt${query}`, body: bytes })
const uploadAsStranger = async (bytes: string, query?: string) => {
  const { status, text } = await sendAsStranger(bytes, query)
  assert.equal(status, 201, text)
  return JSON.parse(text).upload
}
const ask = (uploads: unknown, email = `uploader${++asked}@example.org`) =>
  stranger.post('/api/v2/requests', { request: { subject: 'Help', comment: { body: 'See', uploads }, requester: { name: 'A', email } } })
const rules = async (end_users: Record<string, unknown>) =>
  assert.equal((await app.inPerson.put('/api/v2/deskhand/settings', { settings: { end_users } })).status, 200)
const limitSize = async (attachment_size: number) =>
  assert.equal((await app.api.put('/api/v2/account/settings', { settings: { limits: { attachment_size } } })).status, 200)

test('an anonymous caller uploads files and attaches them to their request', async () => {
  const first = await uploadAsStranger('one')
  const both = await uploadAsStranger('two', `&token=${first.token}`)
  assert.equal(both.attachments.length, 2)
  const { status, body } = await ask([both.token])
  assert.equal(status, 201, JSON.stringify(body))
  const { comments } = (await app.api.get(`/api/v2/tickets/${body.request.id}/comments`)).body
  assert.deepEqual(
    comments[0].attachments.map((one: any) => one.id),
    both.attachments.map((one: any) => one.id),
  )
  assert.equal(String((await readUrl(app, comments[0].attachments[1].content_url)).bytes), 'two')
  assert.equal((await ask([both.token])).status, 422)
})

test('an anonymous caller cannot add to or attach a signed-in user’s upload, and cannot delete any upload', async () => {
  const person = await make.user()
  const his = await upload(app, { bytes: 'his', email: person.email })
  assert.equal((await sendAsStranger('x', `&token=${his.token}`)).status, 404)
  assert.equal((await ask([his.token], person.email)).status, 422)
  assert.equal((await ask(['dhu_unknown'])).status, 422)
  assert.equal((await stranger.delete(`/api/v2/uploads/${his.token}`)).status, 401)
  const mine = await uploadAsStranger('mine')
  assert.equal((await stranger.delete(`/api/v2/uploads/${mine.token}`)).status, 401)
})

test('an upload of a suspended ticket cannot be used by its token, and counts towards the limit of its address', async () => {
  await rules({ blocklist: ['blocked.example.org'] })
  const { token } = await uploadAsStranger('x'.repeat(1000))
  const { status } = await ask([token], 'somebody@blocked.example.org')
  assert.equal(status, 201)
  await rules({ blocklist: [] })
  assert.equal((await ask([token])).status, 422)
  assert.equal((await sendAsStranger('x', `&token=${token}`)).status, 404)
  // the ticket has used the token up: deleting it is no error, and takes nothing from the ticket
  assert.equal((await app.api.delete(`/api/v2/uploads/${token}`)).status, 204)
  await limitSize(90)
  assert.equal((await sendAsStranger('y')).status, 422)
  const [waiting] = (await app.api.get('/api/v2/suspended_tickets')).body.suspended_tickets
  assert.equal((await app.api.delete(`/api/v2/suspended_tickets/${waiting.id}`)).status, 204)
  assert.equal((await sendAsStranger('y')).status, 201)
  await limitSize(52_428_800)
})

test('an account without anonymous requests refuses anonymous uploads: 401', async () => {
  await rules({ anonymous_requests: false })
  assert.equal((await sendAsStranger('x')).status, 401)
  await rules({ anonymous_requests: true })
  assert.equal((await sendAsStranger('x')).status, 201)
})

test('unused uploads of all addresses of an IPv6 network count together', async () => {
  await limited.api.put('/api/v2/account/settings', { settings: { limits: { attachment_size: 1000 } } })
  const behind = await limited.another({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
  const sendFrom = async (address: string) =>
    (
      await rawRequest(behind.base_url, {
        method: 'POST',
        path: '/api/v2/uploads.json?filename=a.txt',
        body: 'x'.repeat(1000),
        headers: { 'x-forwarded-for': address },
      })
    ).status
  const statuses = []
  for (let number = 1; number <= 11; number += 1) statuses.push(await sendFrom(`2001:db8:5:5::${number}`))
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 201), 422])
  assert.equal(await sendFrom('2001:db8:5:6::1'), 201)
})

test('anonymous uploads from one address are rate limited, those of signed-in users are not', async () => {
  await limited.api.put('/api/v2/account/settings', { settings: { limits: { attachment_size: 1000 } } })
  // the window of an hour may end once in between
  let taken = 0
  let status = 201
  for (; status === 201 && taken <= 120; taken += 1) status = (await sendAsStranger('', '', limited)).status
  assert.equal(status, 429)
  assert.ok(taken > 60 && taken <= 121, String(taken))
  assert.equal((await sendFile(limited, { bytes: 'x' })).status, 201)
})

test('the unused uploads of one user are limited in multiples of the largest size: 422, until some are used or deleted', async () => {
  const person = await make.user()
  const { token } = await upload(app, { bytes: 'x'.repeat(1000), email: person.email })
  await limitSize(10)
  const refused = await sendFile(app, { bytes: 'y', email: person.email })
  assert.equal(refused.status, 422)
  assert.deepEqual(
    JSON.parse(refused.text).details.base.map((one: any) => one.error),
    ['TooManyUploads'],
  )
  const other = await make.user()
  assert.equal((await sendFile(app, { bytes: 'y', email: other.email })).status, 201)
  await app.as({ email: person.email, token: app.admin.token }).delete(`/api/v2/uploads/${token}`)
  assert.equal((await sendFile(app, { bytes: 'y', email: person.email })).status, 201)
  await limitSize(52_428_800)
})

test('unused anonymous uploads from one address have a lower limit, and do not count against signed-in users', async () => {
  const { token } = await uploadAsStranger('x'.repeat(1000))
  await limitSize(90)
  const refused = await sendAsStranger('y')
  assert.equal(refused.status, 422, refused.text)
  const person = await make.user()
  assert.equal((await sendFile(app, { bytes: 'y', email: person.email })).status, 201)
  assert.equal((await ask([token])).status, 201)
  await limitSize(52_428_800)
})

test('the unused uploads of everyone together are limited, too', async () => {
  const one = await make.user()
  const other = await make.user()
  await upload(app, { bytes: 'x'.repeat(2000), email: one.email })
  await limitSize(1)
  const refused = await sendFile(app, { bytes: 'y', email: other.email })
  assert.equal(refused.status, 422)
  assert.match(JSON.parse(refused.text).details.base[0].description, /try again later/)
  await limitSize(52_428_800)
})

test('of many concurrent uploads only those within the limit are stored, and nothing is kept of the others', async () => {
  const person = await make.user()
  await upload(app, { bytes: 'x'.repeat(950), email: person.email })
  await limitSize(10)
  const before = await countFiles(app)
  const uploadOne = () => sendFile(app, { bytes: 'y'.repeat(10), email: person.email })
  const statuses = (await Promise.all(Array.from({ length: 20 }, uploadOne))).map(({ status }) => status)
  assert.deepEqual([statuses.filter((status) => status === 201).length, statuses.filter((status) => status === 422).length], [5, 15])
  await waitFor(() => countFiles(app), before + 5)
  await limitSize(52_428_800)
})

test('nothing is kept of a file for an unknown upload', async () => {
  const before = await countFiles(app)
  assert.equal((await sendFile(app, { bytes: 'x', query: '&token=dhu_unknown' })).status, 404)
  await waitFor(() => countFiles(app), before)
})
