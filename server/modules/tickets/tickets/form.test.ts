/** Tickets sent as forms. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { authorizationOf, countFiles, formOf, PIXEL, readUrl, upload } from '#test/files.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { rawRequest } from '#test/raw_http.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)

type Part = Parameters<typeof formOf>[0][number]

interface How {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
}

async function send(parts: readonly Part[], { method = 'POST', path = '/api/v2/tickets.json', headers: given = {} }: How = {}) {
  const { body, headers } = formOf(parts)
  const answer = await rawRequest(app.base_url, { method, path, headers: { ...authorizationOf(app), ...headers, ...given }, body })
  return { status: answer.status, body: JSON.parse(answer.text) }
}
const texts = (members: Record<string, string>): Part[] =>
  Object.entries(members).map(([name, value]) => ({ name: `ticket${name}`, value }))
const commentsOf = async (id: number) => (await api.get(`/api/v2/tickets/${id}/comments`)).body.comments
const FILE = 'ticket[comment][uploads][]'

test('a ticket is created from a form, with its people, tags, fields and files', async () => {
  const field = (await api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Serial number' } })).body.ticket_field
  const other = (await api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Colour' } })).body.ticket_field
  const known = await upload(app, { name: 'before.txt', bytes: 'sent before' })
  const answer = await send([
    ...texts({
      '[subject]': 'From a form',
      '[comment][body]': 'See the picture',
      '[comment][public]': 'false',
      '[requester][name]': 'Berta',
      '[requester][email]': 'berta@example.org',
      '[priority]': 'high',
    }),
    { name: 'ticket[tags][]', value: 'one' },
    { name: 'ticket[tags][]', value: 'two' },
    { name: 'ticket[custom_fields][][id]', value: String(field.id) },
    { name: 'ticket[custom_fields][][value]', value: 'A-1' },
    { name: 'ticket[custom_fields][][id]', value: String(other.id) },
    { name: 'ticket[custom_fields][][value]', value: 'red' },
    { name: FILE, value: PIXEL, file_name: 'pixel.png', type: 'image/png' },
    { name: FILE, value: known.token },
    { name: FILE, value: 'a text', file_name: 'notes.txt', type: 'text/plain' },
  ])
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const { ticket } = answer.body
  assert.deepEqual([ticket.subject, ticket.priority, ticket.tags, ticket.is_public], ['From a form', 'high', ['one', 'two'], false])
  const values = ticket.custom_fields.filter(({ id }: { id: number }) => id === field.id || id === other.id)
  assert.deepEqual(new Set(values.map(({ value }: { value: string }) => value)), new Set(['A-1', 'red']))
  assert.equal((await api.get(`/api/v2/users/${ticket.requester_id}`)).body.user.email, 'berta@example.org')
  const [comment] = await commentsOf(ticket.id)
  assert.equal(comment.plain_body, 'See the picture')
  assert.deepEqual(
    new Set(comment.attachments.map(({ file_name }: { file_name: string }) => file_name)),
    new Set(['pixel.png', 'before.txt', 'notes.txt']),
  )
  const picture = comment.attachments.find(({ file_name }: { file_name: string }) => file_name === 'pixel.png')
  assert.deepEqual((await readUrl(app, picture.content_url)).bytes, PIXEL)
})

test('a comment with a file is added by a form', async () => {
  const { id } = await make.ticket()
  const part = { name: FILE, value: 'the log', file_name: 'log.txt' }
  const answer = await send([...texts({ '[comment][body]': 'Here it is' }), part], { method: 'PUT', path: `/api/v2/tickets/${id}` })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const last = (await commentsOf(id)).at(-1)
  assert.deepEqual(
    [last.plain_body, last.attachments.map(({ file_name }: { file_name: string }) => file_name)],
    ['Here it is', ['log.txt']],
  )
})

test('a refused form creates neither a ticket nor a file', async () => {
  const kept = await countFiles(app)
  const { body: before } = await api.get('/api/v2/tickets/count')
  const file = { name: FILE, value: 'x', file_name: 'x.txt' }
  const endUser = await putPerson(app, { role: 'end-user' })
  const faulty = texts({ '[comment][body]': 'x', '[priority]': 'none of them' })
  assert.equal((await send([...faulty, file])).status, 422)
  assert.equal(
    (
      await send([
        { name: 'subject', value: 'x' },
        { ...file, name: 'file' },
      ])
    ).status,
    400,
  )
  assert.equal((await send([...texts({ '[comment][body]': 'x' }), file], { headers: authorizationOf(app, endUser.email) })).status, 403)
  assert.equal((await send([...texts({ '[comment][body]': 'x' }), file], { headers: { authorization: 'Basic eDp5' } })).status, 401)
  assert.equal((await send([...texts({ '[comment][body]': 'x' }), file], { path: '/api/v2/tickets/999999', method: 'PUT' })).status, 404)
  assert.equal((await send(Array.from({ length: 11 }, () => file))).status, 400)
  assert.equal((await api.get('/api/v2/tickets/count')).body.count.value, before.count.value)
  await waitFor(() => countFiles(app), kept)
})

test('an idempotency key works for a form of texts, and cannot be combined with files', async () => {
  const parts = texts({ '[subject]': 'Once', '[comment][body]': 'Once only' })
  const key = { headers: { 'idempotency-key': 'form-1' } }
  const first = await send(parts, key)
  const second = await send(parts, key)
  assert.deepEqual([first.status, second.status, second.body.ticket.id], [201, 201, first.body.ticket.id])
  assert.equal((await send(texts({ '[subject]': 'Another', '[comment][body]': 'x' }), key)).status, 400)
  const refused = await send([...parts, { name: FILE, value: 'x', file_name: 'x.txt' }], {
    headers: { 'idempotency-key': 'form-2' },
  })
  assert.deepEqual([refused.status, refused.body.error], [400, 'IdempotentRequestError'])
})
