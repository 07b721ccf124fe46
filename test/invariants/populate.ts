/** Fills an instance with at least one record of every kind, so that an invariant tested with its ids is effective. */
import { recordHour } from '#modules/business_rules/automations/run_store.ts'
import assert from 'node:assert/strict'
import { accountById } from '#accounts/directory.ts'
import { claimScheduled, releaseScheduled } from '#jobs/claim.ts'
import { hashSecret } from '#core/secrets.ts'
import { authenticityToken, openSession, SESSION_COOKIE } from '#auth/sessions.ts'
import { systemContext } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { TENANT_TABLES } from '#db/tables.ts'
import { issueUrl, TRACKER } from '../access.ts'
import type { TestApp } from '../app.ts'
import type { Answer, Client } from '../client.ts'
import { hostClient, type TestInstance } from '../instances.ts'
import { waitFor } from '../jobs.ts'
import { populateEmployeeService } from './populate_employee_service.ts'
import { populateFamilies } from './populate_families.ts'
import { populateFields } from './populate_fields.ts'
import { populateObjects, putWaitingEffects } from './populate_objects.ts'
import { populateRequests } from './populate_requests.ts'
import { populateSignIn } from './populate_sign_in.ts'
import { populateUsage } from './populate_usage.ts'
import { populateWebhookLog } from './populate_webhooks.ts'

/** Ids by table. */
export type IdsByTable = ReadonlyMap<string, readonly (string | number)[]>

/** How often instances of an application were filled. */
const fillings = new WeakMap<TestApp, number>()

