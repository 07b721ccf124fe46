import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inPerson, setUp, suspend } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { type CookieJar, type OidcProvider, passProvider, startOidcProvider, visit } from '#test/oidc_provider.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp({ DESKHAND_OUTBOUND_ALLOW: '127.0.0.1/32' })
const make = makeWith(app.api)
const callback = `${app.base_url}/access/sso/callback`
const oidc = await startOidcProvider(callback, {})
after(() => oidc.stop())

let made = 0

/** Creates a provider that links addresses of example.org. */
async function setUpProvider(given: Record<string, unknown> = {}, at: OidcProvider = oidc): Promise<any> {
  const { issuer, client_id, client_secret } = at
  const identity_provider = {
    name: `Provider ${++made}`,
    issuer,
    client_id,
    client_secret,
    allowed_domains: ['example.org'],
    link_by_verified_email: true,
    ...given,
  }
  const answer = await app.inPerson.post('/api/v2/identity_providers', { identity_provider })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.identity_provider
}

/** An agent with a verified address, and an account at the provider with a different subject. */
async function staff(given: Record<string, unknown> = {}, claims: object = {}) {
  const user = await make.agent(given)
  const subject = `subject-${user.id}`
  oidc.accounts[subject] = { email: user.email, email_verified: true, ...claims }
  return { id: user.id as number, email: user.email as string, subject }
}

/** Starts an attempt to sign in. Returns the URL at the provider. */
async function start(jar: CookieJar, providerId: number, return_to = '/admin'): Promise<string> {
  const answer = await visit(jar, `${app.base_url}/access/sso/${providerId}?return_to=${encodeURIComponent(return_to)}`)
  assert.equal(answer.status, 302, await answer.text())
  return answer.headers.get('location') as string
}

interface Ended {
  readonly location: string
  readonly jar: CookieJar
  readonly me: { id: number | null }
}

/** Follows the provider's redirect back. Returns the final location and the signed-in user. */
async function end(jar: CookieJar, back: string): Promise<Ended> {
  const answer = await visit(jar, back)
  assert.equal(answer.status, 302, await answer.text())
  const session = jar.get(`${new URL(app.base_url).host} deskhand_session`)
  const me = (await app.as({}).get('/api/v2/users/me', session === undefined ? {} : { cookie: `deskhand_session=${session}` })).body.user
  return { location: (answer.headers.get('location') as string).slice(app.base_url.length), jar, me }
}

async function signIn(providerId: number, subject: string, return_to?: string): Promise<Ended> {
  const jar: CookieJar = new Map()
  return end(jar, await passProvider(jar, await start(jar, providerId, return_to), subject))
}

const makeRefusal = (refusal: string) => ({ location: `/sign-in?refused=${refusal}`, id: null })
const essence = ({ location, me }: Ended) => ({ location, id: me.id })

async function entries(filter: string): Promise<string[]> {
  return (await app.api.get(`/api/v2/audit_logs?${filter}&page[size]=100`)).body.audit_logs.map(
    (entry: { change_description: string }) => entry.change_description,
  )
}

