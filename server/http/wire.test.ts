import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { useApp } from '#test/app.ts'
import { type RawRequest, rawRequest } from '#test/raw_http.ts'

const app = await useApp({}, { own: true }) // starts other processes
const { api } = app
const basic = `Basic ${Buffer.from(`${app.admin.email}/token:${app.admin.token}`).toString('base64')}`
const sendRaw = (given: RawRequest, base_url = app.base_url) =>
  rawRequest(base_url, { ...given, headers: { authorization: basic, ...given.headers } })
const first = (await api.get('/api/v2/groups')).body.groups[0].id as number

const NOT_FOUND = { error: 'RecordNotFound', description: 'Not found' }
const INVALID_ENDPOINT = { error: 'InvalidEndpoint', description: 'Not found' }
const describeInvalid = (attribute: string, must: string, action: string) => ({
  error: {
    title: 'Invalid attribute',
    message: `You passed an invalid value for the ${attribute} attribute. Invalid parameter: ${attribute} ${must} from api/v2/${action}`,
  },
})
const describeMissing = (name: string) => ({
  error: 'ParameterMissing',
  description: `param is missing or the value is empty or invalid: ${name}`,
})

test('every path may end with .json, before the query and after an action', async () => {
  for (const path of ['/api/v2/groups', `/api/v2/groups/${first}`, '/api/v2/groups/assignable', '/api/v2/audit_logs']) {
    const bare = await api.get(path)
    const suffixed = await api.get(`${path}.json`)
    assert.equal(bare.status, 200, path)
    assert.deepEqual(suffixed.body, bare.body)
  }
  assert.equal((await api.get('/api/v2/groups/count.json')).body.count.value, 1)
  assert.equal((await api.get('/api/v2/groups.json?per_page=1&page=1')).body.groups.length, 1)
  assert.equal((await api.get('/api/v2/groups/?per_page=1')).status, 200)
  assert.equal((await api.get(`/api/v2/groups/${first}.json.json`)).status, 400)
})

test('several slashes in a path count as one, and those of the query stay', async () => {
  const paths = ['/api/v2//groups', `/api/v2/groups//${first}.json`, '/api///v2/groups.json?external_id=a//b']
  for (const path of paths) assert.equal((await sendRaw({ path })).status, 200, path)
  const page = (await api.get('/api/v2//audit_logs?page[size]=1&filter[source_type]=api//token')).body
  assert.deepEqual(page.audit_logs, [])
  for (const path of ['//nowhere.json', '//api/v2/groups']) assert.equal((await sendRaw({ path })).status, 404, path)
})

test('links carry .json and the query whether the request had the suffix or not', async () => {
  for (const path of ['/api/v2/audit_logs', '/api/v2/audit_logs.json', '/api/v2/audit_logs/']) {
    const page = await api.get(`${path}?page%5Bsize%5D=1&filter%5Bsource_type%5D=apitoken`)
    const next = new URL(page.body.links.next as string)
    assert.equal(next.pathname, '/api/v2/audit_logs.json')
    assert.deepEqual([...next.searchParams.keys()], ['filter[source_type]', 'page[after]', 'page[size]'])
    assert.match(page.body.links.next, /page%5Bafter%5D=/)
  }
})

test('an unknown path and an unknown method of a known path answer that there is no such endpoint', async () => {
  const answers = [
    await api.get('/api/v2/no_such_thing'),
    await api.get('/api/v2/no_such_thing.json?page=1'),
    await api.get('/api/v2'),
    await api.get('/api/v3/groups'),
    await api.get('/nowhere'),
    await api.get('/api/v2/groups/%FF'),
    await api.get(`/api/v2/groups/${'9'.repeat(600)}`),
    await api.patch('/api/v2/groups', { group: { name: 'x' } }),
    await api.delete('/api/v2/groups'),
    await api.put('/api/v2/groups', { group: { name: 'x' } }),
    await api.post(`/api/v2/groups/${first}`, { group: { name: 'x' } }),
  ]
  for (const answer of answers) {
    assert.equal(answer.status, 404)
    assert.deepEqual(answer.body, INVALID_ENDPOINT)
    assert.equal(answer.headers.get('etag'), null)
    assert.equal(answer.headers.get('cache-control'), 'no-cache')
  }
})