/** Creates records of every kind; every text of theirs contains `mark`. */
export async function populate(app: TestApp, instance: TestInstance, mark: string): Promise<void> {
  const { api } = instance
  const filled = (fillings.get(app) ?? 0) + 1
  fillings.set(app, filled)
  const tag = `${mark.toLowerCase()}${filled}`
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<any> =>
    requireSuccess(await api.post(`/api/v2/${path}`, body, headers))
  const text = { details: `${mark} details`, notes: `${mark} notes` }
  const { organization } = await send('organizations', {
    organization: { name: `${mark} organization ${tag}`, external_id: `${tag}-o`, domain_names: [`${tag}.example.org`], ...text },
  })
  const { organization: loser } = await send('organizations', { organization: { name: `${mark} loser ${tag}` } })
  await send('custom_roles', { custom_role: { name: `${mark} role ${tag}`, description: mark } })
  const { group } = await send('groups', { group: { name: `${mark} group ${tag}`, description: mark } })
  const staff = {
    role: 'agent',
    phone: `+1555${String(1_000_000 + filled)}`,
    external_id: `${tag}-a`,
    signature: mark,
    alias: mark,
    tags: [tag],
    ...text,
  }
  const { user: agent } = await send('users', {
    user: { name: `${mark} agent`, email: `agent.${tag}@example.org`, verified: true, ...staff },
  })
  const { user: person } = await send('users', {
    user: { name: `${mark} person`, email: `person.${tag}@example.org`, external_id: `${tag}-p`, ...text },
  })
  const { user: leaver } = await send('users', { user: { name: `${mark} leaver`, email: `leaver.${tag}@example.org` } })
  await send('group_memberships', { group_membership: { user_id: agent.id, group_id: group.id } })
  await send('organization_memberships', { organization_membership: { user_id: person.id, organization_id: organization.id } })
  await send('organization_subscriptions', { organization_subscription: { user_id: agent.id, organization_id: organization.id } })
  await send(`users/${person.id}/identities`, { identity: { type: 'email', value: `second.${tag}@example.org` } })
  const ticket = {
    subject: `${mark} subject`,
    external_id: `${tag}-t`,
    comment: { body: `${mark} comment`, uploads: [await uploadFile(api, mark)] },
    requester_id: person.id,
    group_id: group.id,
    assignee_id: agent.id,
    tags: [tag],
  }
  await uploadFile(api, mark)
  await send('tickets', { ticket }, { 'idempotency-key': tag })
  await send('tickets', { ticket: { subject: `${mark} problem`, type: 'problem', comment: { body: mark, public: false } } })
  const { ticket: passed } = await send('tickets', { ticket: { subject: `${mark} passed by`, comment: { body: mark } } })
  await send('skips', { skip: { ticket_id: passed.id, reason: mark } })
  await send(`tickets/${passed.id}/side_conversations`, {
    message: { subject: `${mark} aside`, body: `${mark} asked`, to: [{ email: `vendor.${tag}@example.org` }] },
    external_ids: { mark },
  })
  await send('ticket_content_pins', {
    ticket_content_pin: { ticket_id: String(passed.id), content_id: tag, content_type: 'Knowledge::Article' },
  })
  const macro = { title: `${mark}::macro ${tag}`, description: mark, actions: [{ field: 'comment_value', value: mark }] }
  const { macro: used } = await send('macros', { macro })
  requireSuccess(await api.put(`/api/v2/tickets/${passed.id}`, { ticket: { macro_ids: [used.id], tags: [tag] } }))
  const { ticket: gone } = await send('tickets', { ticket: { subject: `${mark} deleted`, comment: { body: mark } } })
  requireSuccess(await api.delete(`/api/v2/tickets/${gone.id}`))
  requireSuccess(await api.delete(`/api/v2/users/${leaver.id}`))
  const owner = await personAt(app, instance, instance.owner_id)
  requireSuccess(await owner.put(`/api/v2/access_people/${instance.owner_id}`, { access_person: { manager_id: agent.id } }))
  const wish = { kind: 'api_token', title: `${mark} request ${tag}`, business_reason: mark, use_case: mark }
  requireSuccess(await owner.post('/api/v2/access_requests', { access_request: wish }))
  const { access_request } = requireSuccess(await owner.post('/api/v2/access_requests', { access_request: wish })) as {
    access_request: { id: number }
  }
  requireSuccess(await owner.post(`/api/v2/access_requests/${access_request.id}/withdraw`, {}))
  await integrate(app, instance, { mark, tag, manager_id: agent.id })
  const api_token = { description: `${mark} token ${tag}`, exception: 'team_automation', reason: mark }
  requireSuccess(await owner.post('/api/v2/api_tokens', { api_token }))
  const duties = { access_person: { duties: ['engineer', 'support_operations'] } }
  requireSuccess(await owner.put(`/api/v2/access_people/${instance.owner_id}`, duties))
  requireSuccess(await owner.put('/api/v2/deskhand/settings', { settings: { access: { tracker_urls: [TRACKER] } } }))
  requireSuccess(await owner.post('/api/v2/api_tokens', { api_token: { description: issueUrl() } }))
  await send('shared_secrets', { shared_secret: { reader_id: agent.id, label: `${mark} secret ${tag}`, value: `${mark} value` } })
  const { client } = await send('oauth/clients', {
    client: { name: `${mark} client`, identifier: tag, redirect_uri: 'https://example.org/back', kind: 'confidential' },
  })
  await send('oauth/tokens', { token: { client_id: client.id, scopes: ['read'] } })
  await authorize(app, instance, client)
  await send('brands', { brand: { name: `${mark} brand ${tag}`, subdomain: `brand-${tag}` } })
  await send('custom_statuses', { custom_status: { status_category: 'open', agent_label: `${mark} ${tag}`, description: mark } })
  const conditions = {
    all: [
      { field: 'status', operator: 'is', value: 'solved' },
      { field: 'SOLVED', operator: 'greater_than', value: String(filled) },
    ],
  }
  await send('automations', {
    automation: { title: `${mark} automation ${tag}`, conditions, actions: [{ field: 'priority', value: 'low' }] },
  })
  await send('views', {
    view: { title: `${mark} view ${tag}`, description: mark, all: [{ field: 'status', operator: 'less_than', value: 'solved' }] },
  })
  await populateFields(send, mark, tag)
  await send('organizations/create_many', { organizations: [{ name: `${mark} from a job ${tag}` }] })
  await send(`organizations/${loser.id}/merge`, { organization_merge: { winner_id: organization.id } })
  await populateFamilies(api, mark, tag)
  await populateEmployeeService(api, mark, { tag, user_id: person.id, organization_id: organization.id })
  await populateUsage(send, await contextOf(app, instance.id), mark, tag)
  await populateWebhookLog(app, instance, mark)
  await populateObjects(api, requireSuccess, mark, tag)
  await populateRequests(app, instance, mark, agent)
  await populateSignIn(app, instance, mark, tag)
  await api.post('/access/sign_in', { email: `person.${tag}@example.org`, password: 'a wrong password' })
  await openSession(await contextOf(app, instance.id), app.running.server.services.pepper, agent.id)
  await send('audit_logs/export', undefined)
  await claimScheduled(app.running.server.database, instance.id, tag)
  await releaseScheduled(app.running.server.database, instance.id, tag)
  // this instance only: the scheduled work of all would take a while
  await recordHour(await contextOf(app, instance.id), new Date())
  await waitForJobs(app)
  await putWaitingEffects(app, instance.id, mark)
  await app.running.server.requestLog.flush()
  const empty = [...(await idsOf(app, instance.id))].filter(([, ids]) => ids.length === 0).map(([table]) => table)
  assert.deepEqual(empty, [], 'populate() must make a record for every table')
}