test('an agent is redirected to the provider, linked by their verified address, and returned to the requested page signed in', async () => {
  const provider = await setUpProvider()
  const person = await staff()
  const jar: CookieJar = new Map()
  const going = await visit(jar, `${app.base_url}/access/sso/${provider.id}?return_to=%2Fadmin%3Fa%3Db`)
  const location = new URL(going.headers.get('location') ?? '')
  assert.equal(location.origin, oidc.issuer)
  const sent = Object.fromEntries(location.searchParams)
  assert.deepEqual(
    [sent.response_type, sent.scope, sent.code_challenge_method, sent.redirect_uri, sent.client_id],
    ['code', 'openid email profile', 'S256', callback, 'deskhand'],
  )
  assert.match(going.headers.get('set-cookie') ?? '', /^deskhand_sso=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
  assert.deepEqual([going.headers.get('cache-control'), going.headers.get('referrer-policy')], ['no-store', 'no-referrer'])
  const ended = await end(jar, await passProvider(jar, location.href, person.subject))
  assert.deepEqual(essence(ended), { location: '/admin?a=b', id: person.id })
  const [session] = (await app.api.get(`/api/v2/users/${person.id}/sessions`)).body.sessions
  assert.equal(session.method, 'sso')
  const said = await entries(`filter[source_type]=user&filter[source_id]=${person.id}`)
  assert.ok(said.includes(`Linked to ${provider.name} by a verified e-mail address`))
  assert.ok(said.includes(`Signed in through ${provider.name}`))
})

test('signing in through a provider makes the browser a known device, as a password does; a refused attempt does not', async () => {
  const provider = await setUpProvider()
  const person = await staff()
  const { jar } = await signIn(provider.id, person.subject)
  const key = `${new URL(app.base_url).host} deskhand_device`
  const known = jar.get(key)
  assert.match(known ?? '', /^dhd_\w{39}$/)
  await end(jar, await passProvider(jar, await start(jar, provider.id), person.subject))
  assert.equal(jar.get(key), known)
  const another = await staff()
  const signedOutThere: CookieJar = new Map([...jar].filter(([name]) => name.startsWith(new URL(app.base_url).host)))
  await end(signedOutThere, await passProvider(signedOutThere, await start(signedOutThere, provider.id), another.subject))
  assert.match(signedOutThere.get(key) ?? '', /^dhd_\w{39}$/)
  assert.notEqual(signedOutThere.get(key), known)
  const refusedThere = await signIn(provider.id, 'no agent or administrator')
  assert.equal(refusedThere.jar.get(key), undefined)
})

test('a linked user is identified by their subject, even after their address changed', async () => {
  const provider = await setUpProvider()
  const person = await staff()
  await signIn(provider.id, person.subject)
  oidc.accounts[person.subject] = { email: 'another@example.org', email_verified: false }
  assert.equal((await signIn(provider.id, person.subject)).me.id, person.id)
  const { identity_provider_links: links } = (await app.api.get(`/api/v2/identity_providers/${provider.id}/links?page[size]=10`)).body
  assert.deepEqual([links.length, links[0].subject, links[0].user_id], [1, person.subject, person.id])
})

test('supports providers that accept the secret only in the body, and those with the address in the ID token', async () => {
  const person = await staff()
  for (const options of [{ in_body: true }, { email_in_id_token: true }]) {
    const other = await startOidcProvider(callback, { it: { email: person.email.toUpperCase(), email_verified: true } }, options)
    try {
      assert.equal((await signIn((await setUpProvider({}, other)).id, 'it')).me.id, person.id, JSON.stringify(options))
    } finally {
      await other.stop()
    }
  }
})

test('an address that the provider has not verified links no user', async () => {
  const provider = await setUpProvider()
  for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email_verified: 'true' }, { email: undefined }]) {
    const person = await staff({}, claims)
    assert.deepEqual(essence(await signIn(provider.id, person.subject)), makeRefusal('unverified'))
  }
  assert.ok(
    (await entries('filter[source_type]=identity_provider')).includes('Not signed in: the provider has not verified the e-mail address'),
  )
})

test('an address that a program has given to an agent does not sign in as them until it is confirmed in person', async () => {
  const provider = await setUpProvider()
  const agent = await make.agent()
  const email = `intruder${agent.id}@example.org`
  oidc.accounts.intruder = { email, email_verified: true }
  const path = `/api/v2/users/${agent.id}/identities`
  const { identity } = (await app.api.post(path, { identity: { type: 'email', value: email, verified: true } })).body
  assert.deepEqual(essence(await signIn(provider.id, 'intruder')), makeRefusal('unconfirmed'))
  assert.equal((await app.inPerson.put(`${path}/${identity.id}`, { identity: { verified: true } })).status, 200)
  assert.notDeepEqual(essence(await signIn(provider.id, 'intruder')), makeRefusal('unconfirmed'))
})

test('unknown, suspended and end users, other domains, and unlinked users of a provider without linking are refused', async () => {
  const provider = await setUpProvider()
  const linksNobody = await setUpProvider({ link_by_verified_email: false })
  const suspended = await staff()
  await suspend(app, suspended.id)
  const customer = await make.user()
  oidc.accounts.customer = { email: customer.email, email_verified: true }
  oidc.accounts.stranger = { email: 'nobody@example.org', email_verified: true }
  const outside = await staff({ email: `outside${made}@elsewhere.example` })
  const near = await staff({ email: `near${made}@notexample.org` })
  for (const subject of [suspended.subject, 'customer', 'stranger', outside.subject, near.subject])
    assert.deepEqual(essence(await signIn(provider.id, subject)), makeRefusal('unknown'), subject)
  assert.deepEqual(essence(await signIn(linksNobody.id, (await staff()).subject)), makeRefusal('unknown'))
})

test('a user who is suspended after being linked is refused', async () => {
  const provider = await setUpProvider()
  const person = await staff()
  assert.equal((await signIn(provider.id, person.subject)).me.id, person.id)
  await suspend(app, person.id)
  assert.deepEqual(essence(await signIn(provider.id, person.subject)), makeRefusal('unknown'))
})

