import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { putDuties } from '#test/governance.ts'
import { putInstance } from '#test/instances.ts'
import { registerClient } from '#test/oauth.ts'
import { putPerson } from '#test/records.ts'
import { defineStatement } from '#db/builder.ts'
import { type Call, openRequestLog } from '#http/request_log.ts'
import { addSeconds, machineNow, toDate } from '#lib/clock.ts'

const app = await useApp({}, { own: true }) // names the first instance
const { requestLog, database, services, log } = app.running.server
const account_id = app.account_id
const PATH = '/api/v2/deskhand/activity'
const DAY_SECONDS = 86_400
const daysAgo = (days: number) => addSeconds(machineNow(), -days * DAY_SECONDS).getTime()
const dayOf = (milliseconds: number) => toDate(milliseconds).toISOString().slice(0, 10)

/** Logs calls; the given members override the defaults. */
async function logCalls(...calls: Partial<Call>[]): Promise<void> {
  const now = machineNow().getTime()
  const usual = {
    account_id,
    created_at: now,
    used_at: now,
    is_use: true,
    method: 'GET',
    route: '/api/v2/tickets',
    status: 200,
    milliseconds: 1,
  }
  const nobody = { user_id: 0, email: null, credential_kind: 'anonymous', credential_id: null, client_id: null }
  for (const call of calls) requestLog.add({ ...usual, ...nobody, user_agent: null, ip_address: '192.0.2.1', request_id: 'r', ...call })
  await requestLog.flush()
}