/** The owner requests an integration, three people decide on it one after the other, and the integration bot creates it. */
async function integrate(app: TestApp, instance: TestInstance, given: { mark: string; tag: string; manager_id: number }): Promise<void> {
  const { mark, tag, manager_id } = given
  const { api } = instance
  const createPerson = async (name: string): Promise<{ id: number; email: string }> => {
    const user = { name: `${mark} ${name}`, email: `${name}.${tag}@example.org`, role: 'agent', verified: true }
    return (requireSuccess(await api.post('/api/v2/users', { user })) as { user: { id: number; email: string } }).user
  }
  const reviewer = await createPerson('reviewer')
  const bot = await createPerson('bot')
  const owner = await personAt(app, instance, instance.owner_id)
  requireSuccess(await owner.put(`/api/v2/access_people/${reviewer.id}`, { access_person: { duties: ['provisioner'] } }))
  requireSuccess(await owner.put('/api/v2/deskhand/settings', { settings: { access: { integration_bot_id: bot.id } } }))
  const wish = {
    kind: 'integration',
    integration_kind: 'oauth',
    scopes: ['tickets:read'],
    title: `${mark} integration`,
    business_reason: mark,
    use_case: mark,
  }
  const { access_request } = requireSuccess(await owner.post('/api/v2/access_requests', { access_request: wish })) as {
    access_request: { id: number }
  }
  const takeStep = async (userId: number, name: string) => {
    const person = await personAt(app, instance, userId)
    requireSuccess(await person.post(`/api/v2/access_requests/${access_request.id}/${name}`, { step: { reason: mark } }))
  }
  await takeStep(manager_id, 'approve')
  await takeStep(reviewer.id, 'review')
  await takeStep(reviewer.id, 'accept')
  const config = { service: mark, owner_contact: bot.email }
  const integration = { access_request_id: access_request.id, kind: 'oauth', name: `${mark} ${tag}`, config }
  requireSuccess(await (await personAt(app, instance, bot.id)).post('/api/v2/integrations', { integration }))
}

/** Calls an instance in a user's session: decisions on access must be made in person. */
async function personAt(app: TestApp, { id, host }: TestInstance, userId: number): Promise<Client> {
  const { pepper } = app.running.server.services
  const session = (await openSession(await contextOf(app, id), pepper, userId)).token
  const csrf = authenticityToken(pepper, hashSecret(pepper, session))
  return hostClient(app.base_url, host, { cookie: `${SESSION_COOKIE}=${session}`, 'x-csrf-token': csrf })
}

/** The owner authorizes a client; the client exchanges its code, and refreshes the token once. */
async function authorize(app: TestApp, instance: TestInstance, client: { identifier: string; secret: string }): Promise<void> {
  const { id, owner_id, host } = instance
  // tests that guess at the endpoints of clients are rate-limited, and this comes from the same address
  await app.database.database.run(defineStatement<unknown>('delete from rate_limits where account_id = $1')(id))
  const owner = await personAt(app, instance, owner_id)
  const authorization = { response_type: 'code', client_id: client.identifier, scope: 'read', decision: 'allow' }
  const { redirect_to } = requireSuccess(await owner.post('/api/v2/oauth/authorizations', { authorization })) as { redirect_to: string }
  const code = new URL(redirect_to).searchParams.get('code')
  const requestToken = async (body: object) =>
    requireSuccess(
      await hostClient(app.base_url, host).post('/oauth/tokens', { client_id: client.identifier, client_secret: client.secret, ...body }),
    ) as { refresh_token: string }
  const { refresh_token } = await requestToken({ grant_type: 'authorization_code', code })
  await requestToken({ grant_type: 'refresh_token', refresh_token })
}

