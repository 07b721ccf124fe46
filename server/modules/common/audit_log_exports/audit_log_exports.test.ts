import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appendAudit } from '#accounts/audit_chain.ts'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { putInstance, putSettings } from '#test/instances.ts'
import { waitFor } from '#test/jobs.ts'
import { putPerson } from '#test/records.ts'
import { sweep } from '#jobs/sweep.ts'

const app = await useApp()
const admin = await putPerson(app, { role: 'admin' })
const agent = await putPerson(app, { role: 'agent' })
const EXPORT = '/api/v2/audit_logs/export'

/** The path and id of a new export, once it can be fetched. */
async function makeReadyExport(query = '', api = app.api): Promise<{ path: string; id: number }> {
  const asked = await api.post(EXPORT + query)
  assert.equal(asked.status, 202, JSON.stringify(asked.body))
  const path = (asked.headers.get('location') as string).replace(/^https?:\/\/[^/]+/, '')
  await waitFor(async () => (await api.get(path)).body.audit_log_export.state, 'ready')
  return { path, id: (await api.get(path)).body.audit_log_export.id }
}

const content = async (id: number) => app.api.get(`/api/v2/deskhand/audit_logs/exports/${id}/content`)

// @source docs/reference/account.md §8.1
test('the log is exported by a job, and the caller gets a mail with a link to a page', async () => {
  const asked = await admin.api.post(EXPORT)
  assert.equal(asked.status, 202)
  assert.equal(typeof asked.body, 'string')
  const path = (asked.headers.get('location') as string).replace(/^https?:\/\/[^/]+/, '')
  await waitFor(async () => (await app.api.get(path)).body.audit_log_export.state, 'ready')
  const { audit_log_export: made } = (await app.api.get(path)).body
  assert.deepEqual([made.user_id, made.filter, made.url], [admin.id, {}, `${app.base_url}${path}`])
  const file = await app.api.get(made.content_url.slice(app.base_url.length))
  assert.match(file.headers.get('content-type') ?? '', /^text\/csv/)
  assert.equal(file.headers.get('content-disposition'), `attachment; filename="audit_log_${made.id}.csv"`)
  assert.equal(file.headers.get('cache-control'), 'no-store')
  const lines = String(file.body).trimEnd().split('\r\n')
  assert.equal(lines[0], 'id,created_at,actor_id,actor_name,action,source_type,source_id,source_label,change_description,ip_address')
  assert.equal(lines.length, made.entries + 1)
  assert.match(lines[1] ?? '', /^\d+,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,-1,System,create,account,/)
  const { mails } = (await app.api.get('/api/v2/deskhand/mails?filter[topic]=audit_log.exported')).body
  const mail = mails.find((each: { user_id: number }) => each.user_id === admin.id)
  assert.equal(mail.to, admin.email)
  assert.ok(String(mail.body).includes(`/admin/account/audit_log?export=${made.id}\n`))
  const [entry] = (await app.api.get(`/api/v2/audit_logs?filter[action]=exported&filter[actor_id]=${admin.id}`)).body.audit_logs
  assert.deepEqual([entry.source_type, entry.change_description], ['audit_log', 'Exported as a table'])
})

test('the filters of the list are those of the export', async () => {
  const { group } = (await app.api.post('/api/v2/groups', { group: { name: 'Only this' } })).body
  const { id } = await makeReadyExport(`?filter[source_type]=group&filter[source_id]=${group.id}&filter[action]=create`)
  const lines = String((await content(id)).body)
    .trimEnd()
    .split('\r\n')
  assert.equal(lines.length, 2)
  assert.match(lines[1] ?? '', /,create,group,\d+,Only this,/)
  assert.equal((await app.api.post(`${EXPORT}?filter[source_id]=1`)).status, 400)
})

