import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { authorizationOf, countFiles, formOf, PIXEL, readUrl } from '#test/files.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { listQueuedJobs } from '#test/queue.ts'
import { rawRequest } from '#test/raw_http.ts'

const app = await useApp({ DESKHAND_OUTBOUND_ALLOW: '127.0.0.1/32', DESKHAND_LOG_LEVEL: 'silent' })
const make = makeWith(app.api)
let asked = 0
const reached = Promise.withResolvers<void>()
const answered = Promise.withResolvers<void>()
const slow = Promise.withResolvers<void>()
const staffReached = Promise.withResolvers<void>()
const staffSlow = Promise.withResolvers<void>()
const outside = createServer((request, response) => {
  asked += 1
  if (request.url === '/slow.png') {
    reached.resolve()
    void slow.promise.then(() => response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL, () => answered.resolve()))
  } else if (request.url === '/staff.png') {
    staffReached.resolve()
    void staffSlow.promise.then(() => response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL))
  } else if (request.url === '/page.png') response.end('<html>')
  else if (request.url === '/redirect') response.writeHead(302, { location: 'http://127.0.0.2/secret' }).end()
  else if (request.url === '/missing') response.writeHead(404).end()
  else response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL)
})
await new Promise<void>((listening) => {
  outside.listen(0, '127.0.0.1', listening)
})
const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
after(() => {
  outside.closeAllConnections()
  outside.close()
})

const photoOf = async (id: number) => (await app.api.get(`/api/v2/users/${id}`)).body.user.photo
const sendPhoto = async (path: string, method: string, value: Buffer, email?: string) => {
  const { body, headers } = formOf([
    { name: 'user[name]', value: 'Pat Portrait' },
    { name: 'user[photo][uploaded_data]', value, file_name: 'me.png', type: 'image/png' },
  ])
  const answer = await rawRequest(app.base_url, { method, path, body, headers: { ...headers, ...authorizationOf(app, email) } })
  return { status: answer.status, body: JSON.parse(answer.text) }
}

test('a photo uploaded in a form is shown with the user, everywhere', async () => {
  const user = await make.user()
  assert.equal(user.photo, null)
  const { status, body } = await sendPhoto(`/api/v2/users/${user.id}.json`, 'PUT', PIXEL)
  assert.equal(status, 200, JSON.stringify(body))
  const { photo, name } = body.user
  assert.deepEqual(Object.keys(photo), [
    'url',
    'id',
    'file_name',
    'content_url',
    'mapped_content_url',
    'content_type',
    'size',
    'width',
    'height',
    'inline',
    'deleted',
    'thumbnails',
  ])
  assert.deepEqual([name, photo.file_name, photo.content_type, photo.width, photo.height], ['Pat Portrait', 'me.png', 'image/png', 1, 1])
  assert.deepEqual((await readUrl(app, photo.content_url)).bytes, PIXEL)
  assert.deepEqual(await photoOf(user.id), photo)
  const listed = (await app.api.get(`/api/v2/users/show_many?ids=${user.id}`)).body.users
  assert.deepEqual(listed[0].photo, photo)
  assert.equal((await app.api.get(`/api/v2/attachments/${photo.id}`)).body.attachment.id, photo.id)
  assert.equal((await app.api.delete(`/api/v2/attachments/${photo.id}`)).status, 403)
})

test('a user is created with a photo; another one replaces it', async () => {
  const { status, body } = await sendPhoto('/api/v2/users', 'POST', PIXEL)
  assert.equal(status, 201)
  const first = body.user.photo
  const second = (await sendPhoto(`/api/v2/users/${body.user.id}`, 'PUT', Buffer.concat([PIXEL, Buffer.from('x')]))).body.user.photo
  assert.notEqual(first.id, second.id)
  assert.equal((await readUrl(app, first.content_url)).status, 404)
})

test('users change their own photo, and no other; a file that is not an image is refused', async () => {
  const user = await make.user()
  const other = await make.user()
  assert.equal((await sendPhoto('/api/v2/users/me', 'PUT', PIXEL, user.email)).body.user.photo.file_name, 'me.png')
  assert.equal((await sendPhoto(`/api/v2/users/${other.id}`, 'PUT', PIXEL, user.email)).status, 403)
  const refused = await sendPhoto(`/api/v2/users/${other.id}`, 'PUT', Buffer.from('<svg/>'))
  assert.deepEqual([refused.status, refused.body.details.photo[0].error], [422, 'InvalidValue'])
  assert.equal(await photoOf(other.id), null)
})

