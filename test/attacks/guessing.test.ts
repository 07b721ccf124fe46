/**
 * Attack: guess a credential. Secrets short enough to be guessed are rate limited across all processes: the tests call two of them in turn.
 * Secrets too long to be guessed are refused if they differ at all. Tested beside the code as well: server/auth/password.test.ts,
 * server/modules/sign_in/second_factors/second_factors.test.ts, server/modules/access/oauth_authorizations/attacks.test.ts.
 */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { actorsTopic } from '#auth/actors.ts'
import { hashSecret, isWellFormedSecret, makeSecret, visiblePart } from '#core/secrets.ts'
import { defineStatement } from '#db/builder.ts'
import { putUser, TRACKER, trackIssues } from '../access.ts'
import { invalidateEverywhere, useApp } from '../app.ts'
import { type Answer, type Client, makeClient } from '../client.ts'
import { basicToken } from '../instances.ts'
import { codeFor, registerClient } from '../oauth.ts'
import { challengeOf, enrol, nextStep, type SessionClient, sessionOf, signInUser, wrongCode } from '../session.ts'

const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
const other = await app.another()
const PASSWORD = 'correct horse battery'
const knownOrigins = defineStatement<{ kind: string; hash: Buffer }>(
  'select kind, hash from known_origins where account_id = $1 and user_id = $2',
)
const basicPassword = ({ email, password }: { email: string; password: string }) => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
})
let addresses = 0
let anonymousClients: Client[] = []
const pickClient = (turn: number) => anonymousClients[turn % 2] as Client

/** Each test guesses from a new address, because failures are also counted by address. */
beforeEach(() => {
  const from = { 'x-forwarded-for': `192.0.2.${++addresses}` }
  anonymousClients = [app.base_url, other.base_url].map((base_url) => makeClient(base_url, from))
})

/** Clients of one session at both processes. */
function atBoth({ cookie, csrf }: SessionClient): Client[] {
  const from = { cookie, 'x-csrf-token': csrf, 'x-forwarded-for': `192.0.2.${++addresses}` }
  return [app.base_url, other.base_url].map((base_url) => makeClient(base_url, from))
}

async function createPerson() {
  return { ...(await putUser(app, { role: 'agent', password: PASSWORD })), password: PASSWORD }
}

/**
 * Guesses at both processes in turns until one responds 429.
 * @returns how many guesses were checked. Counters restart with each time window, so up to twice the limit may pass.
 */
async function countCheckedGuesses(guess: (turn: number) => Promise<Answer>, limit: number): Promise<number> {
  for (let turn = 0; turn <= 2 * limit; turn += 1) {
    const { status, headers } = await guess(turn)
    if (status !== 429) continue
    assert.ok(Number(headers.get('retry-after')) >= 1)
    return turn
  }
  return Infinity
}

test('one address can guess a password at most ten times, whichever process it calls', async () => {
  const { email, password } = await createPerson()
  const count = await countCheckedGuesses((turn) => pickClient(turn).post('/access/sign_in', { email, password: `wrong ${turn}` }), 10)
  assert.ok(count <= 20, `${count} guesses were judged`)
  for (const nobody of anonymousClients) assert.equal((await nobody.post('/access/sign_in', { email, password })).status, 429)
})

/** A client at an address, with the cookies of a browser. */
const makeClientAt = (address: string, cookie = '') =>
  makeClient(app.base_url, { 'x-forwarded-for': address, ...(cookie === '' ? {} : { cookie }) })
const deviceOf = (answer: Answer) =>
  /^deskhand_device=[^;]+/.exec(answer.headers.getSetCookie().find((one) => one.startsWith('deskhand_device=')) ?? '')?.[0] ?? ''

/** Clears the cached password checks of the processes, which otherwise expire after half a minute. */
const clearPasswordCache = () => invalidateEverywhere(app, actorsTopic(1))

/** Uses up the attempts for a name, from enough networks not to reach a limit by network first. */
async function lockOut(email: string): Promise<void> {
  const count = await countCheckedGuesses((turn) => {
    const address = `198.51.${100 + Math.floor(turn / 9 / 200)}.${1 + (Math.floor(turn / 9) % 200)}`
    return makeClientAt(address).post('/access/sign_in', { email, password: `wrong ${turn}` })
  }, 100)
  assert.ok(count >= 90 && count <= 200, `${count} guesses were judged`)
}

