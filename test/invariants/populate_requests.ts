/** A satisfaction rating, and a suspended anonymous request with a file. */
import assert from 'node:assert/strict'
import type { TestApp } from '../app.ts'
import { hostClient, type TestInstance } from '../instances.ts'

/** Creates them; each text contains `mark`. `agent` is a user in whose name no anonymous caller may write. */
export async function populateRequests(
  app: TestApp,
  { api, host }: TestInstance,
  mark: string,
  agent: { id: number; email: string },
): Promise<void> {
  const solved = { subject: `${mark} solved`, comment: { body: mark }, status: 'solved', assignee_id: agent.id }
  const { ticket } = (await api.post('/api/v2/tickets', { ticket: solved })).body
  const satisfaction_rating = { score: 'bad', comment: `${mark} rating` }
  const rated = await api.post(`/api/v2/tickets/${ticket.id}/satisfaction_rating`, { satisfaction_rating })
  assert.equal(rated.status, 200, JSON.stringify(rated.body))
  const stranger = hostClient(app.base_url, host)
  const { token } = JSON.parse((await stranger.post(`/api/v2/uploads?filename=${mark}.txt`, `${mark} file`)).body).upload
  const comment = { body: mark, uploads: [token] }
  const request = { subject: `${mark} waits`, comment, requester: { name: `${mark} stranger`, email: agent.email } }
  const sent = await stranger.post('/api/v2/requests', { request })
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
}
