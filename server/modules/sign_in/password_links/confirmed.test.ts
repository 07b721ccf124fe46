/** Addresses that a program has given to staff: those who read their mail must not become their user. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor, waitUntilNoneOf } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const PASSWORD = 'the password until now'

let made = 0
const newAddress = () => `stranger${++made}@example.org`
const ask = (email: string) => app.as({}).post('/access/forgotten_password', { forgotten_password: { email } })
const linksTo = async (email: string) =>
  (await app.api.get('/api/v2/deskhand/mails?page[size]=100')).body.mails.filter(
    ({ to, topic }: { to: string; topic: string }) => to === email && topic === 'password.link',
  ).length
const lastEntry = async (id: number) =>
  (await app.api.get(`/api/v2/audit_logs?filter[source_type]=user&filter[source_id]=${id}`)).body.audit_logs[0].change_description
async function waitForRefusal(id: number): Promise<void> {
  // an entry may be that of an earlier job
  await waitUntilNoneOf(app, 'mail_password_link')
  assert.match(await lastEntry(id), /not sent: a program has set the address/)
}

/** Gives an agent a verified address by a program, by default as their primary one; returns the id of the identity. */
async function giveAddress(id: number, value: string, primary = true): Promise<number> {
  const { body } = await app.api.post(`/api/v2/users/${id}/identities`, { identity: { type: 'email', value, verified: true, primary } })
  return body.identity.id
}

/** The ways in which a program can give an address to a user. */
const WAYS: Readonly<Record<string, (id: number, email: string) => Promise<{ status: number }>>> = {
  'as their primary one': (id, value) =>
    app.api.post(`/api/v2/users/${id}/identities`, { identity: { type: 'email', value, verified: true, primary: true } }),
  'as another one': (id, value) => app.api.post(`/api/v2/users/${id}/identities`, { identity: { type: 'email', value, verified: true } }),
  'in place of their own': async (id, value) => {
    const [own] = (await app.api.get(`/api/v2/users/${id}/identities`)).body.identities
    return app.api.put(`/api/v2/users/${id}/identities/${own.id}`, { identity: { value, verified: true } })
  },
  'while they are made an end user for a moment': async (id, value) => {
    assert.equal((await app.api.put(`/api/v2/users/${id}`, { user: { role: 'end-user' } })).status, 200)
    await giveAddress(id, value)
    return app.api.put(`/api/v2/users/${id}`, { user: { role: 'agent' } })
  },
  'by a change of the user': (id, email) => app.api.put(`/api/v2/users/${id}`, { user: { email, verified: true } }),
}

for (const [how, give] of Object.entries(WAYS))
  test(`an address that a program gives to an agent ${how} leads to no password until it is confirmed in person`, async () => {
    const { id } = await make.agent({ password: PASSWORD })
    const email = newAddress()
    assert.ok([200, 201].includes((await give(id, email)).status))
    const { identities } = (await app.api.get(`/api/v2/users/${id}/identities`)).body
    const identity = identities.find((one: { value: string }) => one.value === email)
    assert.equal((await app.api.put(`/api/v2/users/${id}/identities/${identity.id}/verify`)).status, 200)
    await ask(email)
    await waitForRefusal(id)
    assert.equal(await linksTo(email), 0)
    assert.equal((await app.inPerson.put(`/api/v2/users/${id}/identities/${identity.id}`, { identity: { verified: true } })).status, 200)
    assert.equal((await app.inPerson.put(`/api/v2/users/${id}/identities/${identity.id}/make_primary`)).status, 200)
    await ask(email)
    await waitFor(() => linksTo(email), 1)
  })

test('a token that acts as its user in their own account gives them no confirmed address either', async () => {
  const { id, email: own } = await make.user({ role: 'admin', password: PASSWORD })
  const asThem = app.as({ email: own, token: app.admin.token })
  const email = newAddress()
  const identity = { type: 'email', value: email, verified: true, primary: true }
  assert.equal((await asThem.post(`/api/v2/users/${id}/identities`, { identity })).status, 201)
  for (const asked of [email, own]) {
    await ask(asked)
    await waitForRefusal(id)
  }
  assert.equal(await linksTo(email), 0)
  const refused = await app.inPerson.post(`/api/v2/users/${id}/password/link`)
  assert.equal(refused.status, 422)
  assert.match(refused.body.details.base[0].description, /a program has set the address/)
  const wrong = { password_link: { address: own } }
  assert.deepEqual(Object.keys((await app.inPerson.post(`/api/v2/users/${id}/password/link`, wrong)).body.details), ['address'])
  // their own address is theirs again
  const known = (await app.api.get(`/api/v2/users/${id}/identities`)).body.identities
  const before = known.find((one: { value: string }) => one.value === own)
  assert.equal(
    (await app.as({ email: own, password: PASSWORD }).put(`/api/v2/users/${id}/identities/${before.id}/make_primary`)).status,
    200,
  )
  await ask(own)
  await waitFor(() => linksTo(own), 1)
})

test('an administrator who names the address confirms it by mailing a link to it', async () => {
  const { id } = await make.agent({ password: PASSWORD })
  const email = newAddress()
  await giveAddress(id, email)
  const sent = await app.inPerson.post(`/api/v2/users/${id}/password/link`, { password_link: { address: email.toUpperCase() } })
  assert.deepEqual([sent.status, sent.body.password_link.email], [200, email])
  assert.equal(await linksTo(email), 1)
  await ask(email)
  await waitFor(() => linksTo(email), 2)
})

test('their user confirms an address that a program has made the primary one by making it that again', async () => {
  const { id, email: own } = await make.agent({ password: PASSWORD })
  const email = newAddress()
  const identity = await giveAddress(id, email)
  assert.equal(
    (await app.as({ email: own, password: PASSWORD }).put(`/api/v2/users/${id}/identities/${identity}/make_primary`)).status,
    200,
  )
  await ask(email)
  await waitFor(() => linksTo(email), 1)
})

test('neither calling it unverified nor losing another one confirms an address', async () => {
  const { id } = await make.agent({ password: PASSWORD })
  const email = newAddress()
  const identity = await giveAddress(id, email, false)
  const path = `/api/v2/users/${id}/identities`
  assert.equal((await app.inPerson.put(`${path}/${identity}`, { identity: { verified: false } })).status, 200)
  assert.equal((await app.api.put(`${path}/${identity}/verify`)).status, 200)
  await ask(email)
  await waitForRefusal(id)
  const own = (await app.api.get(path)).body.identities.find((one: { primary: boolean }) => one.primary)
  assert.equal((await app.inPerson.delete(`${path}/${own.id}`)).status, 204)
  await ask(email)
  await waitForRefusal(id)
  assert.equal(await linksTo(email), 0)
})

test('an agent whom a program creates, and end users, have the addresses that it gives them', async () => {
  const agent = await make.agent({ password: PASSWORD })
  await ask(agent.email)
  await waitFor(() => linksTo(agent.email), 1)
  const customer = await make.user({ password: PASSWORD })
  const email = newAddress()
  const identity = { type: 'email', value: email, verified: true, primary: true }
  assert.equal((await app.api.post(`/api/v2/users/${customer.id}/identities`, { identity })).status, 201)
  await ask(email)
  await waitFor(() => linksTo(email), 1)
})
