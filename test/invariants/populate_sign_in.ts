/** Records of signing in: a second factor, its challenge, a previous password, and a provider with a linked user and a pending sign-on. */
import assert from 'node:assert/strict'
import { defineStatement } from '#db/builder.ts'
import type { TestApp } from '../app.ts'
import { hostClient, type TestInstance } from '../instances.ts'
import { codeNow } from '../session.ts'

const PASSWORDS = ['the first of two', 'the second of two'] as const

const link = defineStatement<unknown>(`insert into identity_provider_links (account_id, identity_provider_id, subject, user_id, created_at)
  values ($1, $2, $3, $4, $5)`)
const visit =
  defineStatement<unknown>(`insert into sso_visits (account_id, state_hash, browser_hash, identity_provider_id, return_to, expires_at)
  values ($1, sha256(convert_to($3, 'UTF8')), '', $2, $4, $5)`)

/** Creates them; each text contains `mark`. */
export async function populateSignIn(app: TestApp, instance: TestInstance, mark: string, tag: string): Promise<void> {
  const { api, inPerson, host, id } = instance
  const settings = await api.put('/api/v2/deskhand/settings', { settings: { security: { password: { history: 1 } } } })
  assert.equal(settings.status, 200, JSON.stringify(settings.body))
  const email = `signs.in.${tag}@example.org`
  const user = { name: `${mark} signs in`, email, role: 'agent', verified: true, password: PASSWORDS[0] }
  const userId: number = (await api.post('/api/v2/users', { user })).body.user.id
  await setUpSecondFactor(hostClient(app.base_url, host), email, userId)
  const provider = { name: `${mark} provider ${tag}`, issuer: 'https://127.0.0.1', client_id: mark, client_secret: mark }
  const made = await inPerson.post('/api/v2/identity_providers', { identity_provider: provider })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const providerId: number = made.body.identity_provider.id
  await app.database.database.run(link(id, providerId, `${mark} subject`, userId, new Date()))
  await app.database.database.run(visit(id, providerId, tag, `/${mark}`, new Date(Date.now() + 600_000)))
}

async function setUpSecondFactor(nobody: ReturnType<typeof hostClient>, email: string, userId: number): Promise<void> {
  const answer = await nobody.post('/access/sign_in', { email, password: PASSWORDS[0] })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] as string
  const headers = { cookie, 'x-csrf-token': answer.body.user.authenticity_token as string }
  const changed = { previous_password: PASSWORDS[0], password: PASSWORDS[1] }
  assert.equal((await nobody.put(`/api/v2/users/${userId}/password`, changed, headers)).status, 200)
  const path = '/api/v2/users/me/second_factor'
  const begun = await nobody.post(path, { second_factor: { password: PASSWORDS[1] } }, headers)
  const code = codeNow(begun.body.second_factor.secret)
  assert.equal((await nobody.post(`${path}/confirm`, { second_factor: { code } }, headers)).status, 200)
  assert.equal((await nobody.post('/access/sign_in', { email, password: PASSWORDS[1] })).status, 202)
}
