import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putUser } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import type { Answer, Client } from '#test/client.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { putPerson } from '#test/records.ts'
import { signInUser } from '#test/session.ts'
import { sessionFor } from '#test/system.ts'
import { isWellFormedSecret } from '#core/secrets.ts'
import { formatMoment } from '#lib/dates.ts'

const app = await useApp()
const PATH = '/api/v2/shared_secrets'
const VALUE = 'dhp_value 🗝 that nobody else may see, 0123456789'
const KEYS = [
  'id',
  'url',
  'page_url',
  'label',
  'sender_id',
  'sender_name',
  'reader_id',
  'reader_name',
  'access_request_id',
  'api_token_id',
  'state',
  'has_passphrase',
  'created_at',
  'expires_at',
  'read_at',
  'read_ip_address',
  'reopened_at',
]
const sender = await putPerson(app, { role: 'agent', name: 'Sam Sender' })
const reader = await putPerson(app, { role: 'end-user', name: 'Rea Reader' })
const other = await putPerson(app, { role: 'admin', name: 'Ada Admin' })
const session = await sessionFor(app, reader.id)

interface Sent {
  readonly id: number
  readonly link: string
  readonly label: string
}
let sent = 0
const post = (given: object = {}) =>
  sender.api.post(PATH, { shared_secret: { reader_id: reader.id, label: `Key ${++sent} of the shop`, value: VALUE, ...given } })

/** Sends a secret; `link` is the part after the #. */
async function send(given: object = {}): Promise<Sent> {
  const { status, body } = await post(given)
  assert.equal(status, 201, JSON.stringify(body))
  const { id, link, label } = body.shared_secret
  return { id, link: link.split('#')[1], label }
}
const openBy = (who: Client, open: object): Promise<Answer> => who.post(`${PATH}/open`, { open })
const readSecret = async (id: number) => (await session.get(`${PATH}/${id}`)).body.shared_secret
const stateOf = async (id: number) => (await readSecret(id)).state
const audits = async (id: number): Promise<string[]> =>
  (await app.api.get(`/api/v2/audit_logs?filter[source_type]=shared_secret&filter[source_id]=${id}&sort=created_at`)).body.audit_logs.map(
    (entry: { change_description: string }) => entry.change_description,
  )
/** Topic and recipient of the mails about a secret, the oldest first. */
const mailsAbout = async ({ label }: Sent): Promise<[string, string][]> => {
  const { mails } = (await app.api.get('/api/v2/deskhand/mails?per_page=100')).body
  const about = mails.filter((mail: { subject: string }) => mail.subject.includes(`"${label}"`)).toReversed()
  return about.map((mail: { topic: string; to: string }) => [mail.topic.replace('shared_secret.', ''), mail.to])
}
const atSender = sender.email
const atReader = reader.email

// @source docs/reference/specification.md §5.6.8
test('a secret is sent, and its reader reads it once', async () => {
  const { status, headers, body } = await post({ label: ' Key of the shop ' })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body.shared_secret), [...KEYS, 'link'])
  assert.equal(headers.get('location'), body.shared_secret.url)
  assert.equal(headers.get('cache-control'), 'no-store')
  const { link, ...made } = body.shared_secret
  const [page, token] = link.split('#')
  assert.equal(page, `${app.base_url}/secrets`)
  assert.match(token, /^dhx_/)
  assert.ok(isWellFormedSecret(token))
  assert.deepEqual([made.label, made.state, made.sender_name, made.reader_name], ['Key of the shop', 'waiting', sender.name, reader.name])
  assert.equal(Date.parse(made.expires_at) - Date.parse(made.created_at), 86_400_000)
  assert.deepEqual(await readSecret(made.id), made)

  const opened = await openBy(session, { link: token })
  assert.equal(opened.status, 200)
  assert.equal(opened.headers.get('cache-control'), 'no-store')
  assert.equal(opened.body.value, VALUE)
  const { state, read_at, read_ip_address } = opened.body.shared_secret
  assert.deepEqual([state, read_ip_address], ['read', '127.0.0.1'])
  assert.match(read_at, /Z$/)
  assert.deepEqual(await readSecret(made.id), opened.body.shared_secret)
  assert.deepEqual(await audits(made.id), [
    `Sent to ${reader.name}, to be read once until ${formatMoment(made.expires_at)}`,
    'Opened by its reader',
  ])
  assert.deepEqual(await mailsAbout({ ...made, link }), [
    ['created', atReader],
    ['read', atSender],
  ])
})

