/** What the database stores of a one-time secret, and what happens to the credentials in it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { createAcceptedRequest } from '#test/governance.ts'
import { putPerson } from '#test/records.ts'
import { makeContextAs, sessionFor } from '#test/system.ts'
import { hashSecret } from '#core/secrets.ts'
import { inTransaction } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { takeStep } from '../access_requests/take_step.ts'
import { createSharedSecret, type Handover } from './create.ts'
import { burnSharedSecret } from './burn.ts'

const app = await useApp({ DESKHAND_LOG_LEVEL: 'silent' }) // a changed row is logged as an error
const PATH = '/api/v2/shared_secrets'
const VALUE = 'dhp_of-the-shop-0123456789-abc'
const PASSPHRASE = 'three small words'
const reader = await putPerson(app, { role: 'agent', name: 'Rea Reader' })
const session = await sessionFor(app, reader.id)
const account_id = app.account_id
const { database } = app.database

async function send(given: object = {}): Promise<{ id: number; link: string }> {
  const { body } = await app.api.post(PATH, { shared_secret: { reader_id: reader.id, label: 'Key', value: VALUE, ...given } })
  return { id: body.shared_secret.id, link: body.shared_secret.link.split('#')[1] }
}
const handOver = async (given: Partial<Handover>, by = app.admin.id) =>
  inTransaction(await makeContextAs(app, by), (tx) =>
    createSharedSecret(tx, { reader_id: reader.id, label: 'Key', value: VALUE, ...given }),
  )
const open = (given: object) => session.post(`${PATH}/open`, { open: given })
const stateOf = async (id: number) => (await session.get(`${PATH}/${id}`)).body.shared_secret.state
const sealedOf = defineStatement<{ value_cipher: Buffer | null }>(
  'select value_cipher from shared_secrets where account_id = $1 and id = $2',
)
const cipherOf = async (id: number) => (await database.first(sealedOf(account_id, id)))?.value_cipher ?? null
const setCipher = defineStatement<unknown>('update shared_secrets set value_cipher = $3 where account_id = $1 and id = $2')

/** Every table that contains a text, in any form in which a dump of the database would show it. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await database.driver<{ name: string }[]>`select format('%I.%I', n.nspname, c.relname) as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')`
  const forms = [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -1)]
  const found: string[] = []
  for (const { name } of tables)
    for (const form of forms) {
      const rows = await database.driver.unsafe(`select 1 from ${name} as t where strpos(t::text, $1) > 0 limit 1`, [form])
      if (rows.length > 0) found.push(name)
    }
  return found
}

test('no table contains the value, the passphrase or the link, before and after the secret is read', async () => {
  assert.deepEqual(await tablesWith('Rea Reader').then((names) => names.includes('public.users')), true) // the search finds existing text
  const { id, link } = await send({ passphrase: PASSPHRASE })
  await open({ link, passphrase: 'a wrong passphrase' })
  await app.running.server.requestLog.flush()
  const listLeakingTables = async () => [...(await tablesWith(VALUE)), ...(await tablesWith(PASSPHRASE)), ...(await tablesWith(link))]
  assert.deepEqual(await listLeakingTables(), [])
  assert.notEqual(await cipherOf(id), null)
  assert.equal((await open({ link, passphrase: PASSPHRASE })).body.value, VALUE)
  assert.equal(await cipherOf(id), null)
  await app.running.server.requestLog.flush()
  assert.deepEqual(await listLeakingTables(), [])
})

test('equal values have different ciphertexts in different rows', async () => {
  const one = await cipherOf((await send()).id)
  const other = await cipherOf((await send()).id)
  assert.ok(one !== null && other !== null && !one.equals(other))
})

test('the value is destroyed however a secret ends', async () => {
  const withdrawn = await send()
  const burnt = await send()
  await app.api.delete(`${PATH}/${withdrawn.id}`)
  const ctx = await makeContextAs(app, app.admin.id)
  await inTransaction(ctx, (tx) => burnSharedSecret(tx, burnt.id, 'Reported as leaked'))
  await inTransaction(ctx, (tx) => burnSharedSecret(tx, burnt.id, 'Reported as leaked'))
  await inTransaction(ctx, (tx) => burnSharedSecret(tx, 999_999_999, 'Reported as leaked'))
  assert.deepEqual([await stateOf(burnt.id), await cipherOf(burnt.id), await cipherOf(withdrawn.id)], ['burnt', null, null])
  assert.equal((await open({ link: burnt.link })).status, 410)
})

test('a changed sealed value cannot be opened, and sender and reader are alerted', async () => {
  const { id, link } = await send()
  const sealed = Buffer.from((await cipherOf(id)) as Buffer)
  sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1)
  await database.run(setCipher(account_id, id, sealed))
  const refused = await open({ link })
  assert.equal(refused.status, 410)
  assert.doesNotMatch(JSON.stringify(refused.body), /value/)
  assert.equal(await stateOf(id), 'burnt')
  const { mails } = (await app.api.get('/api/v2/deskhand/mails?filter[topic]=shared_secret.burnt')).body
  assert.ok(mails.some((mail: { to: string; body: string }) => mail.to === reader.email && mail.body.includes(`/secrets/${id}`)))
})

test('a sealed value moved to another row cannot be opened there', async () => {
  const from = await send({ reader_id: (await putPerson(app, { role: 'agent' })).id })
  const to = await send()
  await database.run(setCipher(account_id, to.id, await cipherOf(from.id)))
  assert.equal((await open({ link: to.link })).status, 410)
  assert.equal(await stateOf(to.id), 'burnt')
})

test('with another pepper a secret cannot be opened, and its link is unknown', async () => {
  const { id, link } = await send()
  const { pepper } = app.running.server.services
  assert.notDeepEqual(hashSecret(Buffer.from('another pepper of this length'), link), hashSecret(pepper, link))
  const ctx = await makeContextAs(app, reader.id)
  const elsewhere = {
    ...ctx,
    auth: { ...ctx.auth, kind: 'session' as const },
    services: { ...ctx.services, pepper: Buffer.from('another pepper') },
  }
  const { openSharedSecret } = await import('./open.ts')
  const ends = { lock: () => Promise.resolve(undefined), disarm: () => Promise.resolve(undefined) }
  await assert.rejects(openSharedSecret(elsewhere, { link }, ends), { status: 404 })
  await assert.rejects(openSharedSecret(elsewhere, { id }, ends), { status: 410 })
})

// @source docs/reference/specification.md §5.7; docs/reference/access_governance.md §8
test('a second open deactivates the API token that was handed over, for the next call', async () => {
  const api_token = { description: 'Mine', exception: 'personal_use', reason: 'For a test' }
  const { id: api_token_id, token } = (await app.inPerson.post('/api/v2/api_tokens', { api_token })).body.api_token
  const { link } = await handOver({ api_token_id, value: token })
  const secret = link.split('#')[1]
  const { value } = (await open({ link: secret })).body
  const call = () => app.as({ email: app.admin.email, token: value }).get(`/api/v2/users/${app.admin.id}`)
  assert.equal((await call()).body.user.id, app.admin.id)
  assert.equal((await open({ link: secret })).status, 410)
  assert.equal((await call()).status, 401)
  const entries = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=apitoken&filter[source_id]=${api_token_id}&sort=-created_at`))
    .body
  assert.match(entries.audit_logs[0].change_description, /opened a second time/)
  const { mails } = (await app.api.get('/api/v2/deskhand/mails?filter[topic]=shared_secret.reopened')).body
  assert.match(mails[0].body, /API token in it has been deactivated/)
})

test('five wrong passphrases destroy the value but keep the token, because no one has seen it', async () => {
  const api_token = { description: 'Mine too', exception: 'personal_use', reason: 'For a test' }
  const { id, token } = (await app.inPerson.post('/api/v2/api_tokens', { api_token })).body.api_token
  const { row } = await handOver({ api_token_id: id, value: token, passphrase: PASSPHRASE })
  for (let time = 1; time <= 5; time += 1) await open({ id: row.id, passphrase: `guess number ${time}` })
  assert.equal(await stateOf(row.id), 'burnt')
  assert.equal((await app.api.get(`/api/v2/api_tokens/${id}`)).body.api_token.active, true)
})

test('too short, too long and empty passphrases are refused for all one-time secrets, and nothing is stored', async () => {
  const count = async () => (await session.get(`${PATH}?filter[box]=received&per_page=1`)).body.count
  const before = await count()
  for (const passphrase of ['seven..', 'x'.repeat(201), ''])
    await assert.rejects(handOver({ passphrase }), (error: { details?: object }) => Object.keys(error.details ?? {})[0] === 'passphrase')
  assert.equal(await count(), before)
  const { request, engineer } = await createAcceptedRequest(app)
  const issue = { passphrase: 'seven..' }
  const refused = await engineer.api.post(`/api/v2/access_requests/${request.id}/issue`, { issue })
  assert.deepEqual([refused.status, Object.keys(refused.body.details)], [422, ['passphrase']])
  assert.equal((await engineer.api.get(`/api/v2/access_requests/${request.id}`)).body.access_request.state, 'accepted')
})

// @source docs/reference/specification.md §5.6.8
test('the access request is handed over when its requester opens the secret, and not before', async () => {
  const { request, requester, engineer } = await createAcceptedRequest(app)
  const ctx = await makeContextAs(app, engineer.id)
  const { row } = await inTransaction(ctx, async (tx) => {
    await takeStep(tx, request, 'issue')
    const given = { reader_id: requester.id, label: request.title, value: VALUE, access_request_id: request.id }
    return createSharedSecret(tx, given)
  })
  const read = async () => (await requester.api.get(`/api/v2/access_requests/${request.id}`)).body.access_request
  assert.equal((await read()).state, 'issued')
  const own = await sessionFor(app, requester.id)
  assert.equal((await own.post(`${PATH}/open`, { open: { id: row.id } })).body.value, VALUE)
  const after = await read()
  assert.equal(after.state, 'handed_over')
  assert.notEqual(after.handed_over_at, null)
  // a later hand-over, after a rotation, does not change the state
  const later = await handOver({ reader_id: requester.id, access_request_id: request.id }, engineer.id)
  assert.equal((await own.post(`${PATH}/open`, { open: { id: later.row.id } })).status, 200)
  assert.equal((await read()).state, 'handed_over')
})
