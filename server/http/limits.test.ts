import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import type { Answer, Client } from '#test/client.ts'
import { basicToken, hostClient, putInstance, putSettings, type TestInstance } from '#test/instances.ts'
import { plainBody } from '#test/invariants/input_fields.ts'
import { PLANS } from '#accounts/settings.ts'
import { openSession } from '#auth/sessions.ts'
import { accountById } from '#accounts/directory.ts'
import type { Account } from '#accounts/account.ts'
import { systemContext } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { allRoutes } from '#app/routes.ts'
import { makeLimiter } from './limits.ts'

const app = await useApp({ DESKHAND_ROLE: 'web' })
const { server } = app.running
const makeLimitSettings = (rate_limit: Record<string, unknown>) => ({ rate_limit: { endpoints: false, ...rate_limit } })
const resets = (answer: Answer) => Number(answer.headers.get('ratelimit-reset'))

/** Runs `work` on an instance of its own; when the limiter's minute ended meanwhile (the seconds left increased), once more on another. */
async function withinOneMinute(
  rate_limit: Record<string, unknown>,
  work: (instance: TestInstance) => Promise<readonly Answer[]>,
): Promise<readonly Answer[]> {
  for (;;) {
    const answers = await work(await putInstance(app, { settings: makeLimitSettings(rate_limit) }))
    if (resets(answers.at(-1) as Answer) <= resets(answers[0] as Answer)) return answers
  }
}

async function inTurn(count: number, call: (turn: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  while (answers.length < count) answers.push(await call(answers.length))
  return answers
}

test('an answer states the limit, what remains and when it resets, in both spellings', async () => {
  const [first, second] = await withinOneMinute({ per_minute: 10 }, ({ api }) => inTurn(2, () => api.get('/api/v2/groups')))
  for (const [answer, remaining] of [
    [first, '9'],
    [second, '8'],
  ] as const) {
    assert.equal(answer?.headers.get('x-rate-limit'), '10')
    assert.equal(answer?.headers.get('ratelimit-limit'), '10')
    assert.equal(answer?.headers.get('x-rate-limit-remaining'), remaining)
    assert.equal(answer?.headers.get('ratelimit-remaining'), remaining)
  }
  assert.ok(resets(first as Answer) >= 1 && resets(first as Answer) <= 60)
})

test('beyond the limit every call is refused in plain text, with the seconds to wait', async () => {
  const answers = await withinOneMinute({ per_minute: 5 }, ({ api }) => inTurn(9, () => api.get('/api/v2/groups')))
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200, 200, 200, 429, 429, 429, 429],
  )
  for (const refused of answers.slice(5)) {
    assert.equal(refused.body, 'Number of allowed API requests per minute exceeded')
    assert.match(refused.headers.get('content-type') ?? '', /^text\/plain/)
    assert.equal(refused.headers.get('content-length'), '50')
    const wait = refused.headers.get('retry-after')
    assert.ok(Number(wait) >= 1 && Number(wait) <= 60)
    assert.equal(refused.headers.get('cache-control'), `max-age=${wait},public`)
    assert.equal(refused.headers.get('x-rate-limit-remaining'), '0')
    assert.equal(refused.headers.get('ratelimit-remaining'), '0')
    assert.equal(refused.headers.get('ratelimit-reset'), wait)
    assert.equal(refused.headers.get('etag'), null)
  }
})

test('a refused write writes nothing', async () => {
  const answers = await withinOneMinute({ per_minute: 2 }, async ({ api, id }) => {
    const calls = await inTurn(4, () => api.post('/api/v2/groups', { group: { name: `Group ${Math.random()}` } }))
    const count = await app.database.database.first(
      defineStatement<{ total: number }>('select count(*) as total from groups where account_id = $1')(id),
    )
    assert.equal(count?.total, 1 + calls.filter((call) => call.status === 201).length)
    return calls
  })
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [201, 201, 429, 429],
  )
})

for (const [plan, limit] of Object.entries(PLANS)) {
  test(`the plan ${plan} allows ${limit ?? 'any number of'} requests a minute`, async () => {
    const { api } = await putInstance(app, { settings: makeLimitSettings({ plan }) })
    const answer = await api.get('/api/v2/groups')
    assert.equal(answer.status, 200)
    for (const name of ['x-rate-limit', 'ratelimit-limit']) assert.equal(answer.headers.get(name), limit === null ? null : String(limit))
    if (limit === null)
      for (const name of ['x-rate-limit-remaining', 'ratelimit-remaining', 'ratelimit-reset']) assert.equal(answer.headers.get(name), null)
  })
}