test('a hundred wrong passwords of others do not lock a user out at a known browser or address', async () => {
  const one = await createPerson()
  const home = '203.0.113.7'
  const office = '203.0.113.8'
  const first = await makeClientAt(home).post('/access/sign_in', one)
  const device = deviceOf(first)
  assert.match(device, /^deskhand_device=dhd_\w{39}$/)
  await clearPasswordCache()
  assert.equal((await makeClientAt(office).get('/api/v2/users/me', basicPassword(one))).status, 200)
  await clearPasswordCache()
  await lockOut(one.email)
  assert.equal((await makeClientAt('192.0.2.250').post('/access/sign_in', one)).status, 429)
  const elsewhere = await makeClientAt('192.0.2.251', device).post('/access/sign_in', one)
  assert.equal(elsewhere.status, 201, JSON.stringify(elsewhere.body))
  assert.equal(deviceOf(elsewhere), device)
  for (const address of [home, office, `::ffff:${home}`]) {
    await clearPasswordCache()
    assert.equal((await makeClientAt(address).post('/access/sign_in', one)).status, 201, address)
  }
})

test('a browser or address is known after a successful sign-in of that user, until the password changes', async () => {
  const one = await createPerson()
  const other = await createPerson()
  const device = deviceOf(await makeClientAt('203.0.113.20').post('/access/sign_in', one))
  const others = deviceOf(await makeClientAt('203.0.113.21').post('/access/sign_in', other))
  const planted = `deskhand_device=${makeSecret('dhd')}`
  assert.notEqual(deviceOf(await makeClientAt('203.0.113.22', planted).post('/access/sign_in', other)), planted)
  assert.equal(deviceOf(await makeClientAt('203.0.113.23').post('/access/sign_in', { ...one, password: 'wrong' })), '')
  await clearPasswordCache()
  await lockOut(one.email)
  const tries = [
    makeClientAt('192.0.2.240', others),
    makeClientAt('192.0.2.241', planted),
    makeClientAt('203.0.113.21'),
    makeClientAt('203.0.113.23'),
    makeClientAt('192.0.2.242'),
  ]
  for (const client of tries) assert.equal((await client.post('/access/sign_in', one)).status, 429)
  const session = sessionOf(app.base_url, await makeClientAt('192.0.2.243', device).post('/access/sign_in', one))
  const changed = await session.put(`/api/v2/users/${one.id}/password`, { previous_password: PASSWORD, password: 'another horse battery' })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const now = { ...one, password: 'another horse battery' }
  for (const client of [makeClientAt('192.0.2.244', device), makeClientAt('203.0.113.20')])
    assert.equal((await client.post('/access/sign_in', now)).status, 429)
  // the browser that changed the password gets a new device token
  const renewed = deviceOf(changed)
  assert.match(renewed, /^deskhand_device=dhd_\w{39}$/)
  assert.notEqual(renewed, device)
  assert.equal((await makeClientAt('192.0.2.245', renewed).post('/access/sign_in', now)).status, 201)
})

test('a known browser can guess a password at most ten times, and so can a known address', async () => {
  const one = await createPerson()
  const device = deviceOf(await makeClientAt('203.0.113.30').post('/access/sign_in', one))
  const guessPasswordAs = (client: Client) => (turn: number) =>
    client.post('/access/sign_in', { email: one.email, password: `wrong ${turn}` })
  for (const client of [makeClientAt('203.0.113.31', device), makeClientAt('203.0.113.30')]) {
    const count = await countCheckedGuesses(guessPasswordAs(client), 10)
    assert.ok(count <= 20, `${count} guesses were judged`)
  }
  // failures of others at the same address do not count for the browser
  const two = await createPerson()
  const own = deviceOf(await makeClientAt('203.0.113.32').post('/access/sign_in', two))
  await countCheckedGuesses(
    (turn) => makeClientAt('203.0.113.32').post('/access/sign_in', { email: two.email, password: `wrong ${turn}` }),
    10,
  )
  await clearPasswordCache()
  assert.equal((await makeClientAt('203.0.113.32', own).post('/access/sign_in', two)).status, 201)
})

test('at most twenty browsers are known per user, and only their hashes are stored', async () => {
  const one = await createPerson()
  const devices = []
  for (let turn = 0; turn < 23; turn += 1) devices.push(deviceOf(await makeClientAt(`203.0.113.${40 + turn}`).post('/access/sign_in', one)))
  assert.equal(new Set(devices).size, 23)
  const rows = await app.database.database.all(knownOrigins(1, one.id))
  for (const kind of ['device', 'address']) assert.equal(rows.filter((row) => row.kind === kind).length, 20)
  for (const { hash } of rows) assert.equal(hash.length, 32)
})