test('a content type without a body counts as no body; a body on GET or DELETE is ignored', async () => {
  const json = { 'content-type': 'application/json' }
  for (const body of ['', ' \n', '{"group":1}', '{'])
    assert.equal((await sendRaw({ path: '/api/v2/groups', headers: json, body })).status, 200, `GET with ${JSON.stringify(body)}`)
  for (const body of ['', ' \n', '{"group":{"name":"other"}}']) {
    const { id } = (await api.post('/api/v2/groups', { group: { name: `To be removed ${body}` } })).body.group
    const removed = await sendRaw({ method: 'DELETE', path: `/api/v2/groups/${id}.json`, headers: json, body })
    assert.equal(removed.status, 204, `DELETE with ${JSON.stringify(body)}`)
  }
  for (const body of ['', ' ']) assert.deepEqual((await api.post('/api/v2/groups', body)).body, describeMissing('group'))
})

test('in a path that begins with a user, "me" is the caller', async () => {
  const toUserPath = (who: number | string) => `/api/v2/users/${who}`
  for (const path of ['/identities', '/group_memberships', '/organizations/count', '/tickets/requested', '/tags']) {
    const mine = await api.get(`${toUserPath('me')}${path}`)
    const own = await api.get(`${toUserPath(app.admin.id)}${path}`)
    assert.equal(mine.status, 200, path)
    assert.deepEqual(Object.keys(mine.body), Object.keys(own.body))
  }
  const { identities } = (await api.get(`${toUserPath('me')}/identities`)).body
  assert.equal(identities[0].user_id, app.admin.id)
  assert.equal((await api.delete(`${toUserPath('me')}/sessions.json`)).status, 204)
  assert.equal(
    (await api.put(`${toUserPath('me')}/password`, {})).status,
    (await api.put(`${toUserPath(app.admin.id)}/password`, {})).status,
  )
  assert.equal((await api.get(`${toUserPath('you')}/identities`)).status, 400)
  assert.equal((await api.get('/api/v2/groups/me')).status, 400)
  assert.equal((await app.as({}).get(`${toUserPath('me')}/identities`)).status, 401)
})

test('an id without a record is not found, even one of 64 bits; one that is not an integer is refused', async () => {
  for (const id of ['0', '-1', '2147483648', '9007199254740993', '9223372036854775807', '-9223372036854775808', '99999999999999999999']) {
    const path = `/api/v2/groups/${id}`
    for (const answer of [await api.get(path), await api.put(path, { group: { name: 'x' } }), await api.delete(path)]) {
      assert.equal(answer.status, 404, id)
      assert.deepEqual(answer.body, NOT_FOUND)
    }
  }
  for (const id of ['abc', '1.5', '1e3', '0x10', '%20', '1%00', '１', 'null']) {
    const answer = await api.get(`/api/v2/groups/${id}`)
    assert.equal(answer.status, 400, id)
    assert.deepEqual(answer.body, describeInvalid('id', 'must be an integer', 'groups/show'))
  }
})

test('a member of the wrong JSON type is refused by its name, before anything is written', async () => {
  const cases: [body: unknown, problem: unknown][] = [
    [{ group: { name: {} } }, describeInvalid('group.name', 'must be a string', 'groups/create')],
    [{ group: { name: ['x'] } }, describeInvalid('group.name', 'must be a string', 'groups/create')],
    [{ group: { name: 'x', is_public: 'perhaps' } }, describeInvalid('group.is_public', 'must be a boolean', 'groups/create')],
    [{ group: [1] }, describeInvalid('group', 'must be a hash', 'groups/create')],
    [{ group: 'x' }, describeInvalid('group', 'must be a hash', 'groups/create')],
  ]
  for (const [body, problem] of cases) {
    const answer = await api.post('/api/v2/groups', body)
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body, problem)
  }
})

test('a missing, null or empty wrapper is named', async () => {
  for (const body of [
    {},
    { name: 'x' },
    { group: null },
    { group: {} },
    { Group: { name: 'x' } },
    [],
    [{ group: { name: 'x' } }],
    'null',
    '"group"',
    '7',
  ]) {
    const answer = await api.post('/api/v2/groups', body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.deepEqual(answer.body, describeMissing('group'))
  }
})

test('a change that names no member changes none, one without its wrapper is refused', async () => {
  const paths = { group: `/api/v2/groups/${first}`, settings: '/api/v2/account/settings', user: `/api/v2/users/${app.admin.id}` }
  const omitUpdatedAt = (record: object) => ({ ...record, updated_at: undefined })
  for (const [key, path] of Object.entries(paths)) {
    const before = (await api.get(path)).body[key]
    const { status, body: after } = await api.put(path, { [key]: {} })
    assert.deepEqual([status, omitUpdatedAt(after[key])], [200, omitUpdatedAt(before)])
    for (const body of [{}, { [key]: null }, { name: 'x' }]) {
      const answer = await api.put(path, body)
      assert.deepEqual([answer.status, answer.body], [400, describeMissing(key)])
    }
  }
})

test('invalid JSON answers 422, whichever JSON media type is declared', async () => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json'])
    for (const body of ['{', '{"group":{"name":"x"}', "{'group':1}", 'group=1', '{"group":NaN}', '\0']) {
      const answer = await api.post('/api/v2/groups', body, { 'content-type': type })
      assert.equal(answer.status, 422, `${type} ${body}`)
      assert.deepEqual(answer.body, { error: 'Unprocessable Entity', message: 'Server could not parse JSON' })
    }
})