test('an address reassigned at the provider does not open the account until an admin removes the link', async () => {
  const provider = await setUpProvider()
  const person = await staff()
  await signIn(provider.id, person.subject)
  oidc.accounts.successor = { email: person.email, email_verified: true }
  assert.deepEqual(essence(await signIn(provider.id, 'successor')), makeRefusal('other_subject'))
  const [link] = (await app.api.get(`/api/v2/identity_providers/${provider.id}/links`)).body.identity_provider_links
  assert.equal((await app.inPerson.delete(`/api/v2/identity_providers/${provider.id}/links/${link.id}`)).status, 204)
  assert.equal((await app.inPerson.delete(`/api/v2/identity_providers/${provider.id}/links/${link.id}`)).status, 404)
  assert.equal((await signIn(provider.id, 'successor')).me.id, person.id)
})

test('a callback opens one session, once', async () => {
  const provider = await setUpProvider()
  const person = await staff()
  const jar: CookieJar = new Map()
  const back = await passProvider(jar, await start(jar, provider.id), person.subject)
  const copy: CookieJar = new Map(jar)
  assert.equal((await end(jar, back)).me.id, person.id)
  assert.deepEqual(essence(await end(copy, back)), makeRefusal('over'))
})

test('a callback in another browser is refused: nobody is signed in as the person who sent the link', async () => {
  const provider = await setUpProvider()
  const person = await staff()
  const jar: CookieJar = new Map()
  const back = await passProvider(jar, await start(jar, provider.id), person.subject)
  assert.deepEqual(essence(await end(new Map(), back)), makeRefusal('over'))
  const stranger: CookieJar = new Map()
  await start(stranger, provider.id)
  assert.deepEqual(essence(await end(stranger, back)), makeRefusal('over'))
  // the browser it belongs to can still use it
  assert.equal((await end(jar, back)).me.id, person.id)
})

test('a code stolen from another attempt is refused: each attempt has its own PKCE verifier', async () => {
  const provider = await setUpProvider()
  const victim = await staff()
  const thief = await staff()
  const ofVictim: CookieJar = new Map()
  const ofThief: CookieJar = new Map()
  const stolen = new URL(await passProvider(ofVictim, await start(ofVictim, provider.id), victim.subject))
  const own = new URL(await passProvider(ofThief, await start(ofThief, provider.id), thief.subject))
  own.searchParams.set('code', stolen.searchParams.get('code') as string)
  assert.deepEqual(essence(await end(ofThief, own.href)), makeRefusal('not_proved'))
})

test('state, nonce, verifier, issuer and code are each verified', async () => {
  const provider = await setUpProvider()
  const person = await staff()
  const atProvider = async (change: Record<string, string>) => {
    const jar: CookieJar = new Map()
    const url = new URL(await start(jar, provider.id))
    for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value)
    return end(jar, await passProvider(jar, url.href, person.subject))
  }
  const onTheWayBack = async (change: Record<string, string>) => {
    const jar: CookieJar = new Map()
    const url = new URL(await passProvider(jar, await start(jar, provider.id), person.subject))
    for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value)
    return end(jar, url.href)
  }
  assert.deepEqual(essence(await atProvider({ nonce: 'another' })), makeRefusal('not_proved'))
  assert.deepEqual(essence(await atProvider({ code_challenge: 'A'.repeat(43) })), makeRefusal('not_proved'))
  assert.deepEqual(essence(await atProvider({ state: 'another' })), makeRefusal('over'))
  assert.deepEqual(essence(await onTheWayBack({ state: 'another' })), makeRefusal('over'))
  assert.deepEqual(essence(await onTheWayBack({ code: 'another' })), makeRefusal('not_proved'))
  // @source RFC 9207
  assert.deepEqual(essence(await onTheWayBack({ iss: 'https://evil.example' })), makeRefusal('not_proved'))
  assert.equal((await onTheWayBack({ more: 'is no harm' })).me.id, person.id)
})

test('providers are not confused with each other', async () => {
  const person = await staff()
  const evil = await startOidcProvider(callback, { [person.subject]: { email: person.email, email_verified: true } })
  try {
    const honest = await setUpProvider()
    const other = await setUpProvider({ link_by_verified_email: false }, evil)
    await signIn(honest.id, person.subject)
    // the same subject of another issuer is another user
    assert.deepEqual(essence(await signIn(other.id, person.subject)), makeRefusal('unknown'))
    // and a code of one provider is not sent to the other
    const jar: CookieJar = new Map()
    const toHonest = new URL(await start(jar, honest.id))
    const mixed = `${evil.issuer}${toHonest.pathname}${toHonest.search}`
    assert.deepEqual(essence(await end(jar, await passProvider(jar, mixed, person.subject))), makeRefusal('not_proved'))
  } finally {
    await evil.stop()
  }
})

