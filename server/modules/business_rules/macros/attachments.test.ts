import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { authorizationOf, countFiles, formOf, readUrl, upload } from '#test/files.ts'
import { waitForJobs } from '#test/invariants/populate.ts'
import { rawRequest } from '#test/raw_http.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/macros'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })

let made = 0
const post = (macro: Record<string, unknown>) =>
  app.api.post(path, { macro: { title: `Files ${++made}`, actions: [{ field: 'status', value: 'solved' }], ...macro } })
const make = async (macro: Record<string, unknown> = {}) => (await post(macro)).body.macro

async function send(address: string, email?: string, value = 'Hello', parts: { name: string; value: string }[] = []) {
  const { body, headers } = formOf([...parts, { name: 'attachment', value, file_name: 'hello.txt', type: 'text/plain' }])
  const answer = await rawRequest(app.base_url, {
    method: 'POST',
    path: address,
    body,
    headers: { ...headers, ...authorizationOf(app, email) },
  })
  return { status: answer.status, body: JSON.parse(answer.text) }
}

test('a file waits until a macro names it, and is then shown with it', async () => {
  const sent = await send(`${path}/attachments.json`, undefined, 'Hello', [{ name: 'filename', value: 'greeting.txt' }])
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  const { macro_attachment } = sent.body
  assert.deepEqual(Object.keys(macro_attachment), ['url', 'id', 'filename', 'content_type', 'content_url', 'size', 'created_at'])
  assert.deepEqual([macro_attachment.filename, macro_attachment.content_type, macro_attachment.size], ['greeting.txt', 'text/plain', 5])
  assert.equal(macro_attachment.content_url, `${app.base_url}${path}/attachments/${macro_attachment.id}/content`)
  const read = (email?: string) => readUrl(app, macro_attachment.content_url, authorizationOf(app, email))
  assert.equal((await read()).text, 'Hello')
  assert.deepEqual([(await readUrl(app, macro_attachment.content_url)).status, (await read(agent.email)).status], [401, 404])
  assert.equal((await agent.api.get(`${path}/attachments/${macro_attachment.id}`)).status, 404)
  const macro = await make({ attachments: [macro_attachment.id] })
  assert.deepEqual(macro.attachments, [macro_attachment.id])
  const listed = await agent.api.get(`${path}/${macro.id}/attachments`)
  assert.deepEqual(listed.body, { macro_attachments: [macro_attachment], next_page: null, previous_page: null, count: 1 })
  assert.equal((await read(agent.email)).text, 'Hello')
  assert.deepEqual((await agent.api.get(`${path}/attachments/${macro_attachment.id}`)).body, { macro_attachment })
  assert.equal((await app.api.delete(`/api/v2/attachments/${macro_attachment.id}`)).status, 404)
})

test('files are added to a macro, five at most, and go with it', async () => {
  const before = await countFiles(app)
  const macro = await make()
  const added = await send(`${path}/${macro.id}/attachments`)
  assert.equal(added.status, 201, JSON.stringify(added.body))
  for (let number = 2; number <= 5; number++) assert.equal((await send(`${path}/${macro.id}/attachments`)).status, 201)
  assert.equal((await send(`${path}/${macro.id}/attachments`)).status, 422)
  const ids = (await app.api.get(`${path}/${macro.id}`)).body.macro.attachments
  assert.equal(ids.length, 5)
  const fewer = await app.api.put(`${path}/${macro.id}`, { macro: { attachments: ids.slice(0, 2) } })
  assert.deepEqual(fewer.body.macro.attachments, ids.slice(0, 2))
  await waitForJobs(app)
  assert.equal((await countFiles(app)) - before, 2)
  assert.equal((await app.api.delete(`${path}/${macro.id}`)).status, 204)
  await waitForJobs(app)
  assert.equal(await countFiles(app), before)
})

test('only files that the caller has uploaded for it can be named, each by one macro', async () => {
  const { macro_attachment } = (await send(`${path}/attachments`, agent.email)).body
  const { attachment } = await upload(app, { bytes: 'A comment' })
  assert.equal((await post({ attachments: [macro_attachment.id] })).status, 422)
  assert.equal((await post({ attachments: [999_999] })).status, 422)
  assert.equal((await post({ attachments: [1, 2, 3, 4, 5, 6] })).status, 422)
  const macro = await make({ attachments: [attachment.id] })
  assert.equal((await post({ attachments: [attachment.id] })).status, 422)
  assert.deepEqual((await app.api.get(`${path}/${macro.id}`)).body.macro.attachments, [attachment.id])
})

test('files need their form, a macro that is there, and someone who may manage it', async () => {
  const macro = await make()
  const personal = await make({ restriction: { type: 'User' } })
  assert.equal((await app.api.post(`${path}/attachments`, {})).status, 400)
  assert.equal((await send(`${path}/999999/attachments`)).status, 404)
  assert.equal((await app.api.get(`${path}/999999/attachments`)).status, 404)
  assert.equal((await app.api.get(`${path}/attachments/999999`)).status, 404)
  assert.equal((await send(`${path}/${macro.id}/attachments`, agent.email)).status, 403)
  assert.equal((await send(`${path}/${personal.id}/attachments`, agent.email)).status, 404)
  assert.equal((await agent.api.get(`${path}/${personal.id}/attachments`)).status, 404)
  assert.equal((await send(`${path}/attachments`, customer.email)).status, 403)
  const { body, headers } = formOf([{ name: 'attachment', value: 'x', file_name: 'x.txt' }])
  assert.equal((await rawRequest(app.base_url, { method: 'POST', path: `${path}/attachments`, body, headers })).status, 401)
})
