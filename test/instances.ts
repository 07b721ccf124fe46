/** Further accounts on the deployment under test, each with its own host. Not here: the first one (app.ts). */
import { addBootstrapToken, createAccount, type NewAccount } from '#accounts/create.ts'
import { ACCOUNTS_TOPIC } from '#accounts/directory.ts'
import { defineStatement } from '#db/builder.ts'
import { toJson } from '#db/types.ts'
import { personalToken } from './access.ts'
import { invalidateEverywhere, type TestApp } from './app.ts'
import { type Client, makeClient } from './client.ts'

/** An account with its owner. */
export interface TestInstance {
  readonly id: number
  readonly owner_id: number
  readonly host: string
  readonly email: string
  readonly token: string
  /** Calls the account as its owner, by token. */
  readonly api: Client
  /** Calls the account as its owner, in person. */
  readonly inPerson: Client
}

let made = 0

/** Creates an account `<subdomain>.localhost`; by default as at the first start, without limits. */
export async function putInstance(app: TestApp, given: Partial<NewAccount> = {}): Promise<TestInstance> {
  const mark = `instance${++made}`
  const subdomain = given.subdomain ?? mark
  const owner = { name: `Owner of ${subdomain}`, email: `owner@${subdomain}.example.com`, password_hash: null }
  const settings = { rate_limit: { plan: 'unlimited', endpoints: false } }
  const db = app.database.database
  const account = await createAccount(
    db,
    { subdomain, name: subdomain, kind: 'development', deployment: 'commercial', is_default: false, settings, owner, ...given },
    new Date(),
  )
  const token = `token-of-${subdomain}-0123456789`
  await addBootstrapToken(db, app.running.server.services.pepper, account, token, new Date())
  await invalidateEverywhere(app, ACCOUNTS_TOPIC)
  const host = given.host ?? `${subdomain}.localhost`
  const { email } = given.owner ?? owner
  const personal = { authorization: `Bearer ${await personalToken(app, account.id, account.owner_id)}` }
  const makeInstanceClient = (authorization: Record<string, string>) => hostClient(app.base_url, host, authorization)
  return { ...account, host, email, token, api: makeInstanceClient(basicToken(email, token)), inPerson: makeInstanceClient(personal) }
}

const setSettings = defineStatement<unknown>('update accounts set settings = $2 where id = $1')

/** Stores settings of an account; they are effective when this returns. */
export async function putSettings(app: TestApp, accountId: number, settings: Record<string, unknown>): Promise<void> {
  await app.database.database.run(setSettings(accountId, toJson(settings)))
  await invalidateEverywhere(app, ACCOUNTS_TOPIC)
}

/** The header of an API token. */
export function basicToken(email: string, token: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${email}/token:${token}`).toString('base64')}` }
}

/** A client that sends a given Host header. */
export function hostClient(base_url: string, host: string, defaultHeaders: Record<string, string> = {}): Client {
  return makeClient(base_url, { host, ...defaultHeaders })
}