test('a secret can be opened by its id or by its link', async () => {
  const { id } = await send()
  const opened = await openBy(session, { id })
  assert.deepEqual([opened.status, opened.body.value], [200, VALUE])
})

test('of twenty concurrent opens one gets the value', async () => {
  const { id, link } = await send()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => openBy(session, index % 2 === 0 ? { link } : { id })))
  const values = answers.filter((answer) => answer.status === 200)
  assert.deepEqual(
    values.map((answer) => answer.body.value),
    [VALUE],
  )
  assert.equal(answers.filter((answer) => answer.status === 410).length, 19)
})

test('a second open returns no value, alerts sender and reader and destroys the secret', async () => {
  const secret = await send()
  await openBy(session, { link: secret.link })
  const again = await openBy(session, { link: secret.link })
  assert.equal(again.status, 410)
  assert.deepEqual(again.body, {
    error: 'Gone',
    description: 'This one-time secret was read already. Its sender and its reader have been notified of this second attempt',
  })
  const { state, reopened_at } = await readSecret(secret.id)
  assert.equal(state, 'burnt')
  assert.notEqual(reopened_at, null)
  assert.equal((await openBy(session, { id: secret.id })).status, 410)
  assert.deepEqual((await audits(secret.id)).slice(1), [
    'Opened by its reader',
    'Opened a second time: sender and reader were alerted',
    'Not opened: it is burnt',
  ])
  assert.deepEqual(
    (await mailsAbout(secret)).slice(2).toSorted(),
    [
      ['reopened', atReader],
      ['reopened', atSender],
    ].toSorted(),
  )
})

test('only a session can open a secret: password, API token and access token of the reader are refused and change nothing', async () => {
  const password = 'correct horse battery'
  const admin = await putUser(app, { role: 'admin', password })
  const own = await signInUser(app, { email: admin.email, password })
  const { id, link } = await send({ reader_id: admin.id })
  const client = { name: 'Reader', identifier: `reader-${id}`, redirect_uri: 'https://example.org/', kind: 'confidential' }
  const { id: client_id } = (await own.post('/api/v2/oauth/clients', { client })).body.client
  const { token } = (await own.post('/api/v2/oauth/tokens', { token: { client_id, scopes: ['read', 'write'] } })).body
  for (const credentials of [
    { email: admin.email, password },
    { email: admin.email, token: app.admin.token },
    { bearer: token.full_token as string },
  ]) {
    assert.equal((await app.as(credentials).get('/api/v2/users/me')).body.user.id, admin.id)
    const refused = await openBy(app.as(credentials), { link })
    assert.deepEqual([refused.status, refused.headers.get('set-cookie')], [403, null])
    assert.match(refused.body.error.message, /session of its reader/)
  }
  assert.equal((await openBy(app.as({}), { link })).status, 401)
  assert.equal((await openBy(app.as({ bearer: 'dho_wrong' }), { link })).status, 401)
  assert.equal((await own.get(`${PATH}/${id}`)).body.shared_secret.state, 'waiting')
  assert.equal((await openBy(own, { link })).body.value, VALUE)
})

test('a page of another site cannot open a secret: calls without the CSRF token or as a form are refused', async () => {
  const { id, link } = await send()
  assert.equal((await openBy(session.bare, { link })).status, 403)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await session.post(`${PATH}/open`, `open[link]=${link}`, form)).status, 415)
  assert.equal(await stateOf(id), 'waiting')
})

test('another user gets 404; sender and reader are alerted once, and each attempt is audited', async () => {
  const secret = await send()
  const stranger = await sessionFor(app, other.id)
  const unknown = await openBy(stranger, { link: 'dhx_unknown' })
  for (const open of [{ link: secret.link }, { id: secret.id }]) {
    const refused = await openBy(stranger, open)
    assert.deepEqual([refused.status, refused.body], [404, unknown.body])
  }
  assert.equal((await stranger.get(`${PATH}/${secret.id}`)).status, 404)
  assert.deepEqual((await audits(secret.id)).slice(1), Array(2).fill('Refused to a user who is not its reader'))
  assert.deepEqual(
    (await mailsAbout(secret)).slice(1).toSorted(),
    [
      ['refused', atReader],
      ['refused', atSender],
    ].toSorted(),
  )
  assert.equal((await openBy(session, { link: secret.link })).body.value, VALUE)
})

