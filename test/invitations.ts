/** Invites users, and reads the links in their mails. */
import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import type { Answer } from './client.ts'
import { getMailAsWritten } from './records.ts'

let invited = 0

/** Invites a user, as the administrator by default; returns the address and the response. */
export async function invite(
  app: TestApp,
  given: Record<string, unknown> = {},
  api = app.inPerson,
): Promise<{ email: string; answer: Answer }> {
  const email = `invited${++invited}@team.example`
  return { email, answer: await api.post('/api/v2/deskhand/team_members', { team_member: { name: 'Nora New', email, ...given } }) }
}

/** The token in the newest mail of a topic to an address. */
export async function tokenTo(app: TestApp, email: string, topic = 'password.invitation'): Promise<string> {
  const { body } = await getMailAsWritten(app, email, topic)
  const [, base, token = ''] = /^.*: (http\S+)\/set_password#(\S+)$/m.exec(body) ?? []
  assert.equal(base, app.base_url, body)
  return token
}