test('the addresses of an IPv6 network count as one, wherever addresses are counted', async () => {
  const one = await createPerson()
  const inNetwork = (turn: number) => `2001:db8:7:8:${(turn + 1).toString(16)}:${((turn * 7919) % 65_535).toString(16)}::1`
  const count = await countCheckedGuesses(
    (turn) => makeClientAt(inNetwork(turn)).post('/access/sign_in', { email: one.email, password: `wrong ${turn}` }),
    10,
  )
  assert.ok(count <= 20, `${count} guesses were judged`)
  assert.equal((await makeClientAt('2001:db8:7:8:ffff::9').post('/access/sign_in', one)).status, 429)
  assert.equal((await makeClientAt('2001:db8:7:9::1').post('/access/sign_in', one)).status, 201)
  const { client_id } = await registerClient(app)
  const secrets = await countCheckedGuesses(
    (turn) =>
      makeClientAt(inNetwork(turn)).post('/oauth/tokens', {
        grant_type: 'client_credentials',
        client_id,
        client_secret: makeSecret('dhc'),
      }),
    10,
  )
  assert.ok(secrets <= 20, `${secrets} secrets were judged`)
})

/** Raises the counter of a site, as if it had failed that often. */
const countMore = defineStatement<{ taken: number }>(
  `update rate_limits set taken = taken + $3 where account_id = $1 and bucket = $2 and taken > 0 returning taken`,
)

test('the networks of an IPv6 site share a limit, which does not affect other sites', async () => {
  const one = await createPerson()
  const { database } = app.database
  const makeSiteAddress = (turn: number) => `2001:db8:77:${(turn + 1).toString(16)}::1`
  const statuses: number[] = []
  // a guess in each of 20 networks, each for another name, counts as 20
  for (let turn = 0; turn < 40 && statuses.at(-1) !== 429; turn += 1) {
    statuses.push(
      (await makeClientAt(makeSiteAddress(turn)).post('/access/sign_in', { email: `site${turn}@example.org`, password: 'wrong' })).status,
    )
    if (statuses.at(-1) !== 429) assert.ok((await database.all(countMore(1, 'sign_in:site:2001:db8:77::/48', 19))).length > 0)
  }
  assert.equal(statuses.at(-1), 429)
  assert.ok(statuses.length > 15, `${statuses.length} guesses were judged`)
  assert.equal((await makeClientAt('2001:db8:77:ffff::1').post('/access/sign_in', one)).status, 429)
  assert.equal((await makeClientAt('2001:db8:78::1').post('/access/sign_in', one)).status, 201)
})

test('guesses at the API, the sign-in page and the token endpoint are counted together', async () => {
  const { email, password } = await createPerson()
  const { client_id, client_secret } = await registerClient(app)
  const ways: ((wrong: string, turn: number) => Promise<Answer>)[] = [
    (wrong, turn) => pickClient(turn).post('/access/sign_in', { email, password: wrong }),
    (wrong, turn) =>
      pickClient(turn).get('/api/v2/groups', { authorization: `Basic ${Buffer.from(`${email}:${wrong}`).toString('base64')}` }),
    (wrong, turn) =>
      pickClient(turn).post('/oauth/tokens', { grant_type: 'password', client_id, client_secret, username: email, password: wrong }),
  ]
  const count = await countCheckedGuesses((turn) => (ways[turn % 3] as (typeof ways)[number])(`wrong ${turn}`, turn), 10)
  assert.ok(count <= 20, `${count} guesses were judged`)
  assert.equal((await pickClient(0).post('/access/sign_in', { email, password })).status, 429)
})

test('an open session cannot be used to guess its password, to change it or to remove the second factor', async () => {
  for (const guess of ['password', 'second_factor'] as const) {
    const one = await createPerson()
    const both = atBoth(await signInUser(app, one))
    const count = await countCheckedGuesses((turn) => {
      const client = both[turn % 2] as Client
      return guess === 'password'
        ? client.put(`/api/v2/users/${one.id}/password`, { previous_password: `wrong ${turn}`, password: 'another horse battery' })
        : client.post('/api/v2/users/me/second_factor', { second_factor: { password: `wrong ${turn}` } })
    }, 10)
    assert.ok(count <= 20, `${guess}: ${count} guesses were judged`)
  }
})

