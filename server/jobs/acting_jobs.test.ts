/** Every kind of job that acts for a user, and every kind of bulk work: queued, then the credential is revoked, and then run. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueUrl, trackIssues } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { waitFor, jobRun } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { emptyQueue, type Queued, listQueuedJobs } from '#test/queue.ts'
import type { Account } from '#accounts/account.ts'
import { accountById } from '#accounts/directory.ts'
import { systemContext } from '#core/context.ts'
import { bulkHandlers } from './bulk_handlers.ts'
import { AUTHORITY, type JobName } from '#queue/enqueue.ts'
import { JOBS } from './table.ts'

// no worker until the last test
const app = await useApp({ DESKHAND_ROLE: 'web', DESKHAND_LOG_LEVEL: 'silent' })
await trackIssues(app)
const sql = app.database.database.driver
const make = makeWith(app.api)
let made = 0

/** An administrator who calls with their own API token. */
async function administrator() {
  const email = `acting${++made}@example.com`
  const { id } = (await app.inPerson.post('/api/v2/users', { user: { name: `Acting ${made}`, email, role: 'admin', verified: true } })).body
    .user
  const { body } = await app.inPerson.post('/api/v2/api_tokens', { api_token: { description: issueUrl() } })
  const { id: token_id, token } = body.api_token
  const revoke = async () => {
    const { status } = await app.api.put(`/api/v2/api_tokens/${token_id}`, { api_token: { active: false } })
    assert.equal(status, 200)
  }
  return { id: id as number, api: app.as({ email, token }), revoke }
}

/** Removes and returns the jobs that are waiting. */
async function takeQueue(): Promise<Queued[]> {
  const rows = await listQueuedJobs(sql)
  await emptyQueue(sql)
  return rows
}

async function run({ name, call }: Queued): Promise<void> {
  const { services, database, log } = app.running.server
  const account = (await accountById(services, app.account_id)) as Account
  const ctx = systemContext({ account, db: database, log, services, base_url: app.base_url })
  await JOBS[name](ctx, call.payload as never, jobRun(false, call.asked))
}

/** How a kind of job is queued, and what shows that it has done nothing. */
interface Asked {
  readonly ask: (api: Client) => Promise<() => Promise<void>>
}

const count = async (table: string) => Number((await sql.unsafe(`select count(*) as total from ${table}`))[0]?.total)

const ASKED: Partial<Record<JobName, Asked>> = {
  bulk: {
    async ask(api) {
      const { body } = await api.post('/api/v2/organizations/create_many', { organizations: [{ name: 'Never made' }] })
      return async () => {
        const { job_status } = (await app.api.get(`/api/v2/job_statuses/${body.job_status.id}`)).body
        assert.deepEqual([job_status.status, job_status.results], ['failed', []])
      }
    },
  },
  export_audit_log: {
    async ask(api) {
      const mails = await count('mails')
      const answer = await api.post('/api/v2/audit_logs/export')
      assert.equal(answer.status, 202, JSON.stringify(answer.body))
      return async () => {
        assert.deepEqual([...(await sql`select state, content from audit_log_exports`)], [{ state: 'failed', content: null }])
        assert.equal(await count('mails'), mails)
      }
    },
  },
  export_suspended_tickets: {
    async ask(api) {
      const mails = await count('mails')
      assert.equal((await api.post('/api/v2/suspended_tickets/export')).status, 200)
      return async () => assert.equal(await count('mails'), mails)
    },
  },
  export_view: {
    async ask(api) {
      const mails = await count('mails')
      const [view] = (await api.get('/api/v2/views')).body.views
      assert.equal((await api.get(`/api/v2/views/${view.id}/export`)).status, 200)
      return async () => assert.equal(await count('mails'), mails)
    },
  },
  fetch_photo: {
    async ask(api) {
      const { id } = await make.user()
      const files = await count('stored_files')
      const url = 'https://pictures.example.com/me.png'
      assert.equal((await api.put(`/api/v2/users/${id}`, { user: { remote_photo_url: url } })).status, 200)
      return async () => assert.equal(await count('stored_files'), files)
    },
  },
  merge_organizations: {
    async ask(api) {
      const loser = await make.organization()
      const winner = await make.organization()
      const { body } = await api.post(`/api/v2/organizations/${loser.id}/merge`, { organization_merge: { winner_id: winner.id } })
      return async () => {
        assert.equal((await app.api.get(`/api/v2/organizations/${loser.id}`)).status, 200)
        assert.equal(
          (await app.api.get(`/api/v2/organization_merges/${body.organization_merge.id}`)).body.organization_merge.status,
          'error',
        )
      }
    },
  },
  solve_incidents: {
    async ask(api) {
      const problem = await make.ticket({ type: 'problem', assignee_id: app.admin.id })
      const incident = await make.ticket({ type: 'incident', problem_id: problem.id })
      const { status } = await api.put(`/api/v2/tickets/${problem.id}`, { ticket: { status: 'solved', comment: { body: 'Done' } } })
      assert.equal(status, 200)
      return async () => {
        const { ticket } = (await app.api.get(`/api/v2/tickets/${incident.id}`)).body
        assert.notEqual(ticket.status, 'solved')
      }
    },
  },
}