test('the sender cannot open the secret', async () => {
  const { id, link } = await send()
  const own = await openBy(await sessionFor(app, sender.id), { link })
  assert.equal(own.status, 403)
  assert.match(own.body.error.message, /only Rea Reader can open it/)
  assert.equal(await stateOf(id), 'waiting')
})

test('a secret with a passphrase opens only with it; an attempt without one is not counted', async () => {
  const { id, link } = await send({ passphrase: 'three small words' })
  assert.equal((await readSecret(id)).has_passphrase, true)
  for (let time = 0; time < 6; time += 1) {
    const missing = await openBy(session, { link })
    assert.deepEqual([missing.status, missing.body.details.passphrase[0].error], [422, 'BlankValue'])
  }
  const wrong = await openBy(session, { link, passphrase: 'three small word' })
  assert.deepEqual([wrong.status, wrong.body.details.passphrase[0].description], [422, 'Passphrase: is wrong. 4 more attempts are left'])
  assert.equal((await openBy(session, { id, passphrase: 'three small words' })).body.value, VALUE)
})

test('the fifth wrong passphrase destroys the value and alerts sender and reader', async () => {
  const secret = await send({ passphrase: 'three small words' })
  const answers: Answer[] = []
  for (let time = 1; time <= 5; time += 1) answers.push(await openBy(session, { link: secret.link, passphrase: `guess number ${time}` }))
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [422, 422, 422, 422, 410],
  )
  assert.match(answers[3]?.body.details.passphrase[0].description, /One more attempt is left/)
  assert.equal((await openBy(session, { link: secret.link, passphrase: 'three small words' })).status, 410)
  assert.equal(await stateOf(secret.id), 'burnt')
  assert.equal((await audits(secret.id)).at(-2), 'Destroyed unread: The passphrase was wrong 5 times')
  assert.deepEqual(
    (await mailsAbout(secret)).slice(1).toSorted(),
    [
      ['burnt', atReader],
      ['burnt', atSender],
    ].toSorted(),
  )
})

test('concurrent wrong passphrases are counted one by one', async () => {
  const { id, link } = await send({ passphrase: 'three small words' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => openBy(session, { link, passphrase: 'another guess' })))
  assert.equal(answers.filter((answer) => answer.status === 422).length, 4)
  assert.equal(answers.filter((answer) => answer.status === 410).length, 4)
  assert.equal(await stateOf(id), 'burnt')
})

test('a withdrawn secret cannot be opened; one that was read cannot be withdrawn', async () => {
  const secret = await send()
  assert.equal((await session.delete(`${PATH}/${secret.id}`)).status, 404)
  assert.equal((await sender.api.delete(`${PATH}/${secret.id}`)).status, 204)
  const late = await openBy(session, { link: secret.link })
  assert.deepEqual([late.status, late.body.description], [410, 'This one-time secret was withdrawn before it was read'])
  assert.equal(await stateOf(secret.id), 'withdrawn')
  const twice = await sender.api.delete(`${PATH}/${secret.id}`)
  assert.deepEqual(
    [twice.status, twice.body.details.base[0].description],
    [422, 'This one-time secret cannot be withdrawn: its state is withdrawn'],
  )
  assert.deepEqual((await mailsAbout(secret)).slice(1), [['withdrawn', atReader]])
  const another = await send()
  assert.equal((await other.api.delete(`${PATH}/${another.id}`)).status, 204) // an administrator
})

test('a secret expires after a day by the clock of the account: it is destroyed, and its sender is mailed', async (t) => {
  const due = await send()
  const opened = await send({ expires_in: 60 })
  const move = (offset_seconds: number) =>
    app.api.put('/api/v2/deskhand/settings', {
      settings: { clock: offset_seconds === 0 ? { mode: 'real' } : { mode: 'shifted', offset_seconds } },
    })
  t.after(() => move(0))
  await move(90)
  const late = await openBy(session, { link: opened.link }) // whether or not the scheduled work has already run
  assert.deepEqual([late.status, late.body.description], [410, 'This one-time secret has expired unread: ask its sender for a new one'])
  assert.deepEqual([await stateOf(opened.id), await stateOf(due.id)], ['expired', 'waiting'])
  await move(86_500)
  await runScheduledWork(app)
  assert.equal(await stateOf(due.id), 'expired')
  assert.equal((await openBy(session, { link: due.link })).status, 410)
  assert.equal((await audits(due.id)).filter((entry) => entry === 'Expired unread').length, 1)
  assert.deepEqual((await mailsAbout(due)).slice(1), [['expired', atSender]])
  assert.deepEqual((await mailsAbout(opened)).slice(1), [['expired', atSender]])
})

