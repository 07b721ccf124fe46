/**
 * Invariant: an agent who is restricted to their organizations sees no other people. No route shows the name or an address of such a
 * person, whatever ids are in its path and whatever its query contains, and no body can refer to one: it is answered as if the person did
 * not exist.
 */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { actorsTopic } from '#auth/actors.ts'
import { defineStatement } from '#db/builder.ts'
import type { AnyRoute } from '#http/route.ts'
import { allRoutes } from '#app/routes.ts'
import { inPerson } from '../access.ts'
import { invalidateEverywhere, useApp } from '../app.ts'
import type { Answer, Client } from '../client.ts'
import { makeWith } from '../make.ts'
import { drawSample } from '../sweep.ts'
import { bodyInputs, fillPath, kindOf, pathInputs, plainBody, queryInputs } from './input_fields.ts'
import { firstInstance, idsOf, type IdsByTable, waitForJobs, populate, whenJobsAllow } from './populate.ts'

const app = await useApp({}, { own: true }) // fills the first instance
const { database } = app.database
const make = makeWith(app.api)
/** Contained in every text of every end user, and nowhere else. */
const SECRET = /verborgen/i
const MODULES = join(import.meta.dirname, '../../server/modules')
const NOBODY = 888_888_888
const INCLUDE =
  'users,organizations,groups,identities,abilities,roles,comments,last_audits,audits,tickets,open_ticket_count,ticket_fields,metric_sets'

let ids: IdsByTable
let hidden: readonly { readonly id: number; readonly email: string | null; readonly name: string; readonly external_id: string | null }[]
let clients: readonly Client[]
let own: { readonly organization: number; readonly ticket: number }

const conceal = [
  `update users set name = 'Verborgen ' || id, email = case when email is null then null else 'verborgen' || id || '@example.org' end,
    external_id = 'verborgen-' || id, phone = null, details = 'verborgen', notes = 'verborgen', alias = 'verborgen'
  where account_id = $1 and role = 'end-user'`,
  `update user_identities i set value = 'verborgen' || case when i."primary" then i.user_id::text || '@example.org' else '.' || i.id || '@example.com' end
  where i.account_id = $1 and i.type = 'email' and exists (select 1 from users u where u.account_id = $1 and u.id = i.user_id and u.role = 'end-user')`,
]

/** Hidden people in further places: copied on tickets and as requesters, with a manager, in a rating, in the results of a job. */
async function moreOfThem(): Promise<void> {
  const asks = await make.user()
  const copied = await make.user()
  const comment = { body: 'Hello', author_id: asks.id }
  await make.ticket({ requester_id: asks.id, collaborator_ids: [copied.id], comment })
  await make.ticket({ requester: { name: 'Said by name', email: 'said@example.org' } })
  const manager_id = app.admin.id
  for (const { id } of [asks, copied]) await app.inPerson.put(`/api/v2/access_people/${id}`, { access_person: { manager_id } })
  const users = ['one', 'two'].map((each) => ({
    name: 'verborgen',
    email: `verborgen.${each}@example.org`,
    external_id: `verborgen-${each}`,
  }))
  assert.equal((await app.api.post('/api/v2/users/create_many', { users })).status, 200)
  await waitForJobs(app)
}

before(async () => {
  // the ids of people are used by no other record
  await database.driver.unsafe("select setval(pg_get_serial_sequence('users', 'id'), 7000000)")
  await populate(app, firstInstance(app), 'Bekannt')
  await moreOfThem()
  for (const text of conceal) await database.run(defineStatement<unknown>(text)(1))
  hidden = await database.all(
    defineStatement<(typeof hidden)[number]>(
      `select id, email, name, external_id from users where account_id = $1 and role = 'end-user' order by id`,
    )(1),
  )
  assert.ok(hidden.length >= 3)
  const organization = await make.organization({ name: 'The own organization' })
  const restricted = await make.agent({ name: 'Restricted', ticket_restriction: 'organization', organization_id: organization.id })
  const customer = await make.user({ name: 'A customer', organization_id: organization.id })
  const ticket = await make.ticket({ requester_id: customer.id, organization_id: organization.id, subject: 'One of theirs' })
  own = { organization: organization.id, ticket: ticket.id }
  clients = [app.as({ email: restricted.email, token: app.admin.token }), await inPerson(app, restricted.id)]
  ids = await idsOf(app, 1)
  // every process has to reload the changed names
  await invalidateEverywhere(app, actorsTopic(1))
})

async function call(client: Client, route: AnyRoute, path: string, body?: unknown): Promise<Answer> {
  const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  return whenJobsAllow(app, () => (method === 'get' ? client.get(path) : client[method](path, body)))
}

