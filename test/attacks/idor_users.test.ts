/**
 * Attack: request the records of other users by their ids. Isolation between accounts is tested in
 * test/invariants/tenant_isolation.test.ts, and end users in test/invariants/credentials.test.ts. Here: an agent who is not involved finds
 * nothing that is private to other users or reserved for administrators. New routes count as private until they are
 * listed among those that all agents use.
 */
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { defineStatement } from '#db/builder.ts'
import type { AnyRoute } from '#http/route.ts'
import { allRoutes } from '#app/routes.ts'
import { inPerson } from '../access.ts'
import { useApp } from '../app.ts'
import type { Answer, Client } from '../client.ts'
import { createAcceptedRequest } from '../governance.ts'
import { fillPath, pathInputs, plainBody } from '../invariants/input_fields.ts'
import { firstInstance, idsOf, type IdsByTable, waitForJobs, populate } from '../invariants/populate.ts'
import { putPerson } from '../records.ts'
import { sessionFor } from '../system.ts'

const app = await useApp({}, { own: true }) // fills the first instance
const { database } = app.database
const MARK = 'Fremdsache'

/** Routes that all agents use, by path prefix; and, below it, exceptions that are private. */
const ROUTES_OF_ALL_AGENTS =
  /^\/api\/v2\/(?:account|agent_availabilities|attachments|autocomplete|automations|bookmarks|brands|business_hours|channels\/voice|chat_\w+|comment_redactions|custom_\w+|deleted_tickets|deleted_users|deskhand\/(?:custom_objects|tickets)|dynamic_content|email_notifications|end_users|group_memberships|group_slas|groups|it_asset_management|job_statuses|locales|macros|openapi|organization_\w+|organizations|problems|queues|recipient_addresses|requests|routing|sharing_agreements|skips|slas|suspended_tickets|tags|targets|task_list_\w+|ticket_\w+|tickets|trigger_categories|triggers|user_fields|users|views|workspaces)(?:\/|$)/
const NOT_OF_ALL = /\/(?:sessions|second_factor|password|oauth)(?:\/|$)|^\/api\/v2\/deleted_users/
/** Routes open to every user, because they contain no data of others. */
const ROUTES_OF_EVERYONE = [
  'GET /api/v2/access_people', // staff may know who decides on access
  'GET /api/v2/access_people/:user_id',
  'GET /api/v2/access_requests/new', // staff may know who could take the steps of a request
  'GET /api/v2/integrations/kinds',
  'GET /api/v2/users/:user_id/password/requirements',
  'GET /api/v2/deskhand/settings',
  'GET /api/v2/deleted_users',
  'GET /api/v2/deleted_users/:id',
  'GET /api/v2/deleted_users/count',
]
const nameOf = (route: AnyRoute) => `${route.method} ${route.path}`
const isGuarded = (route: AnyRoute) => route.credentials !== 'none' && route.anonymous !== true
const PRIVATE = allRoutes.filter(
  (route) =>
    isGuarded(route) &&
    (!ROUTES_OF_ALL_AGENTS.test(route.path) || NOT_OF_ALL.test(route.path)) &&
    !ROUTES_OF_EVERYONE.includes(nameOf(route)),
)

let ids: IdsByTable
let clients: Client[]
let uninvolved: { readonly id: number; readonly email: string }

before(async () => {
  await populate(app, firstInstance(app), MARK)
  await createAcceptedRequest(app, { title: `${MARK} accepted` })
  ids = await idsOf(app, 1)
  uninvolved = await putPerson(app, { role: 'agent', name: 'Nosy' })
})

/** The tests may end the agent's own sessions and tokens, so each test gets new ones. */
beforeEach(async () => {
  clients = [
    app.as({ email: uninvolved.email, token: app.admin.token }),
    await inPerson(app, uninvolved.id),
    await sessionFor(app, uninvolved.id),
  ]
})

async function call(route: AnyRoute, client: Client, path: string): Promise<Answer> {
  const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  return method === 'get' ? client.get(path) : client[method](path, plainBody(route) ?? {})
}

/** The paths of a route with every id for its last parameter, and any id for the others; the agent's own user id is left out. */
function listPaths(route: AnyRoute): string[] {
  const places = pathInputs(route)
  const last = places.at(-1)
  if (last === undefined) return [route.path]
  const found = (last.table === null ? [1] : (ids.get(last.table) ?? [])).filter((id) => last.table !== 'users' || id !== uninvolved.id)
  return found.map((id) => fillPath(route, (place, index) => (index === places.length - 1 ? id : (ids.get(place.table ?? '')?.[0] ?? 1))))
}

const TABLES = [
  'access_requests',
  'access_request_events',
  'shared_secrets',
  'api_tokens',
  'oauth_clients',
  'oauth_tokens',
  'sessions',
  'integrations',
  'identity_providers',
  'access_people',
  'second_factors',
]