test('a limit of the instance overrides its plan, and a change applies from the next call on', async () => {
  const { api, id } = await putInstance(app, { settings: makeLimitSettings({ plan: 'team', per_minute: 33 }) })
  assert.equal((await api.get('/api/v2/groups')).headers.get('x-rate-limit'), '33')
  await putSettings(app, id, makeLimitSettings({ plan: 'team' }))
  assert.equal((await api.get('/api/v2/groups')).headers.get('x-rate-limit'), '200')
  await putSettings(app, id, makeLimitSettings({ plan: 'unlimited' }))
  assert.equal((await api.get('/api/v2/groups')).headers.get('x-rate-limit'), null)
})

test('one instance cannot use up the limit of another', async () => {
  const other = await putInstance(app, { settings: makeLimitSettings({ per_minute: 3 }) })
  await withinOneMinute({ per_minute: 3 }, ({ api }) => inTurn(6, () => api.get('/api/v2/groups')))
  assert.equal((await other.api.get('/api/v2/groups')).status, 200)
})

async function sessionClient(instance: TestInstance, base_url: string): Promise<Client> {
  const account = (await accountById(server.services, instance.id)) as Account
  const ctx = systemContext({ account, db: server.database, log: server.log, services: server.services, base_url })
  const { token } = await openSession(ctx, server.services.pepper, instance.owner_id)
  return hostClient(base_url, instance.host, { cookie: `deskhand_session=${token}` })
}

test('calls of the dashboard are not counted, nor are anonymous calls to routes that need credentials', async () => {
  const answers = await withinOneMinute({ per_minute: 2 }, async (instance) => {
    const page = await sessionClient(instance, app.base_url)
    const stranger = hostClient(app.base_url, instance.host)
    for (const answer of await inTurn(5, () => page.get('/api/v2/groups'))) {
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('x-rate-limit'), null)
    }
    for (const answer of await inTurn(3, () => stranger.get('/api/v2/groups'))) assert.equal(answer.status, 401)
    return inTurn(3, () => instance.api.get('/api/v2/groups'))
  })
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 429],
  )
})

test('a call that is refused for its scope is counted, and one from a disallowed address as anonymous', async () => {
  const rates = { per_minute: 4 }
  const answers = await withinOneMinute(rates, async (instance) => {
    const { client } = (await instance.api.post('/api/v2/oauth/clients', { client: { name: 'Narrow', identifier: 'narrow' } })).body
    const asked = { token: { client_id: client.id, scopes: ['hc:read'] } }
    const { full_token } = (await instance.api.post('/api/v2/oauth/tokens', asked)).body.token
    const narrow = hostClient(app.base_url, instance.host, { authorization: `Bearer ${full_token}` })
    return inTurn(3, () => narrow.get('/api/v2/groups'))
  })
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [403, 403, 429],
  )
  const away = await withinOneMinute(rates, async (instance) => {
    const { client } = (
      await instance.api.post('/api/v2/oauth/clients', { client: { name: 'Far', identifier: 'far', allowed_ips: ['192.0.2.0/24'] } })
    ).body
    const asked = { token: { client_id: client.id, scopes: ['read'] } }
    const { full_token } = (await instance.api.post('/api/v2/oauth/tokens', asked)).body.token
    const far = hostClient(app.base_url, instance.host, { authorization: `Bearer ${full_token}` })
    return [...(await inTurn(5, () => far.get('/api/v2/groups'))), ...(await inTurn(2, () => instance.api.get('/api/v2/groups')))]
  })
  assert.deepEqual(
    away.map((answer) => answer.status),
    [403, 403, 403, 403, 429, 200, 200],
    'what the instance may call is not used up from elsewhere',
  )
})

test('two processes together grant exactly the limit', async () => {
  const other = await app.another()
  const answers = await withinOneMinute({ per_minute: 50 }, async (instance) => {
    const clients = [instance.api, hostClient(other.base_url, instance.host, basicToken(instance.email, instance.token))]
    const before = await instance.api.get('/api/v2/groups')
    const crowd = await Promise.all(Array.from({ length: 140 }, (_none, index) => (clients[index % 2] as Client).get('/api/v2/groups')))
    return [before, ...crowd, await instance.api.get('/api/v2/groups')]
  })
  const granted = answers.filter((answer) => answer.status === 200).length
  assert.ok(granted <= 50, `${granted} calls were granted`)
  assert.ok(granted >= 45, `only ${granted} calls were granted`)
  assert.ok(answers.every((answer) => answer.status === 200 || answer.status === 429))
})

const BUCKET = /^total=(\d+); remaining=(\d+); resets=(\d+)$/

