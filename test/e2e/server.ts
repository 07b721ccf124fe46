// The server under test: the real application with an administrator, an agent and no API token.
// Does not belong here: the browser (browser.ts), assertions.

import assert from 'node:assert/strict'
import { trackIssues } from '../access.ts'
import { openInstance, startTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import type { Client } from '../client.ts'

export interface Person {
  email: string
  password: string
}

export interface TestServer {
  base_url: string
  admin: Person
  /** An agent who is not an administrator. */
  agent: Person
  /** Creates active tokens described as `https://issues.example.com/access/1` and so on up to `count`, the last the newest. */
  make_api_tokens: (count: number) => Promise<void>
  /** The application itself, for the parts of a story outside the page. */
  app: TestApp
  stop: () => Promise<void>
}

/** Opens an instance of the application of the process, or starts one with `env`; the caller stops it. */
export async function startTestServer(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const isOwn = Object.keys(env).length > 0
  const app = isOwn ? await startTestApp({ DESKHAND_API_TOKEN: '', ...env }) : await openInstance({ withoutToken: true })
  const { email, password } = app.admin
  const client = app.as({ email, password })
  await trackIssues(app)
  return {
    base_url: app.base_url,
    admin: { email, password },
    agent: await makeAgent(client),
    make_api_tokens: (count) => insertApiTokens(app, count),
    app,
    stop: () => app.stop(),
  }
}

async function makeAgent(client: Client): Promise<Person> {
  const agent = { email: 'agent@example.com', password: 'correct horse battery' }
  await create(client, '/api/v2/users', {
    user: { name: 'Agent', email: agent.email, role: 'agent', password: agent.password, verified: true },
  })
  return agent
}

/** Inserts rows directly, to exceed the limit of 256 as accounts older than the limit may. The token values are unknown. */
async function insertApiTokens(app: TestApp, count: number): Promise<void> {
  await app.database.database.driver`
    insert into api_tokens (account_id, user_id, description, token_hash, visible_token, created_at, updated_at)
    select u.account_id, u.id, 'https://issues.example.com/access/' || n, sha256(convert_to(n::text, 'UTF8')), 'dhp_test…' || lpad(n::text, 4, '0'), at, at
    from (select account_id, id from users where account_id = ${app.account_id} and id = ${app.admin.id}) u,
      generate_series(1, ${count}::int) n, lateral (select now() - (${count}::int - n) * interval '1 hour' as at) t`
}

async function create(client: Client, path: string, body: unknown): Promise<void> {
  const { status, body: answer } = await client.post(path, body)
  assert.equal(status, 201, `POST ${path} answered ${status}: ${JSON.stringify(answer)}`)
}
