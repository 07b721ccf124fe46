import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'

const app = await useApp()

test('a new instance has one default group', async () => {
  const { status, body } = await app.api.get('/api/v2/groups.json')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['groups', 'next_page', 'previous_page', 'count'])
  assert.equal(body.groups[0].default, true)
  assert.equal(body.groups[0].url, `${app.base_url}/api/v2/groups/${body.groups[0].id}.json`)
})

test('a group is created, renamed and removed, and stays findable as deleted', async () => {
  const made = await app.api.post('/api/v2/groups', { group: { name: 'Billing', oops: 1 } })
  assert.equal(made.status, 201)
  assert.equal(made.headers.get('location'), made.body.group.url)
  assert.match(
    made.headers.get('x-zendesk-api-warn') ?? '',
    /:controller=>"groups", :action=>"create", :unpermitted_keys=>\["group\.oops"\]/,
  )
  const { id } = made.body.group
  const renamed = await app.api.put(`/api/v2/groups/${id}.json`, { group: { name: 'Invoices' } })
  assert.equal(renamed.body.group.name, 'Invoices')
  assert.equal((await app.api.delete(`/api/v2/groups/${id}`)).status, 204)
  assert.equal((await app.api.get(`/api/v2/groups/${id}`)).body.group.deleted, true)
})

test('a name is required and must be unique', async () => {
  const blank = await app.api.post('/api/v2/groups', { group: { name: ' ' } })
  assert.equal(blank.status, 422)
  const twice = await app.api.post('/api/v2/groups', { group: { name: 'support' } })
  assert.deepEqual(twice.body.details, { name: [{ description: 'Name: has already been taken', error: 'DuplicateValue' }] })
})

test('without credentials groups answer 401, an unknown id 404, a non-numeric id 400', async () => {
  assert.equal((await app.as({}).get('/api/v2/groups')).status, 401)
  assert.deepEqual((await app.api.get('/api/v2/groups/9223372036854775807')).body, { error: 'RecordNotFound', description: 'Not found' })
  assert.equal((await app.api.get('/api/v2/groups/abc')).status, 400)
})

test('cursor pages of groups join without overlap', async () => {
  for (const name of ['Alpha', 'Beta', 'Gamma']) await app.api.post('/api/v2/groups', { group: { name } })
  const seen: string[] = []
  let next: string | null = `${app.base_url}/api/v2/groups.json?page%5Bsize%5D=2`
  while (next !== null) {
    const page: { groups: { name: string }[]; links: { next: string | null } } = (await app.api.get(next.slice(app.base_url.length))).body
    seen.push(...page.groups.map((group) => group.name))
    next = page.links.next
  }
  assert.deepEqual(seen, [...seen].sort())
  assert.equal(new Set(seen).size, seen.length)
  assert.ok(seen.length >= 4)
})

test('a name has at most 255 characters, a description 65,536', async () => {
  const put = async (group: Record<string, unknown>) => {
    const { status, body } = await app.api.post('/api/v2/groups', { group })
    return [status, body.details]
  }
  const makeTooLongDetails = (name: string, title: string, most: number) => ({
    [name]: [{ description: `${title}: is too long (maximum is ${most} characters)`, error: 'TooLong' }],
  })
  assert.deepEqual(await put({ name: 'x'.repeat(256) }), [422, makeTooLongDetails('name', 'Name', 255)])
  assert.deepEqual(await put({ name: 'Wordy', description: 'x'.repeat(65_537) }), [
    422,
    makeTooLongDetails('description', 'Description', 65_536),
  ])
  // counted in characters (code points), not in UTF-16 units as JavaScript does
  assert.equal((await put({ name: '🙂'.repeat(255), description: 'x'.repeat(65_536) }))[0], 201)
})

test('tickets can be assigned to groups without members, but not to deleted groups', async () => {
  const group = async (name: string) => (await app.api.post('/api/v2/groups', { group: { name } })).body.group.id as number
  const empty = await group('Nobody yet')
  const gone = await group('Gone')
  await app.api.delete(`/api/v2/groups/${gone}`)
  const ids = (await app.api.get('/api/v2/groups/assignable')).body.groups.map(({ id }: { id: number }) => id)
  assert.ok(ids.includes(empty) && !ids.includes(gone))
})