test('an export of more entries than one read returns has all of them, in order', async () => {
  const account_id = app.account_id
  const { ids } = app.running.server.services
  const by = { account_id, actor_id: -1, actor_name: 'System', action: 'update', ip_address: null, details: {} }
  const what = { source_type: 'group', source_label: 'Many', change_description: 'One of many in one transaction, all of one moment' }
  await app.database.database.transaction(async (tx) => {
    for (let source_id = 1; source_id <= 2100; source_id += 1)
      await appendAudit(tx, ids, { ...by, ...what, source_id, created_at: '2027-01-01T00:00:00.000Z' })
  })
  const { id } = await makeReadyExport()
  const lines = String((await content(id)).body)
    .trimEnd()
    .split('\r\n')
    .slice(1)
  const { audit_log_export: made } = (await app.api.get(`/api/v2/deskhand/audit_logs/exports/${id}`)).body
  assert.equal(lines.length, made.entries)
  assert.ok(lines.length > 2100)
  const times = lines.map((line) => line.split(',')[1] as string)
  assert.deepEqual(times, [...times].sort())
  assert.equal(new Set(lines.map((line) => line.split(',')[0])).size, lines.length)
})

// Stored texts that a spreadsheet would execute. @source docs/reference/access_governance.md §13
test('values that a spreadsheet would run as a formula are exported as text', async () => {
  for (const name of ['=HYPERLINK("http://evil.example","x")', '+1+1', '-2+3', '@SUM(1)'])
    assert.equal((await app.api.post('/api/v2/groups', { group: { name } })).status, 201)
  const { id } = await makeReadyExport('?filter[source_type]=group')
  const text = String((await content(id)).body)
  assert.ok(text.includes(`"'=HYPERLINK(""http://evil.example"",""x"")"`))
  for (const harmless of [`,'+1+1,`, `,'-2+3,`, `,'@SUM(1),`]) assert.ok(text.includes(harmless), harmless)
})

test('one export a minute, as the rate limit headers say', async () => {
  const limited = await putInstance(app)
  await putSettings(app, limited.id, { rate_limit: { plan: 'unlimited', endpoints: true } })
  const first = await limited.api.post(EXPORT)
  assert.equal(first.status, 202)
  assert.match(first.headers.get('zendesk-ratelimit-audit-logs-export') ?? '', /^total=1; remaining=0; resets=\d+$/)
  assert.equal((await limited.api.post(EXPORT)).status, 429)
})

test('a token that can read the log can export it', async () => {
  const { client } = (
    await app.api.post('/api/v2/oauth/clients', {
      client: { name: 'Reader', identifier: 'reader', kind: 'confidential', redirect_uri: 'https://example.org/back' },
    })
  ).body
  const grant = async (scopes: string[]) =>
    app.as({ bearer: (await app.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes } })).body.token.full_token })
  assert.equal((await (await grant(['auditlogs:read'])).post(EXPORT)).status, 202)
  assert.equal((await (await grant(['tickets:read'])).post(EXPORT)).status, 403)
})

test('only administrators start and fetch exports; an unknown id is not found', async () => {
  const { path, id } = await makeReadyExport()
  const file = `/api/v2/deskhand/audit_logs/exports/${id}/content`
  assert.equal((await app.as({}).post(EXPORT)).status, 401)
  assert.equal((await agent.api.post(EXPORT)).status, 403)
  for (const each of [path, file]) {
    assert.equal((await app.as({}).get(each)).status, 401)
    assert.equal((await agent.api.get(each)).status, 403)
  }
  for (const each of ['/api/v2/deskhand/audit_logs/exports/999999999', '/api/v2/deskhand/audit_logs/exports/999999999/content'])
    assert.equal((await app.api.get(each)).status, 404)
})

test('an export can be fetched for seven days by the clock of the instance, then it is removed', async () => {
  const { path, id } = await makeReadyExport()
  await setUp(app, { clock: { mode: 'shifted', offset_seconds: 7 * 86_400 + 60 } })
  assert.equal((await app.api.get(path)).status, 404)
  assert.equal((await content(id)).status, 404)
  await sweep(app.database.database)
  await setUp(app, { clock: { mode: 'real' } })
  assert.equal((await app.api.get(path)).status, 404)
})
