import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inPerson } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { type CookieJar, passProvider, startOidcProvider, visit } from '#test/oidc_provider.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp({ DESKHAND_OUTBOUND_ALLOW: '127.0.0.1/32' })
const make = makeWith(app.api)
const oidc = await startOidcProvider(`${app.base_url}/access/sso/callback`, {})
after(() => oidc.stop())
const admin = await inPerson(app, (await make.agent({ role: 'admin' })).id)
const [, domain = ''] = app.admin.email.split('@')
const owner = app.inPerson
const OWNER = 'whoever runs the provider'
oidc.accounts[OWNER] = { email: app.admin.email, email_verified: true }
const sessionOf = (jar: CookieJar) => jar.get(`${new URL(app.base_url).host} deskhand_session`)

let made = 0

/** Creates a provider of the owner's domain that links verified addresses; as the owner by default. */
async function setUpProvider(given: object = {}, by = owner): Promise<number> {
  const { issuer, client_id, client_secret } = oidc
  const identity_provider = {
    name: `Provider ${++made}`,
    issuer,
    client_id,
    client_secret,
    allowed_domains: [domain],
    link_by_verified_email: true,
    ...given,
  }
  const { status, body } = await by.post('/api/v2/identity_providers', { identity_provider })
  assert.equal(status, 201, JSON.stringify(body))
  return body.identity_provider.id
}

async function save(id: number, identity_provider: object, by = owner): Promise<void> {
  const { status, body } = await by.put(`/api/v2/identity_providers/${id}`, { identity_provider })
  assert.equal(status, 200, JSON.stringify(body))
}

/**
 * Signs in through a provider. Returns the final location and the browser's cookies. `during` runs while the browser is at the provider.
 */
async function signIn(id: number, subject = OWNER, during?: () => Promise<unknown>): Promise<{ location: string; jar: CookieJar }> {
  const jar: CookieJar = new Map()
  const going = await visit(jar, `${app.base_url}/access/sso/${id}?return_to=/admin`)
  assert.equal(going.status, 302, await going.text())
  const back = await passProvider(jar, going.headers.get('location') as string, subject)
  await during?.()
  const answer = await visit(jar, back)
  return { location: (answer.headers.get('location') as string).slice(app.base_url.length), jar }
}

const REFUSED = '/sign-in?refused=owner'

test('the owner trusts a provider by saving it active and linking, and stops trusting it by saving it otherwise', async () => {
  for (const ends of [{ active: false }, { link_by_verified_email: false }]) {
    const back = Object.fromEntries(Object.keys(ends).map((key) => [key, true]))
    // saving it inactive or not linking is no trust, whether an admin or the owner created it, and even if it was trusted before
    for (const by of [admin, owner]) {
      const id = await setUpProvider({}, by)
      assert.equal((await signIn(id)).location, by === owner ? '/admin' : REFUSED)
      await save(id, ends)
      await save(id, back, admin)
      assert.equal((await signIn(id)).location, REFUSED, `${JSON.stringify(ends)}, set up by the ${by === owner ? 'owner' : 'admin'}`)
      await save(id, { active: true })
      assert.equal((await signIn(id)).location, '/admin')
    }
  }
  const off = await setUpProvider({ active: false })
  await save(off, { active: true }, admin)
  assert.equal((await signIn(off)).location, REFUSED)
})

test('the owner no longer trusts a provider after another administrator changes it', async () => {
  const { client_id, client_secret } = oidc
  const changes: readonly (readonly [object, object?])[] = [
    [{ allowed_domains: [domain, 'more.example'] }],
    [{ allowed_domains: ['more.example'] }, { allowed_domains: [domain] }],
    [{ link_by_verified_email: false }, { link_by_verified_email: true }],
    [{ active: false }, { active: true }],
    [{ client_secret }],
    [{ client_id: 'another' }, { client_id }],
  ]
  for (const [change, back] of changes)
    for (const isLinked of [false, true]) {
      const id = await setUpProvider()
      if (isLinked) assert.equal((await signIn(id)).location, '/admin')
      await save(id, change, admin)
      if (back !== undefined) await save(id, back, admin)
      assert.equal((await signIn(id)).location, REFUSED, `${JSON.stringify(change)}, ${isLinked ? 'linked' : 'not linked'} before`)
    }
  const id = await setUpProvider()
  await save(id, { name: `Renamed ${++made}`, allowed_domains: [domain], active: true }, admin)
  assert.equal((await signIn(id)).location, '/admin')
})