/** The text of an answer without the input, which some answers repeat. */
function stripInput({ body, headers }: Answer, asked: string | number = ''): string {
  const text = JSON.stringify([body ?? null, Object.fromEntries(headers)]).toLowerCase()
  const echoes = [String(asked), encodeURIComponent(String(asked)), encodeURIComponent(String(asked)).replaceAll('%20', '+')]
  return asked === '' ? text : echoes.reduce((rest, echo) => rest.replaceAll(echo.toLowerCase(), '<asked>'), text)
}

/** The context of a forbidden match in an answer. */
function contextOf(answer: Answer): string {
  const text = stripInput(answer)
  const at = Math.max(0, text.search(SECRET))
  return `${answer.status} …${text.slice(Math.max(0, at - 80), at + 80)}`
}

/** Every path of a route: each id there is for one of its names, with the caller's own and the newest for the others. */
function listPaths(route: AnyRoute): string[] {
  const places = pathInputs(route)
  const idsFor = (table: string | null) => (table === null ? [1] : (ids.get(table) ?? [1]))
  const pickId = (table: string | null) =>
    table === 'tickets' ? own.ticket : table === 'organizations' ? own.organization : (idsFor(table).at(-1) ?? 1)
  const found = places.flatMap((place, tried) =>
    idsFor(place.table).map((id) => fillPath(route, ({ table }, index) => (index === tried ? id : pickId(table)))),
  )
  // with two names, both may be foreign
  const both =
    places.length < 2 ? [] : hidden.map(({ id }) => fillPath(route, ({ table }) => (table === 'users' ? id : (idsFor(table)[0] ?? 1))))
  return places.length === 0 ? [route.path] : [...new Set([...found, ...both])]
}

const reads = allRoutes.filter((route) => route.method === 'GET')
const writes = allRoutes.filter((route) => route.method !== 'GET')

async function lookAtRoutes(name: string, secret = SECRET): Promise<void> {
  const told: string[] = []
  for (const route of drawSample(name, reads))
    for (const path of listPaths(route))
      for (const client of clients)
        for (const query of ['', `?include=${INCLUDE}`]) {
          const answer = await call(client, route, path + query)
          if (answer.status >= 500 || secret.test(stripInput(answer))) told.push(`${route.method} ${path}${query}: ${contextOf(answer)}`)
        }
  assert.deepEqual(told, [])
}

test('the test is effective: many routes show hidden people to an administrator', async () => {
  let shown = 0
  for (const route of reads) {
    for (const path of listPaths(route).slice(0, 20)) {
      if (!SECRET.test(stripInput(await call(app.api, route, `${path}?include=${INCLUDE}`)))) continue
      shown += 1
      break
    }
  }
  assert.ok(shown > 30, String(shown))
})

test('no route that reads shows a hidden person, whatever ids are in its path', () => lookAtRoutes('reads'))

test('no query finds a hidden person, by id, name, address or external id', async () => {
  const told: string[] = []
  const [{ id, email, name, external_id }] = hidden.filter((each) => each.email !== null) as [any]
  const asked = [id, email, name, external_id, 'verborgen', `requester:${email}`, `user:${name}`, `type:user ${name}`]
  for (const route of drawSample('queries', reads))
    for (const place of queryInputs(route))
      for (const value of asked) {
        const [path = ''] = listPaths(route)
        const key = place.name
        const answer = await call(
          clients[0] as Client,
          route,
          `${path}?${encodeURIComponent(key)}=${encodeURIComponent(String(value))}&include=users`,
        )
        if (answer.status >= 500 || SECRET.test(stripInput(answer, value))) told.push(`${route.path} ${key}=${value}: ${contextOf(answer)}`)
      }
  assert.deepEqual(told, [])
})

/** Values that name a hidden person in the forms a place of this kind takes. */
function namesOf(kind: string): readonly (readonly [theirs: unknown, nobodys: unknown])[] {
  const { id, email } = hidden.find((each) => each.email !== null) as { id: number; email: string }
  const address = 'niemand.sonst@example.org'
  const byKind: Readonly<Record<string, readonly (readonly [unknown, unknown])[]>> = {
    integer: [[id, NOBODY]],
    string: [
      [String(id), String(NOBODY)],
      [email, address],
    ],
    array: [
      [[id], [NOBODY]],
      [[email], [address]],
      [[{ user_id: id }], [{ user_id: NOBODY }]],
      [[{ user_email: email }], [{ user_email: address }]],
    ],
    object: [
      [{ id }, { id: NOBODY }],
      [{ email }, { email: address }],
    ],
    any: [
      [id, NOBODY],
      [{ email }, { email: address }],
    ],
  }
  return byKind[kind] ?? []
}

