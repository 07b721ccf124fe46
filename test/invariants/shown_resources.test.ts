/**
 * What an answer shows, and the scopes it demands: an access token for macros, rules or webhooks reads no tickets through them. The shape of each
 * answer is searched for records; answers whose shape does not tell are listed.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRequiredScopes } from '#auth/scopes.ts'
import type { AnyRoute, Shown } from '#http/route.ts'
import { isObject } from '#lib/json.ts'
import { allRoutes } from '#app/routes.ts'
import { inPerson, ownerIdOf } from '../access.ts'
import { useApp } from '../app.ts'
import { makeWith } from '../make.ts'

const app = await useApp()
const make = makeWith(app.api)

/** Members by which a record is known, wherever it stands in an answer. */
const MARKS: readonly (readonly [Shown, readonly string[]])[] = [
  ['tickets', ['subject', 'status', 'requester_id']],
  ['tickets', ['html_body', 'plain_body']],
  ['users', ['email', 'role']],
  ['organizations', ['name', 'domain_names']],
]

function shownIn(shape: unknown, found = new Set<Shown>(), seen = new Set<unknown>()): Set<Shown> {
  if (typeof shape !== 'object' || shape === null || seen.has(shape)) return found
  seen.add(shape)
  if (isObject(shape) && isObject(shape.properties)) {
    const names = Object.keys(shape.properties)
    for (const [resource, members] of MARKS) if (members.every((member) => names.includes(member))) found.add(resource)
  }
  for (const part of Object.values(shape)) shownIn(part, found, seen)
  return found
}

/** Answers whose shape does not tell what they show: rows with chosen columns, samples, what was sent, and figures about chosen tickets. */
const UNTOLD: Readonly<Record<string, readonly Shown[]>> = {
  'rules/views/execute': ['tickets'],
  'rules/views/preview': ['tickets'],
  'rules/views/preview_count': ['tickets'],
  'rules/views/view_count': ['tickets'],
  'rules/views/count_many': ['tickets'],
  'rules/views/export': ['tickets'],
  'target_failures/index': ['tickets'],
  'target_failures/show': ['tickets'],
  'webhooks/attempts': ['tickets', 'users', 'organizations'],
  'dry_runs/triggers': ['tickets'],
  'dry_runs/automations': ['tickets'],
}

/** Families that show more by the public API: requests are tickets as their requesters see them, and to read is to side-load. */
const INCLUDED: Readonly<Record<string, readonly Shown[]>> = {
  requests: ['tickets', 'users', 'organizations'],
  tickets: ['users', 'organizations'],
  users: ['organizations'],
  groups: ['users'],
  organizations: ['users'],
}

const scoped = allRoutes.filter(({ scope }) => scope !== null && scope !== '')

/** What a route shows beyond its own scope, without what comes with that. */
function findExtraResources(route: AnyRoute): Shown[] {
  const { scope, shows = [] } = route
  const broughtAlong = shows.flatMap((one) => INCLUDED[one] ?? []).filter((one) => !shows.includes(one))
  const own = [scope, ...(INCLUDED[scope ?? ''] ?? []), ...broughtAlong]
  return [...new Set([...shownIn(route.answer), ...(UNTOLD[route.name] ?? [])])].filter((resource) => !own.includes(resource)).toSorted()
}

test('what an answer shows beyond the scope of its route, the route demands to read', () => {
  const faults = scoped
    .map((route) => ({
      name: `${route.method} ${route.path}`,
      shows: findExtraResources(route),
      declared: [...(route.shows ?? [])].toSorted(),
    }))
    .filter(({ shows, declared }) => shows.join() !== declared.join())
  assert.deepEqual(faults, [])
  for (const name of Object.keys(UNTOLD))
    assert.ok(
      scoped.some((route) => route.name === name),
      name,
    )
})

test('a token for the scope of a route alone is refused where its answer shows more', async () => {
  const owner = await ownerIdOf(app)
  const showing = scoped.filter(({ shows = [] }) => shows.length > 0)
  assert.ok(showing.length >= 13)
  for (const route of showing) {
    const path = route.path.replaceAll(/:\w+/g, '1')
    const call = async (scopes: string[]) => {
      const client = await inPerson(app, owner, scopes)
      return route.method === 'GET' ? client.get(path) : client[route.method.toLowerCase() as 'post'](path, {})
    }
    const refused = await call([route.scope ?? ''])
    const [first] = route.shows ?? []
    const lacks = `You are missing the following required scopes: ${listRequiredScopes(first ?? '', 'read').join(', ')}`
    assert.equal(refused.status, 403, path)
    assert.ok(JSON.stringify(refused.body).includes(lacks), `${path} ${JSON.stringify(refused.body)}`)
    assert.notEqual((await call([route.scope ?? '', ...(route.shows ?? []).map((one) => `${one}:read`)])).status, 403, path)
  }
})

test('a macro is proposed from a ticket, and records are looked up, for tokens that may read these', async () => {
  const owner = await ownerIdOf(app)
  const ticket = await make.ticket({ subject: 'Not for macros' })
  const macros = await inPerson(app, owner, ['macros'])
  const refused = await macros.get(`/api/v2/macros/new?ticket_id=${ticket.id}`)
  assert.deepEqual([refused.status, JSON.stringify(refused.body).includes('Not for macros')], [403, false])
  assert.equal((await macros.get('/api/v2/macros/new')).status, 400)
  assert.equal(
    (await (await inPerson(app, owner, ['macros', 'tickets:read'])).get(`/api/v2/macros/new?ticket_id=${ticket.id}`)).status,
    200,
  )
  const tickets = await inPerson(app, owner, ['tickets:read'])
  for (const [type, scope] of [
    ['zen:user', 'users'],
    ['zen:organization', 'organizations'],
    ['zen:custom_object:ship', 'custom_objects'],
  ] as const) {
    const answer = await tickets.get(`/api/v2/zen:user/${owner}/relationship_fields/1/${type}`)
    assert.equal(answer.status, 403, type)
    assert.match(answer.body.description, new RegExp(`${scope}:read`))
  }
})
