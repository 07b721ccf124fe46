/**
 * Invariant: which role is refused what. Every route is called on existing records by a signed-in user of each role;
 * server/modules/api_reference/openapi/roles.txt has a line for each route that refuses one of them, with a star where it does so whether
 * or not the record exists, so that its existence is not revealed; no other route refuses anyone. DESKHAND_WRITE_ROLES=1 rewrites the file:
 * review its changes.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ROLE_FLAGS, ROLE_WORDS } from '#accounts/role_configuration.ts'
import type { AnyRoute } from '#http/route.ts'
import { allRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import type { Client } from '../client.ts'
import { putSettings } from '../instances.ts'
import { putPerson } from '../records.ts'
import { sessionFor } from '../system.ts'
import { fillPath, pathInputs, plainBody, queryInputs } from './input_fields.ts'
import { firstInstance, type IdsByTable, newestIdsOf, populate } from './populate.ts'

const TABLE = join(import.meta.dirname, '../../server/modules/api_reference/openapi/roles.txt')
const WRITES = process.env.DESKHAND_WRITE_ROLES === '1'
/** `bare agent`: has a custom role with every permission off, except that they see and comment on tickets. */
const ROLES = ['end user', 'bare agent', 'agent'] as const
type Role = (typeof ROLES)[number]

const app = await useApp({}, { own: true }) // fills the first instance
const callers = new Map<Role, { readonly id: number; readonly api: Client }>()

before(async () => {
  await putSettings(app, 1, { rate_limit: { plan: 'unlimited', endpoints: false } })
  const off = Object.fromEntries([
    ...Object.entries(ROLE_WORDS).map(([name, words]) => [name, words.at(-1)]),
    ...ROLE_FLAGS.map((name) => [name, false]),
  ])
  const configuration = { ...off, ticket_access: 'all', ticket_comment_access: 'public' }
  const { status, body } = await app.api.post('/api/v2/custom_roles', { custom_role: { name: 'Bare', configuration } })
  assert.equal(status, 201, JSON.stringify(body))
  for (const role of ROLES) {
    const { id } = await putPerson(app, { role: role === 'end user' ? 'end-user' : 'agent' })
    if (role === 'bare agent')
      assert.equal((await app.api.put(`/api/v2/users/${id}`, { user: { custom_role_id: body.custom_role.id } })).status, 200)
    callers.set(role, { id, api: await sessionFor(app, id) })
  }
  await populate(app, firstInstance(app), 'Roles')
})

/** Ids of no existing record. */
const MISSING_IDS: IdsByTable = new Map()

/** Resources whose path differs from the name of their table. */
const TABLE_OF: Readonly<Record<string, string>> = { custom_status: 'custom_statuses' }

/** Query parameters without which a route does nothing. */
const QUERY: Readonly<Record<string, (ids: IdsByTable, table: string) => string | number>> = {
  ids: (ids, table) => ids.get(table)?.at(-1) ?? 1,
  start_time: () => 0,
  query: () => 'x',
  name: () => 'x',
}

/** Members of bodies in addition to those of {@link plainBody}. */
const BODY: Readonly<Record<string, object>> = {
  '/api/v2/channels/voice/tickets': { ticket: { via_id: 45, comment: { body: 'Hello' } } },
  '/api/v2/it_asset_management/assets/jobs': { job: { action: 'create', items: [{ name: 'x' }] } },
  '/api/v2/custom_objects/:custom_object_key/jobs': { job: { action: 'create', items: [{ name: 'x' }] } },
}

function bodyOf(route: AnyRoute, ids: IdsByTable): unknown {
  const body = BODY[route.path] ?? plainBody(route)
  const id = ids.get(TABLE_OF[resourceOf(route)] ?? resourceOf(route))?.at(-1) ?? 1
  return typeof body === 'object' && body !== null && 'ids' in body
    ? { ...body, ids: typeof body.ids === 'string' ? String(id) : [id] }
    : body
}

async function tryRoute(route: AnyRoute, api: Client, ids: IdsByTable): Promise<{ refused: boolean; wrote: boolean }> {
  const path = fillPath(route, ({ table }) => ids.get(table as string)?.at(-1) ?? (ids === MISSING_IDS ? 999_999_999 : 1))
  const query = queryInputs(route)
    .filter(({ name }) => Object.hasOwn(QUERY, name))
    .map(({ name }) => `${name}=${(QUERY[name] as (typeof QUERY)[string])(ids, resourceOf(route))}`)
  const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  const url = [path, ...query].join('?').replace(/(\?.*)\?/g, '$1&')
  const { status } = method === 'get' ? await api.get(url) : await api[method](url, bodyOf(route, ids))
  assert.notEqual(status, 401, `${route.method} ${url}`)
  return { refused: status === 403, wrote: method !== 'get' && status < 400 }
}

const called = allRoutes.filter(
  ({ anonymous, credentials, path }) => anonymous !== true && credentials !== 'none' && !path.endsWith('/logout'),
)
/** The segment after the version, which names the resource. */
const resourceOf = ({ path }: AnyRoute) => path.replace(/^\/(?:api\/v2|api\/scim\/v2|access|oauth)\//, '').split('/', 1)[0] as string
const lineOf = ({ method, path }: AnyRoute, refused: readonly string[]) => `${method.padEnd(6)} ${path}  ${refused.join(', ')}`

const table = WRITES ? [] : readFileSync(TABLE, 'utf8').trim().split('\n')
const written: string[] = []

for (const resource of [...new Set(called.map(resourceOf))].toSorted())
  test(`${resource}: who is refused`, async () => {
    const routes = called.filter((route) => resourceOf(route) === resource)
    const refusing = new Map<AnyRoute, string[]>()
    for (const [role, { id, api }] of callers) {
      let ids = await newestIdsOf(app, 1)
      for (const route of routes) {
        const unseen = pathInputs(route).length > 0 && (await tryRoute(route, api, MISSING_IDS)).refused
        const { refused, wrote } = await tryRoute(route, api, ids)
        if (refused) refusing.set(route, [...(refusing.get(route) ?? []), unseen ? `${role}*` : role])
        if (wrote) ids = await newestIdsOf(app, 1)
      }
      assert.equal((await api.get('/api/v2/users/me')).body.user.id, id, `the ${role} is still signed in`)
    }
    const lines = [...refusing].map(([route, refused]) => lineOf(route, refused))
    written.push(...lines)
    if (WRITES) return
    const own = new Set(routes.map((route) => lineOf(route, [])))
    assert.deepEqual(lines.toSorted(), table.filter((line) => own.has(`${line.slice(0, line.indexOf('  ', 7))}  `)).toSorted())
  })

test('the table contains no route that does not exist', () => {
  const paths = new Set(called.map((route) => lineOf(route, [])))
  assert.deepEqual(
    table.filter((line) => !paths.has(`${line.slice(0, line.indexOf('  ', 7))}  `)),
    [],
  )
})

after(() => {
  if (WRITES) writeFileSync(TABLE, `${written.toSorted().join('\n')}\n`)
})