/** Total, remaining and seconds left, from the header of a bucket. */
function standingOf(answer: Answer, name: string): number[] {
  const told = BUCKET.exec(answer.headers.get(`zendesk-ratelimit-${name}`) ?? '')
  assert.ok(told, `${answer.status} without the header of ${name}`)
  return told.slice(1).map(Number)
}

const limitedRoutes = allRoutes.filter((route) => route.buckets !== undefined)

test('every route with a limit of its own reports its state, where the instance has these limits enabled', async () => {
  const strict = await putInstance(app, { settings: { rate_limit: { plan: 'unlimited', endpoints: true } } })
  const lax = await putInstance(app)
  assert.ok(limitedRoutes.length >= 6)
  for (const route of limitedRoutes)
    for (const { name, limit, per } of route.buckets ?? []) {
      const method = route.method.toLowerCase() as 'post'
      const call = (api: Client) => api[method](route.path.replace(/:\w+/g, '999999999'), plainBody(route))
      const callerAt = ({ api, host }: TestInstance) => (per === 'stranger' ? hostClient(app.base_url, host) : api)
      const [total, remaining = -1, seconds = 0] = standingOf(await call(callerAt(strict)), name)
      assert.equal(total, limit, `${route.method} ${route.path} ${name}`)
      assert.ok(remaining >= 0 && remaining < limit && seconds > 0)
      assert.equal((await call(callerAt(lax))).headers.get(`zendesk-ratelimit-${name}`), null)
    }
})

/** As withinOneMinute, by the seconds a bucket has left. */
async function withinOneWindow(name: string, work: (instance: TestInstance) => Promise<readonly Answer[]>): Promise<readonly Answer[]> {
  for (;;) {
    const answers = await work(await putInstance(app, { settings: { rate_limit: { plan: 'unlimited', endpoints: true } } }))
    const [first, last] = [answers[0], answers.at(-1)].map((answer) => standingOf(answer as Answer, name)[2] as number)
    if ((last as number) <= (first as number)) return answers
  }
}

test('beyond the limit of a route its calls are refused as JSON, with the seconds to wait, and other routes still answer', async () => {
  const answers = await withinOneWindow('deleted-tickets-index', async ({ api }) => {
    const calls = await inTurn(12, () => api.get('/api/v2/deleted_tickets'))
    assert.equal((await api.get('/api/v2/tickets')).status, 200)
    return calls
  })
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [...Array.from({ length: 10 }, () => 200), 429, 429],
  )
  assert.deepEqual(
    answers.map((answer) => standingOf(answer, 'deleted-tickets-index')[1]),
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0],
  )
  const refused = answers.at(-1) as Answer
  assert.deepEqual(refused.body, { error: 'APIRateLimitExceeded', description: 'Number of allowed API requests per minute exceeded' })
  assert.equal(Number(refused.headers.get('retry-after')), standingOf(refused, 'deleted-tickets-index')[2])
})

test('a limit per record counts that record alone, and may have its own message', async () => {
  const answers = await withinOneWindow('users-update', async ({ api, owner_id }) => {
    const other = (await api.post('/api/v2/users', { user: { name: 'Other' } })).body.user.id
    const calls = await inTurn(6, () => api.put(`/api/v2/users/${owner_id}`, { user: { notes: 'x' } }))
    assert.equal((await api.put(`/api/v2/users/${other}`, { user: { notes: 'x' } })).status, 200)
    return calls
  })
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200, 200, 200, 429],
  )
  assert.match(answers.at(-1)?.body.description, /^You have exceeded the rate limit for updating a single unique user/)
})

test('limiters that share a database together grant exactly the limit, at any size and concurrency', async () => {
  const db = app.database.database
  for (const [limit, takers, calls] of [
    [1, 2, 20],
    [7, 3, 60],
    [49, 4, 200],
    [100, 2, 300],
    [2500, 3, 4000],
  ] as const) {
    const limiters = Array.from({ length: takers }, makeLimiter)
    // a window of ten years: no boundary can fall into it
    const taken = await Promise.all(
      Array.from({ length: calls }, (_none, index) =>
        (limiters[index % takers] as ReturnType<typeof makeLimiter>).take(db, 1, `crowd ${limit}`, limit, 315_360_000),
      ),
    )
    const granted = taken.filter((standing) => standing.allowed).length
    assert.ok(granted <= limit, `${granted} of ${limit}`)
    assert.ok(granted >= Math.min(limit, calls) * 0.9, `${granted} of ${limit}`)
    for (const { allowed, remaining } of taken) assert.ok(remaining >= 0 && remaining < limit && (allowed || remaining === 0))
  }
})

