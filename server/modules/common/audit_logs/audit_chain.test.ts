import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allAccounts } from '#accounts/directory.ts'
import { appendAudit } from '#accounts/audit_chain.ts'
import { recordAsSystem } from '#accounts/system_audit.ts'
import { defineStatement } from '#db/builder.ts'
import { checkChains } from '#doctor/chains.ts'
import { useApp } from '#test/app.ts'
import { putInstance } from '#test/instances.ts'
import { putPerson } from '#test/records.ts'
import { headText, readHead } from './chain.ts'
import { beginVerification, type Fault } from './verify.ts'

const app = await useApp({}, { own: true }) // starts other processes
const { database } = app.database
const agent = await putPerson(app, { role: 'agent' })
const EXPORT = '/api/v2/deskhand/audit_logs/export'
const HEAD = '/api/v2/deskhand/audit_logs/head'

async function exportLines(api = app.api, query = ''): Promise<string[]> {
  const lines: string[] = []
  let path: string | undefined = `${EXPORT}${query}`
  while (path !== undefined) {
    const answer = await api.get(path)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    lines.push(
      ...String(answer.body ?? '')
        .split('\n')
        .filter(Boolean),
    )
    const [, next] = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '') ?? []
    path = next?.replace(/^https?:\/\/[^/]+/, '')
  }
  return lines
}

function faultIn(lines: readonly string[], head?: string): Fault | undefined {
  const published = readHead(head ?? '')
  const verification = beginVerification(published === undefined ? {} : { published })
  return [...lines.flatMap((line) => verification.read(line)), ...verification.end()][0]
}

const headOf = async (api = app.api) => headText((await api.get(HEAD)).body.head)
const token = (mark: string | number) => ({ api_token: { description: `token ${mark}`, exception: 'team_automation', reason: 'A test' } })

test('the first entry of an instance is its own creation, and every act continues the chain', async () => {
  const one = await putInstance(app)
  assert.equal((await one.api.post('/api/v2/groups', { group: { name: 'Chained' } })).status, 201)
  const { body } = await one.api.get(HEAD)
  assert.match(body.head.recorded_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  const lines = await exportLines(one.api)
  assert.equal(faultIn(lines, headText(body.head)), undefined)
  const entries = lines.map((line) => JSON.parse(line).entry)
  assert.deepEqual(
    [entries[0].action, entries[0].source_type, entries[0].source_id, entries[0].actor_id],
    ['create', 'account', one.id, -1],
  )
  assert.ok(entries.every((entry) => entry.account_id === one.id))
})

test('a name with Unicode line separators is exported and verified, and tampering after it is detected', async () => {
  const one = await putInstance(app)
  const create = async (name: string) => assert.equal((await one.api.post('/api/v2/groups', { group: { name } })).status, 201)
  await create('Before')
  // names are written in one line now; entries from before have them as they were sent
  const entry = { source_type: 'group', source_id: 1, source_label: 'Split\u2028here\u2029and\u0085there', change_description: 'Created' }
  await app.database.database.transaction((tx) => recordAsSystem(tx, one.id, new Date(), entry))
  await create('Behind')
  const lines = await exportLines(one.api)
  assert.ok(lines.some((line) => line.includes('\u2028')))
  assert.equal(faultIn(lines), undefined)
  const at = lines.findIndex((line) => line.includes('Behind'))
  const fault = faultIn(lines.with(at, (lines[at] as string).replaceAll('Behind', 'Hidden')))
  assert.deepEqual([fault?.line, fault?.kind], [at + 1, 'wrong_hash'])
})

// Hash-chained per account. @source docs/reference/access_governance.md §13
test('many acts at once, some of two entries, some on two processes, leave an unbroken chain without a deadlock', async () => {
  const other = await app.another()
  const second = app.api
  const postElsewhere = async (path: string, body: unknown) => {
    const authorization = `Basic ${Buffer.from(`${app.admin.email}:${app.admin.password}`).toString('base64')}`
    const answer = await fetch(other.base_url + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await answer.text()
    return answer.status
  }
  const before = (await second.get(HEAD)).body.head.position as number
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, number) =>
      number % 2 === 0
        ? (await app.inPerson.post('/api/v2/api_tokens', token(`at once ${number}`))).status
        : postElsewhere('/api/v2/api_tokens', token(`elsewhere ${number}`)),
    ),
  )
  assert.deepEqual([...new Set(statuses)], [201])
  const head = await headOf()
  assert.equal(readHead(head)?.position, before + 60)
  assert.equal(faultIn(await exportLines(), head), undefined)
})