test('each kind of job that acts for a user does nothing more once their credential is revoked', async () => {
  const acting = Object.entries(AUTHORITY).filter(([, authority]) => authority !== 'system')
  assert.deepEqual(Object.keys(ASKED).sort(), acting.map(([name]) => name).sort())
  for (const [name, { ask }] of Object.entries(ASKED)) {
    const caller = await administrator()
    await takeQueue()
    const check = await ask(caller.api)
    const own = (await takeQueue()).filter((queued) => queued.name === name)
    assert.equal(own.length, 1, name)
    await caller.revoke()
    await run(own[0] as Queued)
    await check()
  }
})

const TARGET = { title: 'Never there', type: 'email_target', email: 'never@example.org', subject: 'Hello' }
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).join(',')

/** A request that queues each kind of bulk work. */
async function calls(api: Client): Promise<Record<string, () => ReturnType<Client['get']>>> {
  const ticket = await make.ticket()
  const target = await make.ticket()
  const deleted = await make.ticket()
  await app.api.delete(`/api/v2/tickets/${deleted.id}`)
  const user = await make.user()
  const agent = await make.agent()
  const organization = await make.organization()
  const group = await make.group()
  const membership = (
    await app.api.post('/api/v2/organization_memberships', {
      organization_membership: { user_id: user.id, organization_id: organization.id },
    })
  ).body.organization_membership
  const belonging = (await app.api.post('/api/v2/group_memberships', { group_membership: { user_id: agent.id, group_id: group.id } })).body
    .group_membership
  const more = await make.group()
  const another = await make.organization()
  await app.api.post('/api/v2/custom_objects', { custom_object: { key: 'ship', title: 'Ship', title_pluralized: 'Ships' } })
  const isUnique = { custom_object_field: { properties: { is_unique: true } } }
  await app.api.patch('/api/v2/custom_objects/ship/fields/standard::name', isUnique)
  const record = (await app.api.post('/api/v2/custom_objects/ship/records', { custom_object_record: { name: 'Ship', external_id: 's1' } }))
    .body.custom_object_record
  const collected = await app.api.post('/api/v2/resource_collections', { payload: { targets: { there: { ...TARGET, title: 'There' } } } })
  for (const queued of await takeQueue()) if (queued.name === 'bulk') await run(queued)
  const collection = (await app.api.get(`/api/v2/job_statuses/${collected.body.job_status.id}`)).body.job_status.results[0]
  const records = (action: string, item: unknown) => () => api.post('/api/v2/custom_objects/ship/jobs', { job: { action, items: [item] } })
  const { attribute } = (await app.api.post('/api/v2/routing/attributes', { attribute: { name: 'Never' } })).body
  const path = `/api/v2/routing/attributes/${attribute.id}/values`
  const { attribute_value } = (await app.api.post(path, { attribute_value: { name: 'Never' } })).body
  const skills = { action: 'upsert', attributes: { attribute_values: [{ id: attribute_value.id }] }, items: [agent.id] }
  const [type] = (await app.api.get('/api/v2/it_asset_management/asset_types')).body.asset_types
  const [status] = (await app.api.get('/api/v2/it_asset_management/statuses')).body.statuses
  const asset = { name: 'Laptop', asset_type_id: type.id, status_id: status.id, external_id: 'a1' }
  const made = (await app.api.post('/api/v2/it_asset_management/assets', { asset })).body.asset
  const assets = (action: string, item: unknown) => () =>
    api.post('/api/v2/it_asset_management/assets/jobs', { job: { action, items: [item] } })
  return {
    'agent_skills/update': () => api.post('/api/v2/routing/agents/instance_values/jobs', { job: skills }),
    'assets/create': assets('create', { ...asset, name: 'Never', external_id: 'a2' }),
    'assets/update': assets('update', { id: made.id, name: 'Never' }),
    'assets/delete': assets('delete', made.id),
    'assets/delete_by_external_id': assets('delete_by_external_id', 'a1'),
    'custom_object_records/create': records('create', { name: 'Never' }),
    'custom_object_records/update': records('update', { id: record.id, name: 'Never' }),
    'custom_object_records/delete': records('delete', record.id),
    'custom_object_records/delete_by_external_id': records('delete_by_external_id', 's1'),
    'custom_object_records/create_or_update_by_external_id': records('create_or_update_by_external_id', {
      external_id: 's1',
      name: 'Never',
    }),
    'custom_object_records/create_or_update_by_name': records('create_or_update_by_name', { name: 'Never' }),
    'deleted_tickets/destroy': () => api.delete(`/api/v2/deleted_tickets/destroy_many?ids=${deleted.id}`),
    'group_memberships/create': () =>
      api.post('/api/v2/group_memberships/create_many', { group_memberships: [{ user_id: agent.id, group_id: more.id }] }),
    'group_memberships/delete': () => api.delete(`/api/v2/group_memberships/destroy_many?ids=${belonging.id}`),
    'organization_memberships/create': () =>
      api.post('/api/v2/organization_memberships/create_many', {
        organization_memberships: [{ user_id: user.id, organization_id: another.id }],
      }),
    'organization_memberships/delete': () => api.delete(`/api/v2/organization_memberships/destroy_many?ids=${membership.id}`),
    'organizations/create': () => api.post('/api/v2/organizations/create_many', { organizations: [{ name: 'Never' }] }),
    'organizations/update': () => api.put(`/api/v2/organizations/update_many?ids=${organization.id}`, { organization: { notes: 'Never' } }),
    'organizations/delete': () => api.delete(`/api/v2/organizations/destroy_many?ids=${organization.id}`),
    'resource_collections/create': () => api.post('/api/v2/resource_collections', { payload: { targets: { never: TARGET } } }),
    'resource_collections/update': () =>
      api.put(`/api/v2/resource_collections/${collection.id}`, { payload: { targets: { never: TARGET } } }),
    'resource_collections/delete': () => api.delete(`/api/v2/resource_collections/${collection.id}`),
    'tickets/create': () => api.post('/api/v2/tickets/create_many', { tickets: [{ subject: 'Never', comment: { body: 'Hello' } }] }),
    'tickets/create_promised': () => api.post('/api/v2/tickets?async=true', { ticket: { subject: 'Never', comment: { body: 'Hello' } } }),
    'tickets/import': () =>
      api.post('/api/v2/imports/tickets/create_many', { tickets: [{ subject: 'Never', comments: [{ body: 'Hello' }] }] }),
    'tickets/merge': () => api.post(`/api/v2/tickets/${target.id}/merge`, { ids: [ticket.id] }),
    'tickets/spam': () => api.put(`/api/v2/tickets/mark_many_as_spam?ids=${ticket.id}`),
    'tickets/update': () => api.put(`/api/v2/tickets/update_many?ids=${ids([ticket])}`, { ticket: { subject: 'Never' } }),
    'tickets/delete': () => api.delete(`/api/v2/tickets/destroy_many?ids=${ticket.id}`),
    'users/create': () => api.post('/api/v2/users/create_many', { users: [{ name: 'Never', email: 'never@example.org' }] }),
    'users/create_or_update': () =>
      api.post('/api/v2/users/create_or_update_many', { users: [{ name: 'Never', email: 'never2@example.org' }] }),
    'users/update': () => api.put(`/api/v2/users/update_many?ids=${user.id}`, { user: { notes: 'Never' } }),
    'users/delete': () => api.delete(`/api/v2/users/destroy_many?ids=${user.id}`),
  }
}