test('invalid secrets are refused with the reason', async () => {
  const wrong: [object, string, string][] = [
    [{ reader_id: null }, 'reader_id', 'BlankValue'],
    [{ reader_id: 999_999_999 }, 'reader_id', 'InvalidValue'],
    [{ reader_id: sender.id }, 'reader_id', 'InvalidValue'],
    [{ label: ' ' }, 'label', 'BlankValue'],
    [{ label: 'x'.repeat(201) }, 'label', 'TooLong'],
    [{ label: `It is ${VALUE}` }, 'label', 'InvalidValue'],
    [{ value: '' }, 'value', 'BlankValue'],
    [{ value: 'x'.repeat(10_001) }, 'value', 'TooLong'],
    [{ passphrase: 'short' }, 'passphrase', 'InvalidValue'],
    [{ expires_in: 86_401 }, 'expires_in', 'InvalidValue'],
    [{ expires_in: 59 }, 'expires_in', 'InvalidValue'],
  ]
  for (const [given, member, error] of wrong) {
    const { status, body } = await post(given)
    assert.deepEqual([status, body.details?.[member]?.[0].error], [422, error], JSON.stringify(given))
    assert.doesNotMatch(JSON.stringify(body), /that nobody else may see/)
  }
  assert.equal((await sender.api.post(PATH, {})).status, 400)
  assert.equal((await reader.api.post(PATH, { shared_secret: { reader_id: sender.id, label: 'A', value: 'B' } })).status, 403)
  assert.equal((await app.as({}).post(PATH, { shared_secret: {} })).status, 401)
})

test('a list contains the secrets the caller has received and sent, never a value or a link', async () => {
  const mine = await send()
  const theirs = (await other.api.post(PATH, { shared_secret: { reader_id: sender.id, label: 'For the sender', value: 'another value' } }))
    .body.shared_secret
  const list = async (who: Client, query = '') => (await who.get(`${PATH}.json?${query}`)).body
  const ids = async (who: Client, query = '') => (await list(who, query)).shared_secrets.map((secret: { id: number }) => secret.id)
  assert.deepEqual((await ids(sender.api)).slice(0, 2), [theirs.id, mine.id])
  assert.deepEqual(await ids(sender.api, 'filter[box]=received'), [theirs.id])
  assert.ok(!(await ids(sender.api, 'filter[box]=sent')).includes(theirs.id))
  assert.equal((await ids(reader.api, 'filter[box]=sent')).length, 0)
  assert.ok((await ids(reader.api, 'filter[state]=waiting')).includes(mine.id))
  assert.deepEqual(Object.keys((await list(session)).shared_secrets[0]), KEYS)
  const page = await list(session, 'page[size]=1')
  assert.deepEqual([page.shared_secrets.length, page.meta.has_more], [1, true])
  assert.equal((await sender.api.get(`${PATH}?filter[box]=mine`)).status, 400)
  assert.equal((await app.as({}).get(PATH)).status, 401)
})

test('404 for an unknown secret, 422 for an open without link and id, 400 for a malformed id', async () => {
  assert.equal((await session.get(`${PATH}/999999999`)).status, 404)
  assert.equal((await session.delete(`${PATH}/999999999`)).status, 404)
  assert.equal((await openBy(session, { id: 999_999_999 })).status, 404)
  assert.equal((await openBy(session, { link: 'dhx_nothing' })).status, 404)
  assert.equal((await openBy(session, { link: ' ' })).body.details.link[0].error, 'BlankValue')
  assert.equal((await session.post(`${PATH}/open`, {})).status, 400)
  assert.equal((await session.get(`${PATH}/one`)).status, 400)
  assert.equal((await app.as({}).get(`${PATH}/1`)).status, 401)
})