test('acts that lock records in different orders do not deadlock: they lock the head of the chain last', async () => {
  const account_id = app.account_id
  const { ids } = app.running.server.services
  const lock = defineStatement<unknown>('select id from users where account_id = $1 and id = $2 for update')
  const entry = (number: number) => ({
    account_id,
    actor_id: -1,
    actor_name: 'System',
    action: 'update',
    source_type: 'user',
    source_id: number,
    source_label: 'Locked',
    change_description: 'Recorded before the record is locked',
    ip_address: null,
    details: {},
    created_at: '2027-01-01T00:00:00.000Z',
  })
  const before = (await app.api.get(HEAD)).body.head.position as number
  // each records first and then locks the same row: appending to the chain at once would deadlock
  const recordThenLock = () =>
    database.transaction(async (tx) => {
      await appendAudit(tx, ids, entry(1))
      await tx.all(lock(account_id, agent.id))
      await appendAudit(tx, ids, entry(2))
    })
  const lockThenRecord = () =>
    database.transaction(async (tx) => {
      await tx.all(lock(account_id, agent.id))
      await appendAudit(tx, ids, entry(3))
    })
  await Promise.all(Array.from({ length: 40 }, (_, number) => (number % 2 === 0 ? recordThenLock() : lockThenRecord())))
  const head = await headOf()
  assert.equal(readHead(head)?.position, before + 60)
  const lines = await exportLines()
  assert.equal(faultIn(lines, head), undefined)
  // the two entries of one act are adjacent
  const sources = lines.slice(before, before + 60).map((line) => JSON.parse(line).entry.source_id as number)
  for (const [index, source] of sources.entries()) if (source === 1) assert.equal(sources[index + 1], 2)
})

test('transactions that record in two instances, in either order, leave both chains unbroken', async () => {
  const { ids } = app.running.server.services
  const one = await putInstance(app)
  const two = await putInstance(app)
  const entry = (account_id: number, number: number) => ({
    account_id,
    actor_id: -1,
    actor_name: 'System',
    action: 'update',
    source_type: 'group',
    source_id: number,
    source_label: 'Both',
    change_description: 'Recorded in both',
    ip_address: null,
    details: { number },
    created_at: '2027-01-01T00:00:00.000Z',
  })
  const record = (number: number) => () =>
    database.transaction(async (tx) => {
      const accounts = number % 2 === 0 ? [one.id, two.id] : [two.id, one.id]
      for (const id of [...accounts, ...accounts]) await appendAudit(tx, ids, entry(id, number))
    })
  const before = await Promise.all([one, two].map(async ({ api }) => (await api.get(HEAD)).body.head.position as number))
  await Promise.all(Array.from({ length: 30 }, (_, number) => record(number)()))
  for (const [index, { api }] of [one, two].entries()) {
    const head = await headOf(api)
    assert.equal(readHead(head)?.position, (before[index] as number) + 60)
    assert.equal(faultIn(await exportLines(api), head), undefined)
  }
  const found = await checkChains(database, await allAccounts(database))
  assert.deepEqual(
    found.map(({ level }) => level),
    ['ok'],
  )
})

test('what is rolled back leaves neither an entry nor a gap', async () => {
  const account_id = app.account_id
  const before = (await app.api.get(HEAD)).body.head
  const failing = database.transaction(async (tx) => {
    const what = { source_type: 'group', source_id: 1, source_label: 'Never', change_description: 'Never' }
    const when = { ip_address: null, details: {}, created_at: '2027-01-01T00:00:00.000Z' }
    await appendAudit(tx, app.running.server.services.ids, {
      account_id,
      actor_id: -1,
      actor_name: 'System',
      action: 'create',
      ...what,
      ...when,
    })
    throw new Error('rolled back')
  })
  await assert.rejects(failing, /rolled back/)
  assert.deepEqual((await app.api.get(HEAD)).body.head, before)
  assert.equal(
    (await app.inPerson.post('/api/v2/api_tokens', { api_token: { description: 'no reason', exception: 'team_automation' } })).status,
    422,
  )
  assert.equal((await app.inPerson.post('/api/v2/api_tokens', token('after'))).status, 201)
  assert.equal((await app.api.get(HEAD)).body.head.position, before.position + 1)
})

test('entries are hashed as they are stored: lone surrogates, zero bytes and numbers of every size', async () => {
  const account_id = app.account_id
  await appendAudit(database, app.running.server.services.ids, {
    account_id,
    actor_id: -1,
    actor_name: 'A\ud800\0B',
    action: 'update',
    source_type: 'group',
    source_id: 1,
    source_label: 'דּ 😀 \u2028',
    change_description: 'x'.repeat(5000),
    ip_address: null,
    details: { z: 1e21, a: [0.1 + 0.2, -0, 5e-324, null, 'x\0'], nothing: undefined, nested: { b: 1, a: { '10': 1, '9': 2 } } },
    created_at: '2027-01-01T00:00:00.007Z',
  })
  const head = await headOf()
  const lines = await exportLines()
  assert.equal(faultIn(lines, head), undefined)
  assert.equal(JSON.parse(lines.at(-1) as string).entry.actor_name, 'A\ufffdB')
})