test('a body above 4 MiB answers 413, one just below is read', async () => {
  const makePaddedBody = (bytes: number) => {
    const head = '{"group":{"name":"Just fits"},"padding":"'
    return `${head}${'x'.repeat(bytes - head.length - 2)}"}`
  }
  const large = await api.post('/api/v2/groups', makePaddedBody(4 * 1024 * 1024 + 1))
  assert.equal(large.status, 413)
  assert.deepEqual(large.body, { error: 'RequestEntityTooLarge', description: 'The request body is too large' })
  assert.equal((await api.post('/api/v2/groups', makePaddedBody(4 * 1024 * 1024))).status, 201)
})

test('a media type that no route accepts answers 415', async () => {
  for (const type of [
    'text/plain',
    'text/xml',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'nonsense',
  ]) {
    const answer = await sendRaw({
      method: 'POST',
      path: '/api/v2/groups',
      headers: { 'content-type': type },
      body: '{"group":{"name":"x"}}',
    })
    assert.equal(answer.status, 415, type)
    assert.deepEqual(JSON.parse(answer.text), { error: 'UnsupportedMediaType', description: 'Send the body as application/json' })
  }
})

test('JSON declared as a form, the default of curl, is refused with advice', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const [method, path, body] of [
    ['POST', '/api/v2/groups', '{"group":{"name":"From curl"}}'],
    ['PUT', '/api/v2/account/settings', ' { "settings": { "a": "b&c=d" } }'],
    ['POST', '/api/v2/tickets/create_many', '[1]'],
  ] as const) {
    const answer = await sendRaw({ method, path, headers: form, body })
    assert.equal(answer.status, 415, path)
    const description = 'The body is JSON, but it was sent as a form. Add the header Content-Type: application/json'
    assert.deepEqual(JSON.parse(answer.text), { error: 'UnsupportedMediaType', description })
  }
  const other = await sendRaw({ method: 'POST', path: '/api/v2/groups', headers: form, body: 'name=x' })
  assert.deepEqual([other.status, JSON.parse(other.text)], [400, describeMissing('group')])
})

test('unknown members are ignored and named in a warning; names are case-sensitive; an empty id is harmless', async () => {
  const made = await api.post('/api/v2/groups', { group: { id: '', name: 'Warned', Name: 'Other', 'we"ird\n': 1 }, extra: { a: 1 } })
  assert.equal(made.status, 201)
  assert.equal(made.body.group.name, 'Warned')
  assert.equal(
    made.headers.get('x-zendesk-api-warn'),
    '{:allowed_parameters=>{:controller=>"groups", :action=>"create", :unpermitted_keys=>["group.id", "group.Name", "group.we?ird?", "extra"], :invalid_values=>[]}}',
  )
  const changed = await api.put(`/api/v2/groups/${made.body.group.id}`, { group: { id: made.body.group.id, description: 'Changed' } })
  assert.equal(
    changed.headers.get('x-zendesk-api-warn'),
    '{:allowed_parameters=>{:controller=>"groups", :action=>"update", :unpermitted_keys=>["group.id"], :invalid_values=>[]}}',
  )
  const quiet = await api.put(`/api/v2/groups/${made.body.group.id}`, { group: { description: 'Again' } })
  assert.equal(quiet.headers.get('x-zendesk-api-warn'), null)
})

test('an answer has a weak ETag; a client that has it already gets 304 without a body', async () => {
  const path = `/api/v2/groups/${first}`
  const fresh = await api.get(path)
  const etag = fresh.headers.get('etag') ?? ''
  assert.match(etag, /^W\/"[0-9a-f]{32}"$/)
  assert.equal(fresh.headers.get('cache-control'), 'max-age=0, private, must-revalidate')
  for (const known of [etag, `"other", ${etag}`]) {
    const unchanged = await api.get(path, { 'if-none-match': known })
    assert.equal(unchanged.status, 304)
    assert.equal(unchanged.body, undefined)
    assert.equal(unchanged.headers.get('etag'), etag)
  }
  assert.equal((await api.get(path, { 'if-none-match': 'W/"0"' })).status, 200)
  await api.put(path, { group: { description: 'Another text' } })
  const changed = await api.get(path, { 'if-none-match': etag })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.get('etag'), etag)
})