/** The token of an upload. */
async function uploadFile(api: Client, mark: string): Promise<string> {
  const text = requireSuccess(await api.post(`/api/v2/uploads?filename=${mark}.txt`, `${mark} file`)) as string
  return (JSON.parse(text) as { upload: { token: string } }).upload.token
}

function requireSuccess(answer: Answer): unknown {
  assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function contextOf(app: TestApp, accountId: number) {
  const { services, database, log } = app.running.server
  const account = await accountById(services, accountId)
  if (account === undefined) throw new Error(`There is no instance ${accountId}`)
  return systemContext({ account, db: database, log, services, base_url: app.base_url })
}

const countJobs = defineStatement<{ jobs: number }>(
  'select count(*) as jobs from graphile_worker.jobs where last_error is null and run_at <= now()',
)

/** Waits until no job waits or runs, as long as their number changes; jobs that wait for a further attempt are not awaited. */
export async function waitForJobs(app: TestApp): Promise<void> {
  const count = async () => (await app.database.database.first(countJobs()))?.jobs ?? 0
  for (let before = await count(); before > 0; before = await count()) await waitFor(async () => (await count()) !== before, true)
}

/** Retries, after all jobs are done, what is refused because too many of them wait. */
export async function whenJobsAllow<Answer extends { readonly status: number; readonly body?: unknown }>(
  app: TestApp,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await ask()
  if (answer.status !== 429 || (answer.body as { error?: unknown } | null)?.error !== 'TooManyJobs') return answer
  await waitForJobs(app)
  return ask()
}

/** Excludes from a table the rows that are deleted and kept. */
const LIVING: Readonly<Record<string, string>> = { users: 'active', tickets: 'deleted_at is null' }

/** The column by which paths identify records, if it is not their id. */
const NAMES: Readonly<Record<string, string>> = { custom_objects: 'key' }

/** One statement for all tables: it runs after each of thousands of writes. */
async function idsStatement(app: TestApp, limit: 'all' | '1'): Promise<string> {
  const withIds = await app.database.database.driver<
    { name: string }[]
  >`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'id'`
  const named = new Set(withIds.map((row) => row.name))
  const read = (name: string, table: string, condition: string) => {
    const id = NAMES[table] ?? (named.has(table) ? 'id' : '0')
    const order = id === '0' ? '' : `order by ${id} desc`
    const rows = `select ${id} as id from ${table} where account_id = $1 and ${condition} ${order} limit ${limit}`
    return `select '${name}' as name, (select coalesce(jsonb_agg(id order by id), '[]') from (${rows}) r) as ids`
  }
  return [
    ...[...TENANT_TABLES].map((table) => read(table, table, LIVING[table] ?? 'true')),
    ...Object.entries(LIVING).map(([table, condition]) => read(`deleted_${table}`, table, `not (${condition})`)),
  ].join(' union all ')
}

const statements = new Map<string, Promise<string>>()

async function readIds(app: TestApp, accountId: number, limit: 'all' | '1'): Promise<IdsByTable> {
  const statement = statements.get(limit) ?? idsStatement(app, limit)
  statements.set(limit, statement)
  const { driver } = app.database.database
  const rows = await driver.unsafe<{ name: string; ids: (string | number)[] }[]>(await statement, [accountId], { prepare: true })
  return new Map(rows.map(({ name, ids }) => [name, ids]))
}

/** Every id of an instance's records, the deleted ones under `deleted_users` and the like; of tables without ids a `0` for each row. */
export function idsOf(app: TestApp, accountId: number): Promise<IdsByTable> {
  return readIds(app, accountId, 'all')
}

/** The same with only the newest record of each table, for repeated use while tables grow. */
export function newestIdsOf(app: TestApp, accountId: number): Promise<IdsByTable> {
  return readIds(app, accountId, '1')
}

/** The first instance of the application under test, as those made by putInstance. */
export function firstInstance(app: TestApp): TestInstance {
  const { email, token, id } = app.admin
  return { id: 1, owner_id: id, host: new URL(app.base_url).host, email, token, api: app.api, inPerson: app.inPerson }
}