async function activity(query: Record<string, string>): Promise<any> {
  const { status, body } = await app.api.get(`${PATH}?${new URLSearchParams(query).toString()}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('calls of a credential are summed, with errors and rate-limited calls counted separately', async () => {
  const call = { user_agent: 'summed', credential_kind: 'api_token', credential_id: 1, user_id: app.admin.id }
  const statuses = [200, 201, 404, 422, 500, 429, 429]
  await logCalls(...statuses.map((status) => ({ ...call, status })))
  const { activity: lines, totals } = await activity({ by: 'credential', 'filter[user_agent]': 'summed' })
  assert.equal(lines.length, 1)
  const { key, calls, errors, limited, credential_kind, credential_id, label } = lines[0]
  assert.deepEqual([key, calls, errors, limited], ['api_token:1', 7, 3, 2])
  assert.deepEqual([credential_kind, credential_id, label], ['api_token', 1, 'First start'])
  assert.deepEqual([totals.calls, totals.errors, totals.limited], [7, 3, 2])
})

test('an HTTP call is counted in the sums and in the log', async () => {
  await app.api.get('/api/v2/groups.json?secret=sesame', { 'user-agent': 'wire' })
  await app.api.get('/api/v2/groups/999999', { 'user-agent': 'wire' })
  await requestLog.flush()
  const { activity: lines } = await activity({ by: 'endpoint', 'filter[user_agent]': 'wire', sort: 'key' })
  assert.deepEqual(
    lines.map((line: any) => [line.key, line.calls, line.errors, line.ip_address]),
    [
      ['GET /api/v2/groups', 1, 0, null],
      ['GET /api/v2/groups/:id', 1, 1, null],
    ],
  )
})

test('the same calls can be summed by client, user, user agent, address and endpoint, each with its name', async () => {
  const client = await registerClient(app, { name: 'Nightly export' })
  const person = await putPerson(app, { role: 'agent', name: 'Anna' })
  const { token } = (await app.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['read'] } })).body
  const call = {
    credential_kind: 'oauth',
    credential_id: token.id,
    client_id: client.id,
    user_id: person.id,
    user_agent: 'exporter/1',
    ip_address: '198.51.100.7',
  }
  await logCalls({ ...call, method: 'POST', route: '/api/v2/users' }, call)
  const readFirstLine = async (by: string) => {
    const [line] = (await activity({ by, 'filter[client_id]': String(client.id) })).activity
    return [line.key, line.label, line.detail, line.calls]
  }
  assert.deepEqual(await readFirstLine('client'), [String(client.id), 'Nightly export', client.client_id, 2])
  assert.deepEqual(await readFirstLine('user'), [String(person.id), 'Anna', person.email, 2])
  assert.deepEqual(await readFirstLine('user_agent'), ['exporter/1', 'exporter/1', null, 2])
  assert.deepEqual(await readFirstLine('address'), ['198.51.100.7', '198.51.100.7', null, 2])
  assert.deepEqual((await readFirstLine('endpoint'))[3], 1)
  assert.deepEqual((await readFirstLine('credential')).slice(1), ['Nightly export', `OAuth token · ${app.admin.email}`, 2])
})

test('deleted, unknown and anonymous subjects have a name that says so', async () => {
  await logCalls(
    { user_agent: 'names', credential_kind: 'api_token', credential_id: 987_654 },
    { user_agent: 'names', credential_kind: 'api_token', status: 401 },
    { user_agent: 'names', credential_kind: 'session', credential_id: 5, user_id: app.admin.id },
    { user_agent: 'names' },
  )
  const { activity: lines } = await activity({ by: 'credential', 'filter[user_agent]': 'names', sort: 'key' })
  assert.deepEqual(
    lines.slice(0, 3).map((line: any) => line.label),
    ['Without credentials', 'Unknown API token', 'API token 987654 (deleted)'],
  )
  assert.equal(lines[3].detail, `Dashboard session · ${app.admin.email}`)
})

test('each row and the totals have their days; days outside the span are left out', async () => {
  const call = { user_agent: 'trend' }
  await logCalls(
    { ...call, created_at: daysAgo(40) },
    { ...call, created_at: daysAgo(2) },
    { ...call, created_at: daysAgo(2), status: 500 },
    call,
  )
  const { activity: lines, totals, from, to } = await activity({ by: 'user_agent', 'filter[user_agent]': 'trend' })
  const two = dayOf(daysAgo(2))
  const today = dayOf(daysAgo(0))
  const days = [
    { day: two, calls: 2, errors: 1, limited: 0 },
    { day: today, calls: 1, errors: 0, limited: 0 },
  ]
  assert.deepEqual([lines[0].trend, totals.days], [days, days])
  assert.deepEqual([from, to], [dayOf(daysAgo(29)), today])
  const wide = await activity({ by: 'user_agent', 'filter[user_agent]': 'trend', from: dayOf(daysAgo(60)), to: today })
  assert.equal(wide.activity[0].calls, 4)
  const first = wide.activity[0].first_at
  assert.equal(first.slice(0, 10), dayOf(daysAgo(40)))
})

test('rows are paged in both styles and sorted as requested, without duplicates', async () => {
  const address = (n: number) => `203.0.113.${n}`
  const calls = Array.from({ length: 9 }, (_, n) => Array.from({ length: n + 1 }, () => ({ route: '/paged', ip_address: address(n) })))
  await logCalls(...calls.flat())
  const query = { by: 'address', 'filter[route]': '/paged' }
  const offset = await activity({ ...query, per_page: '4', page: '2' })
  assert.deepEqual([offset.count, offset.activity.map((line: any) => line.calls)], [9, [5, 4, 3, 2]])
  const found: number[] = []
  let after: string | null = ''
  while (after !== null) {
    const page: any = await activity({ ...query, 'page[size]': '4', sort: 'calls', ...(after === '' ? {} : { 'page[after]': after }) })
    found.push(...page.activity.map((line: any) => line.calls))
    after = page.meta.has_more ? page.meta.after_cursor : null
  }
  assert.deepEqual(found, [1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('the CSV export contains no formulas that a spreadsheet would run', async () => {
  await logCalls({ user_agent: '=HYPERLINK("https://evil.example")', route: '/table' }, { user_agent: 'calm', route: '/table' })
  const { status, headers, body } = await app.api.get(`${PATH}?by=user_agent&filter[route]=/table&format=csv&sort=-key`)
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/)
  assert.match(
    headers.get('content-disposition') ?? '',
    /^attachment; filename="activity_by_user_agent_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv"$/,
  )
  const [head, ...lines] = (body as string).trimEnd().split('\r\n')
  assert.equal(head, 'key,label,detail,calls,errors,limited,first_at,last_at')
  assert.equal(lines.length, 2)
  assert.ok(
    lines.some((line) => line.startsWith(`"'=HYPERLINK(""https://evil.example"")"`)),
    lines.join('\n'),
  )
})

test('a CSV export is cut after 10,000 rows and says so', async () => {
  await logCalls(...Array.from({ length: 10_001 }, (_, n) => ({ user_agent: `agent ${n}`, route: '/long' })))
  const { headers, body } = await app.api.get(`${PATH}?by=user_agent&filter[route]=/long&format=csv`)
  assert.equal(headers.get('x-deskhand-truncated'), '10000')
  assert.equal((body as string).trimEnd().split('\r\n').length, 10_001)
})

test('a retried batch is counted once, in the sums and in the log', async () => {
  const own = openRequestLog(
    Object.assign(Object.create(database) as typeof database, {
      run: async (statement: Parameters<typeof database.run>[0]) => {
        if (failures-- > 0) throw new Error('away for a moment')
        return database.run(statement)
      },
    }),
    services.ids,
    { ...log, error() {} },
    90,
  )
  let failures = 2
  const usual = {
    account_id,
    created_at: daysAgo(0),
    used_at: daysAgo(0),
    is_use: true,
    method: 'GET',
    route: '/again',
    status: 200,
    milliseconds: 1,
    user_id: 0,
    email: null,
  }
  for (let n = 0; n < 5; n += 1)
    own.add({
      ...usual,
      credential_kind: 'anonymous',
      credential_id: null,
      client_id: null,
      user_agent: 'again',
      ip_address: null,
      request_id: 'a',
    })
  for (let attempt = 0; attempt < 3; attempt += 1) await own.flush()
  await own.close()
  const rows = defineStatement<{ count: number }>('select count(*) as count from request_log where account_id = $1 and route = $2')
  assert.equal((await database.first(rows(account_id, '/again')))?.count, 5)
  assert.equal((await activity({ by: 'endpoint', 'filter[route]': '/again' })).totals.calls, 5)
})

test('sums are dropped with the log they were made of', async () => {
  const old = daysAgo(60)
  await logCalls({ route: '/old', created_at: old })
  const span = { from: dayOf(old), to: dayOf(old), 'filter[route]': '/old' }
  assert.equal((await activity(span)).totals.calls, 1)
  const short = openRequestLog(database, services.ids, log, 30)
  short.add({
    account_id,
    created_at: daysAgo(0),
    used_at: daysAgo(0),
    is_use: true,
    method: 'GET',
    route: '/new',
    status: 200,
    milliseconds: 1,
    user_id: 0,
    email: null,
    credential_kind: 'anonymous',
    credential_id: null,
    client_id: null,
    user_agent: null,
    ip_address: null,
    request_id: 'n',
  })
  await short.close()
  assert.equal((await activity(span)).totals.calls, 0)
})

test('administrators and people with a duty may read activity; others and anonymous callers are refused', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  for (const path of [PATH, '/api/v2/deskhand/radar']) {
    assert.equal((await app.as({}).get(path)).status, 401)
    assert.equal((await agent.api.get(path)).status, 403)
  }
  for (const duty of ['provisioner', 'engineer', 'support_operations'] as const) {
    await putDuties(app, agent.id, [duty])
    assert.equal((await agent.api.get(PATH)).status, 200)
  }
  await putDuties(app, agent.id, ['requester'])
  assert.equal((await agent.api.get(PATH)).status, 403)
})

test('an account sees only its own calls and names', async () => {
  const other = await putInstance(app)
  await logCalls({ account_id: other.id, user_agent: 'theirs', credential_kind: 'api_token', credential_id: 1, user_id: other.owner_id })
  await logCalls({ user_agent: 'ours', credential_kind: 'api_token', credential_id: 1, user_id: app.admin.id })
  const agents = async (api: Client) => {
    const { status, body } = await api.get(`${PATH}?by=user_agent&filter[credential_id]=1`)
    assert.equal(status, 200)
    return body.activity.map((line: any) => line.key) as string[]
  }
  assert.deepEqual(await agents(other.api), ['theirs'])
  assert.ok(!(await agents(app.api)).includes('theirs'))
  const radar = (await other.api.get('/api/v2/deskhand/radar')).body.radar
  assert.ok(!JSON.stringify(radar).includes('ours'))
})

test('an invalid grouping, span or format is refused, and the refusal names it', async () => {
  const bad = [
    'by=nothing',
    'by=constructor',
    'from=2026-02-01&to=2026-01-01',
    'from=2020-01-01&to=2026-01-01',
    'from=soon',
    'format=xml',
    'page=x',
  ]
  for (const query of bad) {
    const { status, body } = await app.api.get(`${PATH}?${query}`)
    assert.deepEqual([query, status, body.error.title], [query, 400, 'Invalid attribute'])
  }
})