test('the answer of a write has an ETag but is never 304; errors have none', async () => {
  const made = await api.post('/api/v2/groups', { group: { name: 'Tagged' } })
  assert.match(made.headers.get('etag') ?? '', /^W\//)
  const path = `/api/v2/groups/${made.body.group.id}`
  const again = await api.put(path, { group: { description: '' } }, { 'if-none-match': '*' })
  assert.equal(again.status, 200)
  const removed = await api.delete(path)
  assert.deepEqual([removed.status, removed.headers.get('etag'), removed.headers.get('content-type')], [204, null, null])
  assert.equal(removed.headers.get('cache-control'), 'no-cache')
  const refused = await api.post('/api/v2/groups', { group: { name: '' } })
  assert.deepEqual([refused.status, refused.headers.get('etag'), refused.headers.get('cache-control')], [422, null, 'no-cache'])
})

test('long answers are compressed for clients that accept it, with a Vary header', async () => {
  for (let count = 0; count < 8; count += 1)
    await api.post('/api/v2/groups', { group: { name: `Compressible ${count}`, description: 'x'.repeat(200) } })
  const plain = await sendRaw({ path: '/api/v2/groups' })
  const packed = await sendRaw({ path: '/api/v2/groups', headers: { 'accept-encoding': 'gzip, deflate, br' } })
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.ok(packed.bytes.length < plain.bytes.length / 2)
  assert.deepEqual(gunzipSync(packed.bytes), plain.bytes)
  assert.equal(packed.headers.etag, plain.headers.etag)
  const vary = (packed.headers.vary ?? '').toLowerCase()
  assert.ok(vary.includes('origin') && vary.includes('accept-encoding'), vary)
  assert.equal(
    (await sendRaw({ path: `/api/v2/groups/${first}`, headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding'],
    undefined,
  )
})

test('pages of other sites may call with a bearer token, after a preflight request', async () => {
  for (const answer of [await api.get('/api/v2/groups'), await api.get('/api/v2/nothing'), await app.as({}).get('/api/v2/groups')]) {
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.equal(
      answer.headers.get('access-control-expose-headers'),
      'X-Zendesk-API-Warn,X-Zendesk-User-Id,X-Zendesk-User-Session-Expires-At',
    )
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    assert.match(answer.headers.get('vary') ?? '', /origin/i)
  }
  const asking = {
    origin: 'https://example.org',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization, content-type',
  }
  for (const path of ['/api/v2/groups.json', `/api/v2/groups/${first}`, '/oauth/tokens']) {
    const allowed = await rawRequest(app.base_url, { method: 'OPTIONS', path, headers: asking })
    assert.equal(allowed.status, 204)
    assert.equal(allowed.headers['access-control-allow-origin'], '*')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      assert.ok(allowed.headers['access-control-allow-methods']?.includes(method))
    for (const name of ['Authorization', 'Content-Type']) assert.ok(allowed.headers['access-control-allow-headers']?.includes(name))
  }
})

test('every answer names its request and the version of the API', async () => {
  const answers = [
    await api.get('/api/v2/groups'),
    await api.get('/api/v2/nothing'),
    await api.get('/api/v2/groups/x'),
    await api.post('/api/v2/groups', '{'),
    await api.get('/api/v2/groups/%FF'),
    await app.as({}).get('/api/v2/groups'),
    await api.get('/api/v2/groups', { 'x-request-id': 'chosen by the client' }),
  ]
  for (const answer of answers) {
    assert.match(answer.headers.get('x-request-id') ?? '', /^[\w-]{6,}$/)
    assert.equal(answer.headers.get('x-zendesk-api-version'), 'v2')
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  }
  assert.equal(new Set(answers.map((answer) => answer.headers.get('x-request-id'))).size, answers.length)
})

test('URLs in answers begin with the host the client named', async () => {
  const headers = { host: 'Support.Example.org:8443', 'content-type': 'application/json' }
  const shown = JSON.parse((await sendRaw({ path: '/api/v2/groups?page%5Bsize%5D=1', headers })).text)
  assert.equal(shown.groups[0].url, `http://support.example.org:8443/api/v2/groups/${shown.groups[0].id}.json`)
  assert.ok(shown.links.next.startsWith('http://support.example.org:8443/api/v2/groups.json?'))
  const made = await sendRaw({ method: 'POST', path: '/api/v2/groups.json', headers, body: '{"group":{"name":"Elsewhere"}}' })
  const { group } = JSON.parse(made.text)
  assert.equal(made.headers.location, `http://support.example.org:8443/api/v2/groups/${group.id}.json`)
  assert.equal(group.url, made.headers.location)
})

test('an invalid host is refused', async () => {
  for (const host of ['', 'a b', 'a/b', 'a@b', 'a"b', 'x'.repeat(10) + ':port', 'häuser', '-', 'a,b', '<script>']) {
    const answer = await sendRaw({ path: '/api/v2/groups', headers: { host: Buffer.from(host).toString('latin1') } })
    assert.equal(answer.status, 400, host)
    assert.equal(JSON.parse(answer.text).error, 'BadRequest')
  }
})

test('forwarded hosts and schemes are accepted from trusted proxies only', async () => {
  const headers = { 'x-forwarded-host': 'help.example.com', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }
  const urlAt = async (base_url: string) =>
    JSON.parse((await sendRaw({ path: `/api/v2/groups/${first}`, headers }, base_url)).text).group.url
  assert.equal(await urlAt(app.base_url), `${app.base_url}/api/v2/groups/${first}.json`)
  const behind = await app.another({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
  assert.equal(await urlAt(behind.base_url), `https://help.example.com/api/v2/groups/${first}.json`)
  const elsewhere = await app.another({ DESKHAND_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1' })
  assert.equal(await urlAt(elsewhere.base_url), `${elsewhere.base_url}/api/v2/groups/${first}.json`)
  const named = await app.another({ DESKHAND_PUBLIC_URL: 'https://desk.example.net/' })
  assert.equal(await urlAt(named.base_url), `https://desk.example.net/api/v2/groups/${first}.json`)
})

test('lists keep their order of keys, absent values are null, times have seconds and a Z', async () => {
  const offset = await api.get('/api/v2/groups?per_page=1')
  assert.deepEqual(Object.keys(offset.body), ['groups', 'next_page', 'previous_page', 'count'])
  assert.equal(offset.body.previous_page, null)
  const cursor = await api.get('/api/v2/groups?page[size]=1')
  assert.deepEqual(Object.keys(cursor.body), ['groups', 'meta', 'links'])
  assert.deepEqual(Object.keys(cursor.body.meta), ['has_more', 'after_cursor', 'before_cursor'])
  assert.deepEqual(Object.keys(cursor.body.links), ['prev', 'next'])
  assert.match(offset.body.groups[0].created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.match((await api.get('/api/v2/groups/count')).body.count.refreshed_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
  const log = (await api.get('/api/v2/audit_logs?filter[actor_id]=-1&page[size]=1')).body.audit_logs[0] // the system has no address
  assert.ok(Object.hasOwn(log, 'ip_address') && log.ip_address === null)
})

test('a body without a type is read as JSON; one with another type is refused', async () => {
  const authorization = `Basic ${Buffer.from(`${app.admin.email}/token:${app.admin.token}`).toString('base64')}`
  const body = JSON.stringify({ group: { name: 'Untyped' } })
  const post = (headers: Record<string, string>, text = body) =>
    rawRequest(app.base_url, { method: 'POST', path: '/api/v2/groups', headers: { authorization, ...headers }, body: text })
  const made = await post({})
  assert.deepEqual([made.status, JSON.parse(made.text).group.name], [201, 'Untyped'])
  assert.equal((await post({}, '{"group":')).status, 422)
  for (const type of ['text/plain', 'application/xml', 'image/png', '*', 'nonsense'])
    assert.equal((await post({ 'content-type': type })).status, 415, type)
})

test('an answer long enough for compression varies by Accept-Encoding, compressed or not', async () => {
  const authorization = `Basic ${Buffer.from(`${app.admin.email}/token:${app.admin.token}`).toString('base64')}`
  const get = (headers: Record<string, string>) =>
    rawRequest(app.base_url, { path: '/api/v2/openapi', headers: { authorization, ...headers } })
  const plain = await get({})
  assert.deepEqual([plain.headers['content-encoding'], plain.headers.vary], [undefined, 'origin, accept-encoding'])
  const known = await get({ 'if-none-match': plain.headers.etag as string })
  assert.deepEqual([known.status, known.headers.vary], [304, 'origin, accept-encoding'])
})

test('the links of a list never contain the token of the request', async () => {
  const { body } = await app.api.get('/api/v2/groups?access_token=hidden&per_page=1&page=2&sort_by=x')
  assert.ok(body.previous_page.includes('sort_by=x'))
  assert.ok(!JSON.stringify(body).includes('hidden'))
})