test('failures of others do not prevent a user from changing the password or signing in with it', async () => {
  const one = await createPerson()
  const home = '203.0.113.90'
  const guessPasswordFrom = (address: string) => (turn: number) =>
    makeClientAt(address).post('/access/sign_in', { email: one.email, password: `wrong ${turn}` })
  const answer = await makeClientAt(home).post('/access/sign_in', one)
  const { cookie, csrf } = sessionOf(app.base_url, answer)
  const session = makeClient(app.base_url, { cookie, 'x-csrf-token': csrf, 'x-forwarded-for': home })
  await countCheckedGuesses(guessPasswordFrom(home), 10)
  await clearPasswordCache()
  const next = 'another horse battery'
  const changed = await session.put(`/api/v2/users/${one.id}/password`, { previous_password: PASSWORD, password: next })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const begun = await session.post('/api/v2/users/me/second_factor', { second_factor: { password: next } })
  assert.ok(begun.status < 300, JSON.stringify(begun.body))

  const two = await createPerson()
  const office = '203.0.113.91'
  const own = sessionOf(app.base_url, await makeClientAt(office).post('/access/sign_in', two))
  const there = makeClient(app.base_url, { cookie: own.cookie, 'x-csrf-token': own.csrf, 'x-forwarded-for': office })
  const put = await there.put(`/api/v2/users/${two.id}/password`, { previous_password: PASSWORD, password: next })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  await clearPasswordCache()
  await lockOut(two.email)
  assert.equal((await makeClientAt('192.0.2.239').post('/access/sign_in', { ...two, password: next })).status, 429)
  assert.equal((await makeClientAt(office).post('/access/sign_in', { ...two, password: next })).status, 201)
})

test('a challenge accepts five codes over both processes, and a user twenty an hour over all challenges', async () => {
  const one = await createPerson()
  const { secret } = await enrol(app, await signInUser(app, one), PASSWORD)
  const first = await challengeOf(app, one)
  const give = (turn: number, challenge: string) => pickClient(turn).post('/access/second_factor', { challenge, code: wrongCode(secret) })
  const statuses = []
  for (let turn = 0; turn < 7; turn += 1) statuses.push((await give(turn, first)).status)
  assert.deepEqual(statuses, [401, 401, 401, 401, 410, 410, 410])

  let challenge = ''
  const count = await countCheckedGuesses(async (turn) => {
    if (turn % 4 === 0) challenge = await challengeOf(app, one)
    return give(turn, challenge)
  }, 20)
  assert.ok(count <= 40, `${count} codes were judged`)
  await nextStep(app)
})

test('codes sent to both processes at once are all counted', async () => {
  const one = await createPerson()
  const { secret } = await enrol(app, await signInUser(app, one), PASSWORD)
  const challenge = await challengeOf(app, one)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_none, turn) => pickClient(turn).post('/access/second_factor', { challenge, code: wrongCode(secret) })),
  )
  assert.equal(answers.filter(({ status }) => status === 401).length, 4)
  assert.equal(answers.filter(({ status }) => status === 410).length, 26)
})

test('guesses of recovery codes are limited like those of app codes', async () => {
  const one = await createPerson()
  await enrol(app, await signInUser(app, one), PASSWORD)
  const challenge = await challengeOf(app, one)
  const statuses = []
  for (let turn = 0; turn < 6; turn += 1)
    statuses.push((await pickClient(turn).post('/access/second_factor', { challenge, code: `aaaaa-aaaa${turn + 2}` })).status)
  assert.deepEqual(statuses, [401, 401, 401, 401, 410, 410])
})

test('a passphrase can be guessed five times over both processes, then the secret is destroyed', async () => {
  const reader = await createPerson()
  const both = atBoth(await signInUser(app, reader))
  const shared_secret = { reader_id: reader.id, label: 'Guess', value: 'the value', passphrase: 'three small words' }
  const { id } = (await app.api.post('/api/v2/shared_secrets', { shared_secret })).body.shared_secret
  const open = (turn: number, passphrase: string) =>
    (both[turn % 2] as Client).post('/api/v2/shared_secrets/open', { open: { id, passphrase } })
  const answers = await Promise.all(Array.from({ length: 12 }, (_none, turn) => open(turn, `wrong words ${turn}`)))
  assert.equal(answers.filter(({ status }) => status === 422).length, 4)
  assert.equal((await open(0, 'three small words')).status, 410)
})

test('a client’s secret and its codes can be guessed at most ten times over both processes', async () => {
  const { client_id, client_secret } = await registerClient(app)
  const wrongSecret = await countCheckedGuesses(
    (turn) => pickClient(turn).post('/oauth/tokens', { grant_type: 'client_credentials', client_id, client_secret: makeSecret('dhc') }),
    10,
  )
  assert.ok(wrongSecret <= 20, `${wrongSecret} secrets were judged`)
  const second = await registerClient(app)
  const code = { grant_type: 'authorization_code', client_id: second.client_id, client_secret: second.client_secret }
  const wrongCodes = await countCheckedGuesses((turn) => pickClient(turn).post('/oauth/tokens', { ...code, code: makeSecret('dha') }), 10)
  assert.ok(wrongCodes <= 20, `${wrongCodes} codes were judged`)
  assert.equal((await pickClient(0).post('/oauth/tokens', { grant_type: 'client_credentials', client_id, client_secret })).status, 429)
})