test('a job fetches a photo from its URL; an empty URL removes it', async () => {
  const user = await make.user({ remote_photo_url: `${address}/portrait.png` })
  await waitFor(async () => (await photoOf(user.id))?.file_name, 'portrait.png')
  const photo = await photoOf(user.id)
  await app.api.put(`/api/v2/users/${user.id}`, { user: { remote_photo_url: '' } })
  assert.equal(await photoOf(user.id), null)
  assert.equal((await readUrl(app, photo.content_url)).status, 404)
  const wrong = await app.api.put(`/api/v2/users/${user.id}`, { user: { remote_photo_url: 'file:///etc/passwd' } })
  assert.equal(wrong.status, 422)
})

test('a URL without an image, or to a forbidden address, leaves the photo unchanged', async () => {
  const user = (await sendPhoto('/api/v2/users', 'POST', PIXEL)).body.user
  const before = asked
  for (const path of ['/page.png', '/redirect', '/missing'])
    await app.api.put(`/api/v2/users/${user.id}`, { user: { remote_photo_url: address + path } })
  await app.api.put(`/api/v2/users/${user.id}`, { user: { remote_photo_url: 'http://127.0.0.3/inside.png' } })
  await waitFor(async () => asked >= before + 3, true)
  assert.deepEqual(await photoOf(user.id), user.photo)
})

test('a permanently deleted user leaves neither photo nor uploads', async () => {
  const user = (await sendPhoto('/api/v2/users', 'POST', PIXEL)).body.user
  await app.api.delete(`/api/v2/users/${user.id}`)
  assert.equal((await readUrl(app, user.photo.content_url)).status, 200)
  assert.equal((await app.api.delete(`/api/v2/deleted_users/${user.id}`)).status, 200)
  assert.equal((await readUrl(app, user.photo.content_url)).status, 404)
})

test('of photos uploaded concurrently the last one stays, and none fails', async () => {
  const user = await make.user()
  const answers = await Promise.all([1, 2, 3, 4].map(() => sendPhoto(`/api/v2/users/${user.id}`, 'PUT', PIXEL)))
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200, 200],
  )
  const photo = await photoOf(user.id)
  const there = await Promise.all(answers.map(({ body }) => readUrl(app, body.user.photo.content_url)))
  assert.deepEqual(
    answers.flatMap(({ body }, index) => (there[index]?.status === 200 ? [body.user.photo.id] : [])),
    [photo.id],
  )
})

test('the photo of a refused write is not stored', async () => {
  const user = await make.user()
  const other = await make.user()
  const before = await countFiles(app)
  assert.equal((await sendPhoto(`/api/v2/users/${other.id}`, 'PUT', PIXEL, user.email)).status, 403)
  assert.equal(await countFiles(app), before)
})

test('a photo that arrives after its user was permanently deleted is not stored', async () => {
  const { driver } = app.database.database
  const jobs = async () =>
    Number(
      (await driver<{ left: string }[]>`select count(*) as left from graphile_worker.jobs where task_identifier = 'fetch_photo'`)[0]?.left,
    )
  const user = await make.user()
  await app.api.put(`/api/v2/users/${user.id}`, { user: { remote_photo_url: `${address}/slow.png` } })
  await reached.promise
  // jobs of other tests may wait for a further attempt
  const others = (await jobs()) - 1
  await app.api.delete(`/api/v2/users/${user.id}`)
  assert.equal((await app.api.delete(`/api/v2/deleted_users/${user.id}`)).status, 200)
  slow.resolve()
  await answered.promise
  await waitFor(jobs, others)
  const [row] = await driver<{ photo: unknown }[]>`select photo from users where account_id = 1 and id = ${user.id}`
  assert.equal(row?.photo, null)
})

test('a photo requested by an agent is not stored if its user has become an administrator meanwhile', async () => {
  const user = await make.user()
  const agent = await make.agent()
  const asking = app.as({ email: agent.email, token: app.admin.token })
  assert.equal((await asking.put(`/api/v2/users/${user.id}`, { user: { remote_photo_url: `${address}/staff.png` } })).status, 200)
  await staffReached.promise
  assert.equal((await app.api.put(`/api/v2/users/${user.id}`, { user: { role: 'admin' } })).status, 200)
  staffSlow.resolve()
  const { driver } = app.database.database
  await waitFor(async () => (await listQueuedJobs(driver)).some(({ call }) => call.payload.user_id === user.id), false)
  assert.equal(await photoOf(user.id), null)
})
