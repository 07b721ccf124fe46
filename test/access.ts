/** Helpers for tests of signing in: users in every state, settings of the account, and access tokens. */
import { randomBytes } from 'node:crypto'
import { ACCOUNTS_TOPIC } from '#accounts/directory.ts'
import { applySettingsChange } from '#accounts/settings.ts'
import { actorsTopic } from '#auth/actors.ts'
import { IN_PERSON } from '#auth/in_person.ts'
import { hashPassword } from '#auth/passwords.ts'
import { defineStatement } from '#db/builder.ts'
import { hashSecret, makeSecret } from '#core/secrets.ts'
import { invalidateEverywhere, type TestApp } from './app.ts'
import type { Client } from './client.ts'

const insertUser = defineStatement<{
  id: number
}>(`insert into users (account_id, name, email, role, verified, active, suspended, time_zone, locale, password_hash, created_at, updated_at)
  values ($1, $2, $2, $3, $4, $5, $6, 'UTC', 'en-US', $7, $8, $8) returning id`)
const insertIdentity = defineStatement<unknown>(
  `insert into user_identities (account_id, user_id, type, value, verified, "primary", created_at, updated_at) values ($1, $2, 'email', $3, $4, true, $5, $5)`,
)
const suspendUser = defineStatement<unknown>('update users set suspended = true where account_id = $1 and id = $2')
const readAccount = defineStatement<{ settings: unknown }>('select settings from accounts where id = $1')
const writeAccount = defineStatement<unknown>('update accounts set settings = $2, kind = coalesce($3, kind) where id = $1')
const writeDeployment = defineStatement<unknown>('update accounts set deployment = $2 where id = $1')
const findOwnerId = defineStatement<{ owner_id: number }>('select owner_id from accounts where id = $1')

/** The state of a user to create; by default one who may sign in. */
export interface Person {
  readonly role: 'end-user' | 'agent' | 'admin'
  readonly verified?: boolean
  readonly active?: boolean
  readonly suspended?: boolean
  readonly password?: string
}

/** Creates a user with a unique address. */
export async function putUser(app: TestApp, person: Person): Promise<{ id: number; email: string }> {
  const { role, verified = true, active = true, suspended = false, password } = person
  const email = `user-${randomBytes(4).toString('hex')}@example.com`
  const hash = password === undefined ? null : await hashPassword(password)
  const { database } = app.database
  const now = new Date()
  const { id } = await database.one(insertUser(app.account_id, email, role, verified, active, suspended, hash, now))
  await database.run(insertIdentity(app.account_id, id, email, verified, now))
  return { id, email }
}

/** Suspends a user, and invalidates the caches of every process. */
export async function suspend(app: TestApp, user_id: number): Promise<void> {
  const account_id = app.account_id
  await app.database.database.run(suspendUser(account_id, user_id))
  await invalidateEverywhere(app, actorsTopic(account_id))
}

/** The id of the account owner, who is the administrator of the tests. */
export async function ownerIdOf(app: TestApp): Promise<number> {
  return ((await app.database.database.first(findOwnerId(app.account_id))) as { owner_id: number }).owner_id
}

/** Changes settings of the account, or its kind, and invalidates the caches of every process. */
export async function setUp(app: TestApp, change: object, kind: 'production' | 'development' | null = null): Promise<void> {
  const { database } = app.database
  const id = app.account_id
  const { settings } = (await database.first(readAccount(id))) as { settings: unknown }
  await database.run(writeAccount(id, JSON.stringify(applySettingsChange(settings, change)), kind))
  await invalidateEverywhere(app, ACCOUNTS_TOPIC)
}

/** Puts the account on a deployment, and invalidates the caches of every process. */
export async function setDeployment(app: TestApp, deployment: 'commercial' | 'government'): Promise<void> {
  await app.database.database.run(writeDeployment(app.account_id, deployment))
  await invalidateEverywhere(app, ACCOUNTS_TOPIC)
}

/** The URL prefix of the issues of {@link trackIssues}. */
export const TRACKER = 'https://issues.example.com/'

/**
 * Makes the account accept issues of an external tracker as access requests, so that tests of tokens need no request of their own. The
 * owner may create tokens for them, and by the exceptions.
 */
export async function trackIssues(app: TestApp): Promise<void> {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const access_person = { duties: ['engineer', 'support_operations'] }
  const { status, body } = await app.inPerson.put(`/api/v2/access_people/${await ownerIdOf(app)}`, { access_person })
  if (status !== 200) throw new Error(`The owner was given no duties: ${JSON.stringify(body)}`)
}

let issues = 0

/** A new issue of {@link TRACKER}: each can be used for one token only. */
export function issueUrl(): string {
  return `${TRACKER}access/${5000 + ++issues}`
}

const insertClient = defineStatement<{
  id: number
}>(`insert into oauth_clients (account_id, user_id, name, identifier, kind, secret_hash, visible_secret,
    created_at, updated_at, may_act_in_person)
  values ($1, $2, 'In person', $3, 'public', $4, '', $5, $5, true) returning id`)
const insertToken =
  defineStatement<unknown>(`insert into oauth_tokens (account_id, client_id, user_id, scopes, granted_scopes, token_hash, visible_token,
    created_at, is_personal)
  values ($1, $2, $3, $4, $4, $5, '', $6, true)`)
const ALL_SCOPES = ['read', 'write']

/** An access token that acts in person, with a new client that is marked for it. `scopes`: those besides `in_person`. */
export async function personalToken(app: TestApp, accountId: number, userId: number, scopes = ALL_SCOPES): Promise<string> {
  const token = makeSecret('dho')
  const identifier = `in-person-${randomBytes(6).toString('hex')}`
  const hash = hashSecret(app.running.server.services.pepper, token)
  const { database } = app.database
  const now = new Date()
  const { id } = await database.one(insertClient(accountId, userId, identifier, hash, now))
  await database.run(insertToken(accountId, id, userId, [...scopes, IN_PERSON], hash, now))
  return token
}

/** Calls the API as a user in person, with a new access token of their own. */
export async function inPerson(app: TestApp, userId: number, scopes = ALL_SCOPES): Promise<Client> {
  return app.as({ bearer: await personalToken(app, app.account_id, userId, scopes) })
}