/** Variations of a secret that someone who has seen part of it might try. */
function varySecret(secret: string, hash: Buffer): string[] {
  const changed = [...secret].map((_sign, index) => secret.slice(0, index) + (secret[index] === 'a' ? 'b' : 'a') + secret.slice(index + 1))
  return [
    ...changed,
    secret.slice(0, -1),
    secret.slice(1),
    `${secret}a`,
    `${secret} `,
    `${secret}\u0000`,
    secret.toUpperCase(),
    visiblePart(secret),
    secret.slice(0, 10),
    hash.toString('hex'),
    hash.toString('base64'),
    `\\x${hash.toString('hex')}`,
    '%',
    "' or '1'='1",
    'null',
    'undefined',
  ].filter((guess) => guess !== secret)
}

test('no variation of a token, a session, a link or a code is accepted by either process', async () => {
  const { pepper } = app.running.server.services
  const reader = await createPerson()
  const session = await signInUser(app, reader)
  const client = await registerClient(app)
  const { token } = (await app.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['read', 'write'] } })).body
  await trackIssues(app)
  const made = (await app.inPerson.post('/api/v2/api_tokens', { api_token: { description: `${TRACKER}1` } })).body.api_token
  const shared_secret = { reader_id: reader.id, label: 'Link', value: 'the value' }
  const { link } = (await app.api.post('/api/v2/shared_secrets', { shared_secret })).body.shared_secret
  const secretOf = (url: string) => new URL(url).hash.slice(1)
  const grant = { client_id: client.client_id, client_secret: client.client_secret }
  const code = await codeFor(await signInUser(app, app.admin), { client_id: client.client_id, scope: 'read' })
  const cookie = session.cookie.slice(session.cookie.indexOf('=') + 1)
  const tries: [secret: string, call: (nobody: Client, guess: string) => Promise<Answer>, refused: readonly number[]][] = [
    [made.token, (nobody, guess) => nobody.get('/api/v2/groups', basicToken(app.admin.email, guess)), [401]],
    [token.full_token, (nobody, guess) => nobody.get(`/api/v2/groups?access_token=${encodeURIComponent(guess)}`), [401]],
    [cookie, (nobody, guess) => nobody.get('/api/v2/groups', { cookie: `deskhand_session=${encodeURIComponent(guess)}` }), [401]],
  ]
  for (const [secret, call, refused] of tries) {
    assert.ok(isWellFormedSecret(secret), secret)
    for (const [turn, guess] of varySecret(secret, hashSecret(pepper, secret)).entries())
      assert.ok(refused.includes((await call(pickClient(turn), guess)).status), guess)
    for (const nobody of anonymousClients) assert.equal((await call(nobody, secret)).status, 200)
  }
  const both = atBoth(session)
  const linked = secretOf(link)
  for (const [turn, guess] of varySecret(linked, hashSecret(pepper, linked)).entries()) {
    if (guess.replace(/[\0\s]+$/, '') === linked) continue // a link copied with trailing whitespace is still that link
    const { status } = await (both[turn % 2] as Client).post('/api/v2/shared_secrets/open', { open: { link: guess } })
    assert.ok([404, 422].includes(status), `${guess}: ${status}`)
  }
  assert.equal((await session.post('/api/v2/shared_secrets/open', { open: { link: linked } })).body.value, 'the value')
  // guesses of the code are counted, so only a few are tried, and the code stays valid
  for (const guess of varySecret(code, hashSecret(pepper, code)).slice(0, 5))
    assert.equal((await pickClient(0).post('/oauth/tokens', { grant_type: 'authorization_code', ...grant, code: guess })).status, 400)
  assert.equal((await pickClient(1).post('/oauth/tokens', { grant_type: 'authorization_code', ...grant, code })).status, 400)
})

test('every kind of secret has 192 random bits, and no two are alike', () => {
  const secrets = Array.from({ length: 2000 }, () => makeSecret('dhp'))
  assert.equal(new Set(secrets).size, secrets.length)
  const bodies = secrets.map((secret) => secret.slice(4, -6))
  for (const body of bodies) assert.match(body, /^[0-9A-Za-z]{33}$/)
  for (let place = 1; place < 33; place += 1) {
    const signs = new Set(bodies.map((body) => body[place]))
    assert.ok(signs.size >= 55, `place ${place} has ${signs.size} signs only`)
  }
})
