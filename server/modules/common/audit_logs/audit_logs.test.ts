import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inPerson, ownerIdOf, setUp, trackIssues } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { putDuties } from '#test/governance.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
const agent = await putPerson(app, { role: 'agent' })
const admin = await putPerson(app, { role: 'admin' })
const adminInPerson = await inPerson(app, admin.id)
const KEYS = [
  'url',
  'id',
  'action',
  'action_label',
  'actor_id',
  'actor_name',
  'source_id',
  'source_type',
  'source_label',
  'change_description',
  'ip_address',
  'created_at',
]

interface Entry {
  readonly id: number
  readonly action: string
  readonly actor_id: number
  readonly source_id: number
  readonly created_at: string
}
const list = async (query: string): Promise<Entry[]> => (await app.api.get(`/api/v2/audit_logs.json?${query}`)).body.audit_logs
const token = (number: number) => ({ api_token: { description: `https://issues.example.com/${number}` } })

await trackIssues(app)
await putDuties(app, admin.id, ['engineer'])

/** Three tokens created on three days, the second by another administrator from another address and deleted on the fourth day. */
const made: number[] = []
for (const day of [1, 2, 3]) {
  await setUp(app, { clock: { mode: 'frozen', at: `2027-01-0${day}T10:00:00.250Z` } })
  const who = day === 2 ? adminInPerson : app.inPerson
  made.push((await who.post('/api/v2/api_tokens', token(day), day === 2 ? { 'x-forwarded-for': '192.0.2.7' } : {})).body.api_token.id)
}
const [one = 0, two = 0, three = 0] = made
await setUp(app, { clock: { mode: 'frozen', at: '2027-01-04T10:00:00.000Z' } })
await app.api.put(`/api/v2/api_tokens/${two}`, { api_token: { active: false } })
await app.api.delete(`/api/v2/api_tokens/${two}`)

test('the log is shown newest first, with the documented members', async () => {
  const { status, body } = await app.api.get('/api/v2/audit_logs')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['audit_logs', 'next_page', 'previous_page', 'count'])
  assert.deepEqual(
    body.audit_logs.slice(0, 5).map((entry: Entry) => [entry.action, entry.source_id]),
    [
      ['destroy', two],
      ['update', two],
      ['create', three],
      ['create', two],
      ['create', one],
    ],
  )
  const entry = body.audit_logs[3]
  assert.deepEqual(Object.keys(entry), KEYS)
  assert.deepEqual(entry, {
    url: `${app.base_url}/api/v2/audit_logs/${entry.id}.json`,
    id: entry.id,
    action: 'create',
    action_label: 'Created',
    actor_id: admin.id,
    actor_name: admin.name,
    source_id: two,
    source_type: 'apitoken',
    source_label: 'https://issues.example.com/2',
    change_description: 'Created for the access request https://issues.example.com/2',
    ip_address: '192.0.2.7',
    created_at: '2027-01-02T10:00:00Z',
  })
  assert.deepEqual((await app.api.get(`/api/v2/audit_logs/${entry.id}`)).body.audit_log, entry)
})

test('the first token of the instance is recorded as a bootstrap exception', async () => {
  const [oldest] = (await app.api.get('/api/v2/audit_logs?filter[source_type]=apitoken&sort=id')).body.audit_logs
  assert.deepEqual([oldest.actor_id, oldest.actor_name], [-1, 'System'])
  assert.match(oldest.change_description, /Bootstrap exception/)
})

test('it is filtered by source, actor, address, action and time', async () => {
  const sources = async (query: string) => (await list(query)).map((entry) => entry.source_id)
  assert.deepEqual(await sources(`filter[source_type]=apitoken&filter[source_id]=${one}`), [one])
  assert.deepEqual(await sources('filter[source_type]=nothing'), [])
  assert.deepEqual(await sources(`filter[actor_id]=${admin.id}`), [two])
  assert.deepEqual(await sources('filter%5Bip_address%5D=192.0.2.7'), [two])
  assert.deepEqual(await sources('filter[action]=destroy'), [two])
  assert.deepEqual(await sources('filter[source_type]=apitoken&filter[action][]=destroy&filter[action][]=update'), [two, two])
  assert.deepEqual(await sources('filter[created_at][]=2027-01-02T10:00:00Z&filter[created_at][]=2027-01-03T10:00:00Z'), [three, two])
  assert.deepEqual(await sources('filter[created_at]=2027-01-02T10:00:00Z&filter[created_at]=2027-01-03T10:00:00Z'), [three, two])
  assert.deepEqual(await sources('filter%5Bcreated_at%5D=2027-01-02T10:00:00Z&filter%5Bcreated_at%5D=2027-01-02T10:00:01Z'), [two])
  assert.deepEqual(await sources('filter[created_at]=2027-01-04'), [two, two])
})

