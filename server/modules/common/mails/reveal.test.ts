import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inPerson } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { makeWith } from '#test/make.ts'
import { getMailAsWritten, putPerson } from '#test/records.ts'
import { sessionFor } from '#test/system.ts'
import { hasProof, withoutProofs } from './proofs.ts'

const app = await useApp()
const make = makeWith(app.api)
const TOPIC = 'identity.verification'
let added = 0

/** A link to verify an address, with the id of its mail. */
async function linkTo(userId: number, by: Client = app.inPerson): Promise<{ mail: number; token: string; address: string }> {
  const address = `staff${++added}@reveal.example`
  const path = `/api/v2/users/${userId}/identities`
  const { body } = await by.post(path, { identity: { type: 'email', value: address, skip_verify_email: true } })
  assert.equal((await by.put(`${path}/${body.identity.id}/request_verification`)).status, 200)
  const { id, body: text } = await getMailAsWritten(app, address, TOPIC)
  return { mail: id, token: /verify_address#(\S+)/.exec(text)?.[1] ?? assert.fail('no link'), address }
}

test('links with a token and credentials are removed from a text', () => {
  const text = 'Open https://help.example/verify_address#Zm9v-_bar and http://a/b#c. Or dhp_0123456789abcdefXYZ.'
  assert.equal(withoutProofs(text), 'Open https://help.example/verify_address#… and http://a/b#… Or ….')
  assert.deepEqual([hasProof(text), hasProof('https://help.example/secrets/7, # 3')], [true, false])
})

test('no API credential can read a link that verifies an address, through any route for mails', async () => {
  const agent = await make.agent()
  const { mail, token } = await linkTo(agent.id)
  const { client } = (
    await app.api.post('/api/v2/oauth/clients', {
      client: { name: 'c', identifier: 'reads', kind: 'confidential', redirect_uri: 'https://example.org' },
    })
  ).body
  const made = await app.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['read'] } })
  const reader = app.as({ bearer: made.body.token.full_token })
  const admin = await putPerson(app, { role: 'admin' })
  for (const who of [reader, app.api, await inPerson(app, admin.id), await sessionFor(app, admin.id)]) {
    const one = await who.get(`/api/v2/deskhand/mails/${mail}`)
    assert.deepEqual([one.status, one.body.mail.hides_link], [200, true])
    assert.match(one.body.mail.body, /verify_address#…/)
    const all = [one, await who.get('/api/v2/deskhand/mails?page[size]=100'), await who.get('/api/v2/email_notifications')]
    assert.ok(!JSON.stringify(all.map(({ body }) => body)).includes(token))
  }
  for (const who of [reader, app.api, await inPerson(app, admin.id)])
    assert.equal((await who.post(`/api/v2/deskhand/mails/${mail}/reveal`)).status, 403)
})

test('without a mail server an administrator sees the link in a session, and the audit log says so', async () => {
  const agent = await make.agent()
  const { mail, token, address } = await linkTo(agent.id)
  const admin = await putPerson(app, { role: 'admin' })
  const session = await sessionFor(app, admin.id)
  const shown = await session.post(`/api/v2/deskhand/mails/${mail}/reveal`)
  assert.deepEqual([shown.status, shown.body.mail.hides_link], [200, false])
  assert.ok(shown.body.mail.body.includes(token))
  const [entry] = (await app.api.get('/api/v2/audit_logs?filter[source_type]=mail')).body.audit_logs
  assert.deepEqual([entry.actor_id, entry.source_id, entry.action], [admin.id, mail, 'exported'])
  assert.equal(entry.change_description, `Shown with the link that was written to ${address}`)
  assert.ok(!JSON.stringify(entry).includes(token))
  const colleague = await sessionFor(app, agent.id)
  assert.equal((await colleague.post(`/api/v2/deskhand/mails/${mail}/reveal`)).status, 403)
  assert.equal((await session.post('/api/v2/deskhand/mails/999999999/reveal')).status, 404)
})

test('mails to the account owner are shown to them alone', async () => {
  const owner = await sessionFor(app, app.admin.id)
  const { mail, token } = await linkTo(app.admin.id)
  const other = await sessionFor(app, (await putPerson(app, { role: 'admin' })).id)
  const refused = await other.post(`/api/v2/deskhand/mails/${mail}/reveal`)
  assert.deepEqual([refused.status, JSON.stringify(refused.body).includes(token)], [403, false])
  assert.ok((await owner.post(`/api/v2/deskhand/mails/${mail}/reveal`)).body.mail.body.includes(token))
})

test('a mail that is sent is not shown to anyone else', async () => {
  const { mail } = await linkTo((await make.agent()).id)
  const { database } = app.database
  await database.driver`update mails set state = 'sent' where id = ${mail}`
  const refused = await (await sessionFor(app, app.admin.id)).post(`/api/v2/deskhand/mails/${mail}/reveal`)
  assert.deepEqual([refused.status, refused.body.mail], [422, undefined])
})