test('a single limiter grants the limit to the last call', async () => {
  const limiter = makeLimiter()
  const db = app.database.database
  for (const limit of [1, 2, 50, 51, 99, 101, 700]) {
    const standings = await Promise.all(Array.from({ length: limit + 3 }, () => limiter.take(db, 1, `alone ${limit}`, limit, 315_360_000)))
    assert.equal(standings.filter((standing) => standing.allowed).length, limit)
    assert.deepEqual(
      standings.map((standing) => standing.remaining),
      Array.from({ length: limit + 3 }, (_none, index) => Math.max(0, limit - 1 - index)),
    )
  }
})

test('when a limit is lowered within its window, the remaining number and the grants respect the new one', async () => {
  const limiter = makeLimiter()
  const db = app.database.database
  const take = (limit: number) => limiter.take(db, 1, 'lowered', limit, 315_360_000)
  for (let turn = 0; turn < 3; turn += 1) assert.equal((await take(700)).allowed, true)
  assert.deepEqual(
    [await take(5), await take(5), await take(5), await take(2)].map(({ allowed, remaining }) => [allowed, remaining]),
    [
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0],
    ],
  )
})

test('a flood of other buckets does not affect one in use, and memory stays bounded', async () => {
  const limiter = makeLimiter(20)
  const db = app.database.database
  let granted = 0
  for (let turn = 0; turn < 60; turn += 1) {
    granted += Number((await limiter.take(db, 1, 'in use', 50, 315_360_000)).allowed)
    await Promise.all(Array.from({ length: 15 }, (_none, index) => limiter.take(db, 1, `flood ${turn} ${index}`, 100, 315_360_000)))
  }
  assert.equal(granted, 50)
})

test('the name of a bucket is bounded, whatever a caller puts into it', async () => {
  const limiter = makeLimiter()
  const db = app.database.database
  const long = `long ${'x'.repeat(100_000)}`
  const standings = [await limiter.take(db, 1, `${long}1`, 1, 315_360_000), await limiter.take(db, 1, `${long}2`, 1, 315_360_000)]
  assert.deepEqual(
    standings.map(({ allowed }) => allowed),
    [true, false],
  )
})

test('callers without credentials have a limit of their own at each address, and never use up the account’s', async () => {
  const answers = await withinOneMinute({ per_minute: 3 }, async (instance) => {
    const stranger = hostClient(app.base_url, instance.host)
    const strangers = await inTurn(5, () => stranger.get('/api/v2/users/me'))
    return [...strangers, ...(await inTurn(4, () => instance.api.get('/api/v2/groups')))]
  })
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200, 429, 429, 200, 200, 200, 429],
  )
  assert.equal(answers[0]?.headers.get('x-rate-limit-remaining'), '2')
  const behind = await app.another({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
  const { host } = await putInstance(app, { settings: makeLimitSettings({ per_minute: 1 }) })
  for (const address of ['203.0.113.1', '203.0.113.2', randomBytes(4000).toString('hex')])
    assert.equal((await hostClient(behind.base_url, host, { 'x-forwarded-for': address }).get('/api/v2/users/me')).status, 200, address)
})

test('an IPv6 network is one anonymous caller, whichever of its addresses calls; IPv4 inside IPv6 is IPv4', async () => {
  const behind = await app.another({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
  const statuses = async (addresses: readonly string[]) =>
    (
      await withinOneMinute({ per_minute: 2 }, ({ host }) =>
        inTurn(addresses.length, (turn) =>
          hostClient(behind.base_url, host, { 'x-forwarded-for': addresses[turn] as string }).get('/api/v2/users/me'),
        ),
      )
    ).map(({ status }) => status)
  assert.deepEqual(await statuses(['2001:db8::1', '2001:db8::2', '2001:db8::ffff:1:2:3', '2001:db8:0:1::1']), [200, 200, 429, 200])
  assert.deepEqual(await statuses(['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201', '::ffff:192.0.2.2']), [200, 200, 429, 200])
})

test('signing in is not counted against the account: it has a limit of its own', async () => {
  const { api, host } = await putInstance(app, { settings: makeLimitSettings({ per_minute: 1 }) })
  const stranger = hostClient(app.base_url, host)
  const answers = await inTurn(3, () => stranger.post('/access/sign_in', { email: 'nobody@example.com', password: 'wrong' }))
  for (const answer of answers) assert.deepEqual([answer.status, answer.headers.get('x-rate-limit')], [401, null])
  assert.equal((await api.get('/api/v2/groups')).status, 200)
})