test('it is searched by words or their beginnings in the actor, the record and the description, with every other filter', async () => {
  const findSourceIds = async (text: string, more = '') =>
    (await list(`${more}filter[source_type]=apitoken&filter[text]=${encodeURIComponent(text)}`)).map((entry) => entry.source_id)
  assert.deepEqual(await findSourceIds('https://issues.example.com/2 created'), [two])
  assert.deepEqual(await findSourceIds(admin.name.toUpperCase()), [two])
  assert.deepEqual(await findSourceIds('CREAT issues.example.com/3'), [three])
  assert.deepEqual(await findSourceIds('request access', `filter[actor_id]=${admin.id}&`), [two], 'words in any order')
  assert.deepEqual(await findSourceIds('request-access'), [], 'words of one term follow each other')
  assert.deepEqual(await findSourceIds('created deleted'), [])
  assert.deepEqual(await findSourceIds('—!'), [], 'signs alone are no words')
  assert.deepEqual(await findSourceIds('  ', 'filter[action]=destroy&'), [two], 'nothing is asked')
  const first = (await app.api.get('/api/v2/audit_logs?filter[source_type]=apitoken&filter[text]=issues&page[size]=1')).body
  assert.deepEqual([first.meta.has_more, first.count], [true, undefined])
  const { body } = await app.api.get('/api/v2/audit_logs?filter[text]=issues')
  assert.deepEqual(Object.keys(body), ['audit_logs', 'meta', 'links'], 'not counted, so paged by cursor')
  for (const text of ['x'.repeat(256), 'x '.repeat(33)])
    assert.equal((await app.api.get(`/api/v2/audit_logs?filter[text]=${encodeURIComponent(text)}`)).status, 400)
  assert.equal((await agent.api.get('/api/v2/audit_logs?filter[text]=issues')).status, 403)
})

test('it is sorted and paged in both directions', async () => {
  const span = `filter[source_type]=apitoken&filter[actor_id]=${await ownerIdOf(app)}&filter[action]=create`
  assert.deepEqual(
    (await list(`${span}&sort=created_at`)).map((entry) => entry.source_id),
    [one, three],
  )
  assert.deepEqual(
    (await list(`${span}&sort_by=created_at&sort_order=asc`)).map((entry) => entry.source_id),
    [one, three],
  )
  const first = (await app.api.get(`/api/v2/audit_logs?${span}&page[size]=1&sort=-created_at`)).body
  assert.deepEqual([first.audit_logs[0].source_id, first.meta.has_more], [three, true])
  const second = (await app.api.get(first.links.next.slice(app.base_url.length))).body
  assert.deepEqual([second.audit_logs[0].source_id, second.meta.has_more], [one, false])
})

test('invalid parameters are refused', async () => {
  for (const query of [
    'filter[source_id]=1',
    'filter[source_type]=apitoken&filter[source_id]=one',
    'filter[created_at]=yesterday',
    'page[size]=1&sort=ip_address',
    'filter[created_at]=2027-01-01&filter[created_at]=2027-01-02&filter[created_at]=2027-01-03',
    'filter[created_at][]=2027-01-01&filter[created_at][]=2027-01-02&filter[created_at][]=2027-01-03',
  ])
    assert.equal((await app.api.get(`/api/v2/audit_logs?${query}`)).status, 400, query)
})

test('administrators only, and nobody changes an entry', async () => {
  const { id } = (await list('page[size]=1'))[0] as Entry
  for (const path of ['/api/v2/audit_logs', `/api/v2/audit_logs/${id}`]) {
    assert.equal((await app.as({}).get(path)).status, 401)
    assert.equal((await agent.api.get(path)).status, 403)
    assert.deepEqual((await app.api.delete(path)).body, { error: 'InvalidEndpoint', description: 'Not found' })
    assert.equal((await app.api.put(path, { audit_log: { action: 'none' } })).status, 404)
  }
  assert.equal((await app.api.get('/api/v2/audit_logs/999999999')).status, 404)
  assert.equal((await app.api.get('/api/v2/audit_logs/last')).status, 400)
})
