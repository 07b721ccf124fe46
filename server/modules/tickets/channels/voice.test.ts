import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const { api } = app
const PATH = '/api/v2/channels/voice/tickets'
const call = {
  from: '+16617480240',
  to: '+16617480123',
  call_duration: 40,
  recording_url: 'https://example.org/recording.mp3',
  public: true,
}

test('a voicemail becomes a ticket with a voice comment', async () => {
  const made = await api.post(`${PATH}.json`, {
    display_to_agent: app.admin.id,
    ticket: { via_id: 44, subject: 'Voicemail', voice_comment: call },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { ticket } = made.body
  assert.deepEqual([made.headers.get('location'), ticket.subject, ticket.via.channel], [ticket.url, 'Voicemail', 'voice'])
  const [comment] = (await api.get(`/api/v2/tickets/${ticket.id}/comments`)).body.comments
  assert.equal(comment.type, 'VoiceComment')
  assert.match(comment.body, /\+16617480240/)
})

test('the ticket of a call may have an ordinary comment', async () => {
  const made = await api.post(PATH, { ticket: { via_id: 45, subject: 'Call', comment: { body: 'They called' } } })
  assert.deepEqual([made.status, made.body.ticket.description], [201, 'They called'])
})

test('another channel, or a voicemail without a voice comment, is 422; without credentials 401; end users 403', async () => {
  assert.deepEqual(Object.keys((await api.post(PATH, { ticket: { via_id: 4, comment: { body: 'x' } } })).body.details), ['via_id'])
  assert.deepEqual(Object.keys((await api.post(PATH, { ticket: { via_id: 44, comment: { body: 'x' } } })).body.details), ['voice_comment'])
  const ticket = { via_id: 45, subject: 'x', comment: { body: 'x' } }
  assert.equal((await app.as({}).post(PATH, { ticket })).status, 401)
  const person = await makeWith(api).user()
  assert.equal((await app.as({ email: person.email, token: app.admin.token }).post(PATH, { ticket })).status, 403)
})