test("when the owner's trust ends so does their link, and the audit log records it", async () => {
  const id = await setUpProvider()
  await signIn(id)
  await save(id, { allowed_domains: [domain, 'more.example'] }, admin)
  assert.deepEqual((await app.api.get(`/api/v2/identity_providers/${id}/links`)).body.identity_provider_links, [])
  const path = `/api/v2/audit_logs?filter[source_type]=identity_provider&filter[source_id]=${id}&sort=-created_at`
  const said = (await app.api.get(path)).body.audit_logs.map((entry: { change_description: string }) => entry.change_description)
  assert.ok(said.includes(`Unlinked user ${app.admin.id}: the owner no longer trusts the provider`), said.join('\n'))
})

const countLockWaits = defineStatement<{ total: number }>(
  "select count(*)::int as total from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
)
const holdRow = defineStatement<unknown>('select id from identity_providers where account_id = $1 and id = $2 for update')

test("concurrent saves see each other's changes", async () => {
  const id = await setUpProvider({}, admin)
  const { database } = app.database
  const held: { saves?: Promise<void> } = {}
  await database.transaction(async (db) => {
    await db.first(holdRow(app.account_id, id))
    held.saves = Promise.all([save(id, { active: false }), save(id, { name: `Renamed ${++made}` }, admin)]).then(() => undefined)
    while (((await database.first(countLockWaits())) as { total: number }).total < 2);
  })
  await held.saves
  const { active } = (await app.api.get(`/api/v2/identity_providers/${id}`)).body.identity_provider
  assert.equal(active, false)
})

test('deactivating or removing a provider ends the sessions opened through it, and no others', async () => {
  for (const end of [
    (id: number) => save(id, { active: false }, admin),
    (id: number) => owner.delete(`/api/v2/identity_providers/${id}`),
  ]) {
    const id = await setUpProvider({ allowed_domains: ['example.org'] })
    const other = await setUpProvider({ allowed_domains: ['example.org'] })
    const person = await make.agent()
    const subject = `subject-${person.id}`
    oidc.accounts[subject] = { email: person.email, email_verified: true }
    const signInThrough = async (provider: number) => {
      const cookie = `deskhand_session=${sessionOf((await signIn(provider, subject)).jar)}`
      return async () => (await app.as({}).get('/api/v2/users/me', { cookie })).body.user.id
    }
    const ended = await signInThrough(id)
    const goesOn = await signInThrough(other)
    assert.deepEqual([await ended(), await goesOn()], [person.id, person.id])
    await end(id)
    assert.deepEqual([await ended(), await goesOn()], [null, person.id])
    const path = `/api/v2/audit_logs?filter[source_type]=identity_provider&filter[source_id]=${id}&sort=-created_at`
    assert.match((await app.api.get(path)).body.audit_logs[0].change_description, /opened through it and ended: 1$/)
  }
})

test('a sign-in attempt during which its provider is changed is subject to the change', async () => {
  const off = await setUpProvider()
  const { location, jar } = await signIn(off, OWNER, () => save(off, { active: false }))
  assert.deepEqual([location, sessionOf(jar)], ['/sign-in?refused=over', undefined])
  const widened = await setUpProvider()
  assert.equal((await signIn(widened, OWNER, () => save(widened, { allowed_domains: [domain, 'more.example'] }, admin))).location, REFUSED)
})