test('each kind of bulk work checks the permission when it runs, not only when it is queued', async () => {
  const caller = await administrator()
  const each = await calls(caller.api)
  assert.deepEqual(Object.keys(each).sort(), Object.keys(bulkHandlers).sort())
  await takeQueue()
  const asked = new Map<string, string>()
  const changeRole = async (role: string) => assert.equal((await app.api.put(`/api/v2/users/${caller.id}`, { user: { role } })).status, 200)
  const works = Object.entries(each)
  // an instance may have 30 jobs that wait
  for (const part of [works.slice(0, 20), works.slice(20)]) {
    await changeRole('admin')
    for (const [work, call] of part) {
      const { status, body } = await call()
      assert.ok(status < 300, `${work}: ${status} ${JSON.stringify(body)}`)
      asked.set(work, body.job_status.id)
    }
    await changeRole('end-user')
    const queue = (await takeQueue()).filter(({ name }) => name === 'bulk')
    assert.equal(queue.length, part.length)
    for (const queued of queue) await run(queued)
  }
  assert.equal(asked.size, works.length)
  for (const [work, id] of asked) {
    const { results } = (await app.api.get(`/api/v2/job_statuses/${id}`)).body.job_status
    if (work === 'deleted_tickets/destroy') continue // reports no rows; what it was to remove is checked below
    for (const { success, error } of results as { success?: boolean; error?: string }[]) {
      assert.equal(success, false, work)
      assert.match(error ?? '', /^(Forbidden|RecordNotFound)$/, work)
    }
  }
  const left = await sql<{ subject: string | null }[]>`select subject from tickets where deleted_at is not null`
  assert.ok(left.length > 0 && left.every(({ subject }) => subject?.startsWith('Ticket')), JSON.stringify(left))
})