test('tampering with rows of the database is detected with a head that was published before', async () => {
  const two = await putInstance(app)
  for (const mark of [1, 2, 3, 4]) assert.equal((await two.inPerson.post('/api/v2/api_tokens', token(mark))).status, 201)
  const head = await headOf(two.api)
  const tamper = async (text: string, ...parameters: unknown[]) => void (await database.run(defineStatement<unknown>(text)(...parameters)))
  const reason = async () => faultIn(await exportLines(two.api), head)?.reason ?? 'none'
  assert.equal(await reason(), 'none')
  await tamper(`update audit_logs set details = '{}' where account_id = $1 and position = 4`, two.id)
  assert.match(await reason(), /has been changed/)
  await tamper('delete from audit_logs where account_id = $1 and position = 4', two.id)
  assert.match(await reason(), /Position 4 was to be next: 1 entries are missing/)
  await tamper('delete from audit_logs where account_id = $1 and position >= 4', two.id)
  await tamper(
    `update audit_chain_heads h set position = 3, hash = l.hash from audit_logs l where h.account_id = $1 and l.account_id = $1 and l.position = 3`,
    two.id,
  )
  // the export itself is recorded, so the chain has grown and has other hashes than the published one
  assert.match(await reason(), /The published head is at \d+|The hash is not the published one/)
})

test('entries recorded before the log was chained have no position, are exported separately and counted', async () => {
  const three = await putInstance(app)
  const insert =
    defineStatement<unknown>(`insert into audit_logs (account_id, id, actor_id, actor_name, action, source_type, source_id, source_label,
    change_description, created_at) values ($1, $2, -1, 'System', 'create', 'group', 1, 'Old', 'Created', $3)`)
  for (const id of [1, 2, 3]) await database.run(insert(three.id, id, new Date('2026-01-01T00:00:00Z')))
  const old = await exportLines(three.api, '?unchained=true&limit=2')
  assert.deepEqual(
    old.map((line) => [JSON.parse(line).position, JSON.parse(line).entry.id]),
    [1, 2, 3].map((id) => [null, id]),
  )
  const verification = beginVerification()
  for (const line of [...old, ...(await exportLines(three.api))]) assert.deepEqual(verification.read(line), [])
  assert.equal(verification.progress().unchained, 3)
})

test('an export ends at the head its first page found, and every page is recorded', async () => {
  const four = await putInstance(app)
  for (const mark of [1, 2, 3]) assert.equal((await four.inPerson.post('/api/v2/api_tokens', token(mark))).status, 201)
  const { position } = (await four.api.get(HEAD)).body.head
  const lines = await exportLines(four.api, '?limit=2')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).position),
    Array.from({ length: position }, (_, index) => index + 1),
  )
  const exports = (await four.api.get('/api/v2/audit_logs?filter[action]=exported')).body.audit_logs
  assert.equal(exports.length, Math.ceil(position / 2))
  assert.equal(exports[0].change_description, `Exported for verification up to position ${position}`)
  const answer = await four.api.get(`${EXPORT}?after_position=${position}&limit=1`)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/x-ndjson/)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(JSON.parse(answer.body).entry.action, 'exported')
})

test('one entry is shown with its details and its position in the chain', async () => {
  const made = (await app.inPerson.post('/api/v2/api_tokens', token('shown'))).body.api_token
  const [listed] = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=apitoken&filter[source_id]=${made.id}`)).body.audit_logs
  const { audit_log } = (await app.api.get(`/api/v2/deskhand/audit_logs/${listed.id}`)).body
  const { details, position, previous_hash, hash, ...rest } = audit_log
  assert.deepEqual(rest, listed)
  assert.deepEqual([details.exception, details.reason], ['team_automation', 'A test'])
  assert.deepEqual(details.credential, { id: null, kind: 'password' })
  const { head } = (await app.api.get(HEAD)).body
  assert.deepEqual([position, hash], [head.position, head.hash])
  assert.match(previous_hash, /^[0-9a-f]{64}$/)
  assert.equal((await app.api.get('/api/v2/deskhand/audit_logs/999999999')).status, 404)
})

test('administrators only; invalid parameters are refused', async () => {
  const { id } = (await app.api.get('/api/v2/audit_logs?page[size]=1')).body.audit_logs[0]
  for (const path of [HEAD, EXPORT, `/api/v2/deskhand/audit_logs/${id}`]) {
    assert.equal((await app.as({}).get(path)).status, 401)
    assert.equal((await agent.api.get(path)).status, 403)
  }
  for (const query of [
    'limit=0',
    'limit=10001',
    'limit=many',
    'after_position=-1',
    'until_position=x',
    'unchained=true&after_id=-5',
    'after_id=5',
    'until_position=99999',
  ])
    assert.equal((await app.api.get(`${EXPORT}?${query}`)).status, 400, query)
})