test('no member of any body refers to a hidden person: the answer shows none, and an id is treated as nonexistent', async () => {
  const told: string[] = []
  const typed = new Set<string>()
  const tried = writes.filter((each) => each.credentials !== 'none' && each.anonymous !== true)
  for (const route of drawSample('bodies', tried))
    for (const place of bodyInputs(route).filter(({ name }) => !/tags/.test(name)))
      for (const [theirs, nobodys] of namesOf(kindOf(place.shape))) {
        // own records: a write needs visible ones
        const path = fillPath(route, ({ table }) =>
          table === 'tickets' ? own.ticket : table === 'organizations' ? own.organization : (ids.get(table ?? '')?.at(-1) ?? 1),
        )
        const client = clients[1] as Client
        const answers = [await call(client, route, path, place.with(theirs)), await call(client, route, path, place.with(nobodys))]
        const [one, other] = answers.map(({ status }) => (status < 300 ? 'done' : status))
        const echoed = typeof theirs === 'string' ? theirs : (JSON.stringify(theirs).match(/verborgen[^"\]}]*/)?.[0] ?? '')
        // what this person has written themselves, into the text of a ticket for example, is shown to them later, too
        if (echoed.includes('@')) typed.add(echoed)
        const unknown = [...typed].reduce((text, each) => text.replaceAll(each, ''), stripInput(answers[0] as Answer, echoed))
        const shown = SECRET.test(unknown)
        const isNumber = !JSON.stringify(theirs).includes('@')
        if (shown || (isNumber && one !== other))
          told.push(
            `${route.method} ${route.path} ${place.name} ${JSON.stringify(theirs)}: ${one} ${other} ${contextOf(answers[0] as Answer)}`,
          )
      }
  await waitForJobs(app)
  assert.deepEqual(told, [])
})

test('after all these writes still no route shows a hidden person', async () => {
  await waitForJobs(app)
  const made = await idsOf(app, 1)
  const NEWEST = 4
  ids = new Map([...made].map(([table, all]) => [table, [...new Set([...(ids.get(table) ?? []), ...all.slice(-NEWEST)])]]))
  // by now the agent themselves has written the addresses; names were not written
  await lookAtRoutes('reads after writes', /verborgen \d/)
})

test('an agent who sees a ticket sees its people with it, may send it back unchanged, and can use them nowhere else', async () => {
  const id = hidden[0]?.id
  const [client] = clients as [Client]
  const self = (await client.get('/api/v2/users/me')).body.user.id
  const organization_id = (await make.organization()).id
  const asks = await make.user({ organization_id })
  const ticket = await make.ticket({ requester_id: asks.id, organization_id, assignee_id: self })
  const shown = await client.get(`/api/v2/tickets/${ticket.id}?include=users`)
  assert.ok(shown.body.users.some((user: { id: number }) => user.id === asks.id))
  assert.equal((await client.get(`/api/v2/users/${asks.id}`)).status, 404)
  const { requester_id, submitter_id, collaborator_ids } = shown.body.ticket
  const back = { requester_id, submitter_id, collaborator_ids, subject: 'Another' }
  const kept = await client.put(`/api/v2/tickets/${ticket.id}`, { ticket: back })
  assert.deepEqual([kept.status, kept.body.ticket.requester_id, kept.body.ticket.subject], [200, asks.id, 'Another'])
  for (const member of [{ requester_id: id }, { requester_id: NOBODY }])
    assert.equal((await client.put(`/api/v2/tickets/${ticket.id}`, { ticket: member })).status, 422)
  const refused = await client.post('/api/v2/tickets', { ticket: { subject: 'About them', comment: 'Hello', requester_id: asks.id } })
  assert.deepEqual(refused.body.details, { requester: [{ description: 'Requester: is invalid', error: 'InvalidValue' }] })
})

test('tickets are merged with their people, whether the agent sees these or not', async () => {
  const [client] = clients as [Client]
  const self = (await client.get('/api/v2/users/me')).body.user.id
  const one = await make.user()
  const other = await make.user()
  const source = await make.ticket({ requester_id: one.id, assignee_id: self })
  const target = await make.ticket({ requester_id: other.id, assignee_id: self })
  assert.equal((await client.post(`/api/v2/tickets/${target.id}/merge`, { ids: [source.id] })).status, 200)
  await waitForJobs(app)
  assert.deepEqual((await app.api.get(`/api/v2/tickets/${target.id}`)).body.ticket.email_cc_ids, [one.id])
})

test('a job and its results are visible to the user who started it and to administrators', async () => {
  const mine = clients[0] as Client
  const others = app.as({ email: (await make.agent()).email, token: app.admin.token })
  const { id } = (await mine.put(`/api/v2/tickets/update_many?ids=${own.ticket}`, { ticket: { priority: 'low' } })).body.job_status
  await waitForJobs(app)
  const seenBy = async (client: Client) => {
    const { job_statuses } = (await client.get(`/api/v2/job_statuses/show_many?ids=${id}`)).body
    return [job_statuses.length, (await client.get(`/api/v2/job_statuses/${id}`)).status]
  }
  assert.deepEqual(await seenBy(mine), [1, 200])
  assert.deepEqual(await seenBy(app.api), [1, 200])
  assert.deepEqual(await seenBy(others), [0, 404])
  assert.deepEqual((await others.get('/api/v2/job_statuses')).body.job_statuses, [])
})

/** Code that reads users without the scope of the caller: people of tickets, the caller, acts of administrators, and jobs. */
const UNSCOPED_READS = [
  'access/access_requests/change.ts',
  'access/access_requests/follow.ts',
  'access/access_requests/notify.ts',
  'people/activities/routes.ts',
  'tickets/conversation_log/routes.ts',
  'tickets/placeholders/sources.ts',
  'tickets/side_conversations/begin.ts',
  'business_rules/views/lookups.ts',
  'memberships/group_memberships/change.ts',
  'memberships/organization_memberships/change.ts',
  'sign_in/password_links/link.ts',
  'tickets/satisfaction_ratings/routes.ts',
  'access/scim/acts.ts',
  'business_rules/effects/record_values.ts',
  'employee_service/approval_requests/present.ts',
  'sign_in/second_factors/enrol.ts',
  'sign_in/second_factors/regain.ts',
  'sign_in/sessions/end.ts',
  'tickets/ticket_audits/sideload.ts',
  'tickets/ticket_comments/routes.ts',
  'tickets/tickets/merge.ts',
  'tickets/tickets/people_routes.ts',
  'tickets/tickets/sideload.ts',
  'tickets/tickets/spam.ts',
  'people/users/change.ts',
  'people/users/merge.ts',
  'people/users/passwords.ts',
  'people/users/photo.ts',
  'people/users/read.ts',
  'people/users/signed_out.ts',
  'people/users/store.ts',
]

test('no other code reads users without the scope of the caller', async () => {
  const found: string[] = []
  for await (const path of glob('**/*.ts', { cwd: MODULES }))
    if (!path.endsWith('.test.ts') && /\b(?:findUsers|getUser)[(),]/.test(await readFile(join(MODULES, path), 'utf8'))) found.push(path)
  assert.deepEqual(found.sort(), UNSCOPED_READS.toSorted())
})

test('no route with a path below a hidden person changes anything of theirs', async () => {
  const readState = async () =>
    database.all(
      defineStatement<unknown>(
        `select id, name, email, suspended, active, organization_id, tags from users where account_id = $1 and role = 'end-user' and name like 'Verborgen%' order by id`,
      )(1),
    )
  const before = await readState()
  const told: string[] = []
  for (const route of writes.filter((each) => pathInputs(each)[0]?.table === 'users'))
    for (const { id } of hidden) {
      const makePath = (user: number) => fillPath(route, ({ table }, index) => (index === 0 ? user : (ids.get(table ?? '')?.[0] ?? 1)))
      const theirs = await call(clients[1] as Client, route, makePath(id), plainBody(route))
      const nobodys = await call(clients[1] as Client, route, makePath(NOBODY), plainBody(route))
      if (theirs.status !== nobodys.status || SECRET.test(stripInput(theirs)))
        told.push(`${route.method} ${makePath(id)}: ${theirs.status} ${nobodys.status} ${contextOf(theirs)}`)
    }
  assert.deepEqual(told, [])
  assert.deepEqual(await readState(), before)
})

test('definitions of rules name the organizations of a restricted agent only', async () => {
  const foreign = await make.organization({ name: 'Verborgene Gesellschaft' })
  for (const path of [
    'triggers',
    'automations',
    'macros',
    'views',
    'slas/policies',
    'group_slas/policies',
    'queues',
    'routing/attributes',
  ]) {
    const all = await app.api.get(`/api/v2/${path}/definitions`)
    const some = await (clients[0] as Client).get(`/api/v2/${path}/definitions`)
    assert.equal(all.status, 200, path)
    assert.ok(!JSON.stringify(some.body).includes(foreign.name), path)
  }
  const { body } = await (clients[0] as Client).get('/api/v2/macros/definitions')
  assert.ok(!JSON.stringify(body).includes(foreign.name))
})

test('a one-time secret for a hidden person is refused as one for nobody, and tells no name', async () => {
  const [{ id }] = hidden as [any]
  const send = (reader_id: number) =>
    (clients[0] as Client).post('/api/v2/shared_secrets', { shared_secret: { reader_id, label: 'Hello', value: 'something' } })
  const theirs = await send(id)
  const nobodys = await send(NOBODY)
  assert.deepEqual([theirs.status, theirs.body], [422, nobodys.body])
})