test('a user who is only an agent by then does no bulk work their role does not allow, even if each part is allowed', async () => {
  const caller = await administrator()
  const ticket = await make.ticket()
  const target = await make.ticket()
  const collected = await app.api.post('/api/v2/resource_collections', { payload: { targets: { here: { ...TARGET, title: 'Here' } } } })
  for (const queued of await takeQueue()) if (queued.name === 'bulk') await run(queued)
  const collection = (await app.api.get(`/api/v2/job_statuses/${collected.body.job_status.id}`)).body.job_status.results[0]
  const configuration = { ticket_access: 'all', ticket_editing: true, ticket_merge: false, manage_extensions_and_channels: true }
  const role = await app.api.post('/api/v2/custom_roles', { custom_role: { name: 'No merging', configuration } })
  assert.equal(role.status, 201, JSON.stringify(role.body))
  const asked = [
    await caller.api.post(`/api/v2/tickets/${target.id}/merge`, { ids: [ticket.id] }),
    await caller.api.delete(`/api/v2/resource_collections/${collection.id}`),
  ].map(({ body }) => body.job_status.id as string)
  const standing = { role: 'agent', custom_role_id: role.body.custom_role.id }
  assert.equal((await app.api.put(`/api/v2/users/${caller.id}`, { user: standing })).status, 200)
  for (const queued of await takeQueue()) if (queued.name === 'bulk') await run(queued)
  for (const id of asked) {
    const { results } = (await app.api.get(`/api/v2/job_statuses/${id}`)).body.job_status
    assert.deepEqual(
      results.map(({ success, error }: { success?: boolean; error?: string }) => [success, error]),
      [[false, 'Forbidden']],
    )
  }
})

test('of 400 administrators requested with a revoked token, a worker in another process creates no more', async () => {
  await takeQueue()
  const caller = await administrator()
  const makeUser = (job: number, index: number) => ({ name: 'Many', email: `many-${job}-${index}@example.com`, role: 'admin' })
  const started: string[] = []
  for (let job = 0; job < 4; job++) {
    const users = Array.from({ length: 100 }, (_none, index) => makeUser(job, index))
    started.push((await caller.api.post('/api/v2/users/create_many', { users })).body.job_status.id)
  }
  const total = async () => Number((await sql`select count(*) as total from users where name = 'Many'`)[0]?.total)
  await app.another({ DESKHAND_ROLE: 'worker' })
  await waitFor(async () => (await total()) > 0, true)
  await caller.revoke()
  const answered = await total()
  const countUnfinishedJobs = async () =>
    Number((await sql`select count(*) as n from job_statuses where id = any(${started}) and status in ('queued', 'working')`)[0]?.n)
  await waitFor(countUnfinishedJobs, 0)
  // items that have started are completed: at most one of each of the four jobs
  assert.ok((await total()) <= answered + 4, `${answered}, then ${await total()}`)
  const rows = await sql<{ status: string; message: string }[]>`select status, message from job_statuses where id = any(${started})`
  assert.ok(rows.some(({ status, message }) => status === 'failed' && message.startsWith('The API token the job was started with')))
})