async function readRows(): Promise<Set<string>> {
  const found = new Set<string>()
  for (const table of TABLES)
    for (const { text } of await database.all(
      defineStatement<{ text: string }>(
        `select (to_jsonb(t) - 'last_used_at' - 'used_at' - 'alerted_at' - 'last_seen_at')::text as text from ${table} t where t.account_id = $1`,
      )(1),
    ))
      found.add(`${table} ${text}`)
  return found
}

test('the private routes include those that matter most', () => {
  const names = PRIVATE.map(nameOf)
  for (const part of [
    'access_requests/:id',
    'shared_secrets/:id',
    'users/:user_id/sessions/:id',
    'oauth/tokens/:id',
    'second_factor',
    'deskhand/mails/:id',
    'access_requests/:id/comments',
    'integrations/:id',
    'api_tokens/:id/impact',
    'audit_logs/export',
    'identity_providers',
    'scim',
  ])
    assert.ok(
      names.some((name) => name.includes(part)),
      part,
    )
  assert.ok(PRIVATE.length > 80, String(PRIVATE.length))
})

test('an uninvolved agent reads and changes nothing that is private to others, whatever ids they try', async () => {
  const before = await readRows()
  const wrong: string[] = []
  for (const route of PRIVATE) {
    for (const path of listPaths(route))
      for (const client of clients) {
        const answer = await call(route, client, path)
        const text = JSON.stringify(answer.body ?? '')
        if (answer.status >= 500 || text.includes(MARK)) wrong.push(`${route.method} ${path}: ${answer.status} ${text.slice(0, 200)}`)
      }
  }
  await waitForJobs(app)
  assert.deepEqual(wrong, [])
  const after = await readRows()
  const own = new RegExp(`"(?:sender_id|requester_id|user_id|actor_id)": ${uninvolved.id}\\b`)
  assert.deepEqual(
    [...before].filter((row) => !after.has(row) && !own.test(row)),
    [],
    'changed or gone',
  )
  assert.deepEqual(
    [...after].filter((row) => !before.has(row) && !own.test(row)),
    [],
    'made',
  )
})

/** Routes with an id that may respond other than 404, because staff may know that the records exist. */
const MAY_REVEAL_EXISTENCE =
  /^\/api\/v2\/(?:api_tokens|incremental|oauth\/clients|oauth\/global_clients|identity_providers|access_people|audit_logs|deskhand|users)(?:\/|$)|^\/api\/scim\//

test('a record of another user gets the same response as a missing one', async () => {
  for (const route of PRIVATE.filter(
    (each) => pathInputs(each).some(({ table }) => table !== null) && !MAY_REVEAL_EXISTENCE.test(each.path),
  )) {
    const missingPath = fillPath(route, () => '888888888')
    for (const client of clients) {
      const expected = await call(route, client, missingPath)
      for (const path of listPaths(route)) {
        const answer = await call(route, client, path)
        assert.deepEqual([answer.status, answer.body], [expected.status, expected.body], `${route.method} ${path}`)
      }
      assert.ok([400, 403, 404, 422].includes(expected.status), `${route.method} ${missingPath}: ${expected.status}`)
    }
  }
})

test("a user's secrets, sessions, tokens, requests and second factors are not found by another user of the same role", async () => {
  const one = await putPerson(app, { role: 'agent' })
  const other = await putPerson(app, { role: 'agent' })
  const mine = await sessionFor(app, one.id)
  const theirs = await sessionFor(app, other.id)
  const shared_secret = { reader_id: one.id, label: 'Mine', value: 'the value' }
  const { id } = (await app.api.post('/api/v2/shared_secrets', { shared_secret })).body.shared_secret
  assert.equal((await theirs.get(`/api/v2/shared_secrets/${id}`)).status, 404)
  assert.equal((await theirs.post('/api/v2/shared_secrets/open', { open: { id } })).status, 404)
  assert.equal((await theirs.delete(`/api/v2/shared_secrets/${id}`)).status, 404)
  assert.equal((await mine.get(`/api/v2/shared_secrets/${id}`)).status, 200)
  const [session] = (await mine.get('/api/v2/sessions')).body.sessions
  for (const path of [`/api/v2/users/${one.id}/sessions`, `/api/v2/users/${one.id}/sessions/${session.id}`]) {
    assert.ok([403, 404].includes((await theirs.get(path)).status), path)
    assert.ok([403, 404].includes((await theirs.delete(path)).status), path)
  }
  assert.ok(![...(await theirs.get('/api/v2/sessions')).body.sessions].some((each) => each.user_id === one.id))
  assert.equal((await mine.get('/api/v2/users/me')).body.user.id, one.id)
  for (const path of ['second_factor', 'password']) assert.ok((await theirs.delete(`/api/v2/users/${one.id}/${path}`)).status >= 400, path)
})