test('an ID token that is not signed with a published key is refused', async () => {
  const person = await staff()
  const other = await startOidcProvider(callback, { it: { email: person.email, email_verified: true } })
  try {
    other.publishOtherKeys()
    assert.deepEqual(essence(await signIn((await setUpProvider({}, other)).id, 'it')), makeRefusal('not_proved'))
  } finally {
    await other.stop()
  }
})

test('a wrong secret, a denied consent, an unreachable provider and a server that is no provider each have their own error', async () => {
  const person = await staff()
  assert.deepEqual(essence(await signIn((await setUpProvider({ client_secret: 'wrong' })).id, person.subject)), makeRefusal('not_proved'))
  const provider = await setUpProvider()
  const jar: CookieJar = new Map()
  const state = new URL(await start(jar, provider.id)).searchParams.get('state') as string
  const denied = `${callback}?${new URLSearchParams({ error: 'access_denied', state, iss: oidc.issuer }).toString()}`
  assert.deepEqual(essence(await end(jar, denied)), makeRefusal('denied'))
  const short = await startOidcProvider(callback, { it: { email: person.email, email_verified: true } })
  const gone = await setUpProvider({}, short)
  const onTheWay: CookieJar = new Map()
  const back = await passProvider(onTheWay, await start(onTheWay, gone.id), 'it')
  await short.stop()
  assert.deepEqual(essence(await end(onTheWay, back)), makeRefusal('unavailable'))
  await app.inPerson.put(`/api/v2/identity_providers/${gone.id}`, { identity_provider: { name: `Gone ${made}` } })
  for (const issuer of [short.issuer, app.base_url]) {
    const { id } = await setUpProvider({ issuer })
    const answer = await visit(new Map(), `${app.base_url}/access/sso/${id}`)
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, `${app.base_url}/sign-in?refused=unavailable`])
  }
})

test('a provider inside the network is not requested unless the operator allows it', async () => {
  const strict = await useApp({}, { own: true }) // looks names up by itself
  const identity_provider = { name: 'Inside', client_id: 'a', client_secret: 'b' }
  const plain = await strict.inPerson.post('/api/v2/identity_providers', {
    identity_provider: { ...identity_provider, issuer: oidc.issuer },
  })
  assert.deepEqual([plain.status, Object.keys(plain.body.details)], [422, ['issuer']])
  const inside = { ...identity_provider, issuer: oidc.issuer.replace('http:', 'https:') }
  const { id } = (await strict.inPerson.post('/api/v2/identity_providers', { identity_provider: inside })).body.identity_provider
  const answer = await visit(new Map(), `${strict.base_url}/access/sso/${id}`)
  assert.equal(answer.headers.get('location'), `${strict.base_url}/sign-in?refused=unavailable`)
})

test('an attempt expires after ten minutes, and ends when its provider is deactivated', async () => {
  const provider = await setUpProvider()
  const person = await staff()
  const jar: CookieJar = new Map()
  const back = await passProvider(jar, await start(jar, provider.id), person.subject)
  await app.database.database.run(
    defineStatement<unknown>("update sso_visits set expires_at = now() - interval '1 second' where account_id = $1")(1),
  )
  assert.deepEqual(essence(await end(jar, back)), makeRefusal('over'))
  const late = await passProvider(jar, await start(jar, provider.id), person.subject)
  await app.inPerson.put(`/api/v2/identity_providers/${provider.id}`, { identity_provider: { active: false } })
  assert.deepEqual(essence(await end(jar, late)), makeRefusal('over'))
  for (const id of [provider.id, 99999999]) assert.equal((await visit(new Map(), `${app.base_url}/access/sso/${id}`)).status, 404)
  assert.equal((await visit(new Map(), callback)).headers.get('location'), `${app.base_url}/sign-in?refused=over`)
})

test('the return address can only be a page of this instance', async () => {
  const provider = await setUpProvider()
  const person = await staff()
  for (const [wanted, led] of [
    ['/admin/x?y=z#a', '/admin/x?y=z#a'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/.//evil.example', '//evil.example'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['/a\r\nSet-Cookie: x=y', '/aSet-Cookie:%20x=y'],
    ['', '/'],
  ])
    assert.equal((await signIn(provider.id, person.subject, wanted)).location, led, String(wanted))
})

test('the stored data of an attempt contains none of its secrets', async () => {
  const provider = await setUpProvider()
  const jar: CookieJar = new Map()
  const url = new URL(await start(jar, provider.id))
  const rows = await app.database.database.all(
    defineStatement<{ text: string }>('select t::text as text from sso_visits t where t.account_id = $1')(1),
  )
  const stored = rows.map(({ text }) => text).join()
  for (const secret of [url.searchParams.get('state'), url.searchParams.get('nonce'), ...jar.values()])
    assert.equal(stored.includes(Buffer.from(secret as string).toString('hex')) || stored.includes(secret as string), false)
})

test('a provider set up by another administrator cannot sign anyone in as the owner, unless the owner has saved it', async () => {
  const [, domain = ''] = app.admin.email.split('@')
  const admin = await inPerson(app, (await make.agent({ role: 'admin' })).id)
  const { issuer, client_id, client_secret } = oidc
  const identity_provider = {
    name: `Provider ${++made}`,
    issuer,
    client_id,
    client_secret,
    allowed_domains: [domain],
    link_by_verified_email: true,
  }
  const { id } = (await admin.post('/api/v2/identity_providers', { identity_provider })).body.identity_provider
  const subject = `as-the-owner-${made}`
  oidc.accounts[subject] = { email: app.admin.email, email_verified: true }
  assert.deepEqual(essence(await signIn(id, subject)), makeRefusal('owner'))
  assert.ok(
    (await entries('filter[source_type]=identity_provider')).includes(
      'Not signed in: the owner does not trust this provider in its current configuration',
    ),
  )
  assert.equal((await admin.put(`/api/v2/identity_providers/${id}`, { identity_provider: { name: `Renamed ${made}` } })).status, 200)
  assert.deepEqual(essence(await signIn(id, subject)), makeRefusal('owner'))
  assert.equal((await app.inPerson.put(`/api/v2/identity_providers/${id}`, { identity_provider: { active: true } })).status, 200)
  assert.equal((await signIn(id, subject)).me.id, app.admin.id)
})

test('where staff must use single sign-on, their passwords are refused; the owner may bypass it, and that is audited', async () => {
  const provider = await setUpProvider()
  const person = await staff({ password: 'a long enough one' })
  const customer = await make.user({ password: 'a long enough one' })
  const nobody = app.as({})
  await setUp(app, { security: { sso_only: true } })
  try {
    const refusal = await nobody.post('/access/sign_in', { email: person.email, password: 'a long enough one' })
    assert.deepEqual([refusal.status, refusal.headers.get('set-cookie')], [403, null])
    assert.equal((await nobody.post('/access/sign_in', { email: person.email, password: 'wrong' })).status, 401)
    assert.equal((await app.as({ email: person.email, password: 'a long enough one' }).get('/api/v2/users')).status, 401)
    assert.equal((await nobody.post('/access/sign_in', { email: customer.email, password: 'a long enough one' })).status, 201)
    assert.equal((await nobody.post('/access/sign_in', app.admin)).status, 201)
    const said = await entries(`filter[source_type]=user&filter[source_id]=${app.admin.id}`)
    assert.ok(said.includes('Signed in with a password, bypassing single sign-on as the owner'))
    assert.equal((await signIn(provider.id, person.subject)).me.id, person.id)
    assert.deepEqual((await nobody.get('/access/methods')).body.methods.sso_only, true)
  } finally {
    await setUp(app, { security: { sso_only: false } })
  }
})

test("staff who sign in through a provider need no second factor here: that is the provider's responsibility", async () => {
  const provider = await setUpProvider()
  const person = await staff()
  await setUp(app, { security: { second_factor: 'staff' } })
  try {
    const ended = await signIn(provider.id, person.subject)
    const cookie = `deskhand_session=${ended.jar.get(`${new URL(app.base_url).host} deskhand_session`)}`
    assert.equal((await app.as({}).get('/api/v2/users', { cookie })).status, 200)
  } finally {
    await setUp(app, { security: { second_factor: 'optional' } })
  }
})

test('over https the cookie of an attempt is bound to exactly this host', async () => {
  const secure = await useApp({ DESKHAND_OUTBOUND_ALLOW: '127.0.0.1/32', DESKHAND_PUBLIC_URL: 'https://desk.example' })
  const { issuer, client_id, client_secret } = oidc
  const identity_provider = { name: 'One', issuer, client_id, client_secret }
  const { id } = (await secure.inPerson.post('/api/v2/identity_providers', { identity_provider })).body.identity_provider
  const answer = await visit(new Map(), `${secure.base_url}/access/sso/${id}`)
  assert.match(
    answer.headers.get('set-cookie') ?? '',
    /^__Host-deskhand_sso=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  )
})
