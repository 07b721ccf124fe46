import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)

const organization = await make.organization({ name: 'Zebra Works', notes: 'pays late', domain_names: ['zebra.example'] })
const group = await make.group({ name: 'Night shift' })
const agent = await make.agent({ name: 'Nora Nightingale', email: 'nora@desk.example' })
await app.api.post('/api/v2/group_memberships', { group_membership: { user_id: agent.id, group_id: group.id } })
const person = await make.user({ name: 'Ümit Yıldız', email: 'umit.y@zebra.example', organization_id: organization.id, tags: ['gold'] })
const broken = await make.ticket({
  subject: 'Broken espresso machine',
  comment: { body: 'It leaks since Tuesday, order INC-4711, see https://zebra.example/path' },
  requester_id: person.id,
  assignee_id: agent.id,
  group_id: group.id,
  tags: ['kitchen', 'urgent_repair'],
  priority: 'urgent',
  type: 'incident',
  external_id: 'EXT-9',
})
const quiet = await make.ticket({ subject: 'Grinder is quiet', comment: { body: 'Nothing to hear' }, priority: 'low', tags: ['kitchen'] })

interface Result {
  readonly id: number
  readonly result_type: string
}
const call = (query: string, more = '') => app.api.get(`/api/v2/search.json?query=${encodeURIComponent(query)}${more}`)
const search = async (query: string, more = '') => {
  const { status, body } = await call(query, more)
  assert.equal(status, 200, JSON.stringify(body))
  return body.results.map((found: Result) => `${found.result_type} ${found.id}`)
}
const tickets = async (query: string, more = '') =>
  (await search(`type:ticket ${query}`, more))
    .map((found: string) => Number(found.slice('ticket '.length)))
    .sort((one: number, other: number) => one - other)

test('a search finds records of all types, each complete and with its type', async () => {
  const { body } = await call('zebra')
  assert.deepEqual(Object.keys(body), ['results', 'facets', 'next_page', 'previous_page', 'count'])
  assert.deepEqual(
    body.results.map((found: Result) => found.result_type),
    ['user', 'organization', 'ticket'],
  )
  assert.deepEqual([body.count, body.facets, body.next_page, body.previous_page], [3, null, null, null])
  const [user] = body.results
  assert.equal(user.user_fields !== undefined && user.email, 'umit.y@zebra.example')
  const shown = (await app.api.get(`/api/v2/tickets/${broken.id}`)).body.ticket
  assert.deepEqual(body.results[2], { ...shown, result_type: 'ticket' })
})

test('words are found in subject, comments and tags, by prefix, ignoring case and accents', async () => {
  assert.deepEqual(await tickets('ESPRESSO'), [broken.id])
  assert.deepEqual(await tickets('espr leak'), [broken.id])
  assert.deepEqual(await tickets('kitchen'), [broken.id, quiet.id])
  assert.deepEqual(await tickets('kitchen -espresso'), [quiet.id])
  assert.deepEqual(await tickets('"espresso machine"'), [broken.id])
  assert.deepEqual(await tickets('"machine espresso"'), [])
  assert.deepEqual(await tickets('INC-4711'), [broken.id])
  assert.deepEqual(await tickets('presso'), [])
  assert.deepEqual(await search('umit'), [`user ${person.id}`])
  assert.deepEqual(await search('yıldız type:user'), [`user ${person.id}`])
  assert.deepEqual(await search('umit.y@zebra.example type:user'), [`user ${person.id}`])
})

test('new text is found by the next request, and removed text is not', async () => {
  const { id } = await make.ticket({ subject: 'Fresh subject', comment: { body: 'first words' } })
  assert.deepEqual(await tickets('fresh'), [id])
  await app.api.put(`/api/v2/tickets/${id}`, { ticket: { comment: { body: 'a pterodactyl', public: false } } })
  assert.deepEqual(await tickets('pterodactyl'), [id])
  assert.deepEqual(await tickets('comment:pterodactyl'), [id])
  assert.deepEqual(await tickets('subject:pterodactyl'), [])
  await app.api.put(`/api/v2/tickets/${id}`, { ticket: { subject: 'Stale subject', tags: ['quokka'] } })
  assert.deepEqual(await tickets('fresh'), [])
  assert.deepEqual(await tickets('stale quokka pterodactyl words'), [id])
  await app.api.delete(`/api/v2/tickets/${id}`)
  assert.deepEqual(await tickets('pterodactyl'), [])
  await app.api.put(`/api/v2/deleted_tickets/${id}/restore`, {})
  assert.deepEqual(await tickets('pterodactyl stale'), [id])
  await app.api.put(`/api/v2/tickets/${id}`, { ticket: { subject: 'Stale subject', tags: [] } })
  assert.deepEqual(await tickets('quokka'), [])
})

test('properties narrow the results; the same property twice means or, different ones mean and', async () => {
  const both = [broken.id, quiet.id]
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ['tags:kitchen priority:urgent', [broken.id]],
    ['tags:kitchen priority:urgent priority:low', both],
    ['tags:kitchen priority>low', [broken.id]],
    ['tags:kitchen priority<=normal', [quiet.id]],
    ['tags:kitchen priority>=urgent', [broken.id]],
    ['tags:"kitchen urgent_repair"', [broken.id]],
    ['tags:urg*', [broken.id]],
    ['subject:espresso', [broken.id]],
    ['subject:espr*', [broken.id]],
    ['subject:"broken espresso"', [broken.id]],
    ['subject:espr', []],
    ['subject:broken*mach*', [broken.id]],
    ['tags:kitchen -subject:espresso', [quiet.id]],
    ['tags:kitchen comment:since*tues*', [broken.id]],
    ['description:leaks', [broken.id]],
    ['tags:kitchen ticket_type:incident', [broken.id]],
    ['tags:kitchen -ticket_type:incident', [quiet.id]],
    ['tags:kitchen ticket_type:none', [quiet.id]],
    ['tags:kitchen assignee:nora', [broken.id]],
    ['tags:kitchen assignee:"Nora Nightingale"', [broken.id]],
    ['tags:kitchen assignee:nora@desk.example', [broken.id]],
    [`tags:kitchen assignee:${agent.id}`, [broken.id]],
    ['tags:kitchen assignee:none', [quiet.id]],
    ['tags:kitchen requester:me', [quiet.id]],
    ['tags:kitchen -requester:me', [broken.id]],
    ['tags:kitchen commenter:me', both],
    ['tags:kitchen group:"night shift"', [broken.id]],
    ['tags:kitchen organization:zebra', [broken.id]],
    ['tags:kitchen organization:none', [quiet.id]],
    ['external_id:ext-9', [broken.id]],
    ['external_id:ext*', [broken.id]],
    ['tags:kitchen via:api', both],
    ['tags:kitchen has_attachment:true', []],
    ['tags:kitchen has_attachment:false', both],
    ['tags:kitchen has_attachment:maybe', []],
    ['tags:kitchen satisfaction:unoffered', both],
    ['tags:kitchen cc:none', both],
    [`ticket_id:${broken.id}`, [broken.id]],
    [`${broken.id}`, [broken.id]],
    ['tags:kitchen status<solved', both],
    ['tags:kitchen status:closed', []],
    ['tags:kitchen created:today updated<1hour', []],
    ['tags:kitchen created>4hours created<=today', both],
    ['tags:kitchen created<2020-01-01', []],
    ['tags:kitchen created>=2020-01-01T00:00:00Z', both],
    ['tags:kitchen created:99years', both],
    ['tags:kitchen due_date:none', both],
    ['tags:kitchen brand:*', both],
    ['tags:kitchen nonsense:x', []],
    ['tags:kitchen priority:nonsense', []],
  ]
  for (const [query, expected] of cases) assert.deepEqual(await tickets(query), expected, query)
})

test('custom fields are found by their ids, by any value, and by having none', async () => {
  const field = (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Serial' } })).body.ticket_field
  const { id } = await make.ticket({ subject: 'With serial', custom_fields: [{ id: field.id, value: 'Ab-77 x' }] })
  for (const query of [
    `custom_field_${field.id}:"ab-77 x"`,
    `custom_field_${field.id}:ab*`,
    `custom_field_${field.id}:*`,
    'fieldvalue:"ab-77 x"',
  ])
    assert.deepEqual(await tickets(query), [id], query)
  assert.deepEqual(await tickets(`tags:kitchen custom_field_${field.id}:none`), [broken.id, quiet.id])
  assert.deepEqual(await tickets(`custom_field_${field.id}:other`), [])
})

test('a date matches the whole day, and a time the whole second', async () => {
  const { id } = await make.ticket({ subject: 'Due at noon', type: 'task', due_at: '2031-05-06T12:00:00Z' })
  const cases: readonly (readonly [string, boolean])[] = [
    ['due_date:2031-05-05', false],
    ['due_date:2031-05-06', true],
    ['due_date:2031-05-07', false],
    ['due_date<2031-05-06', false],
    ['due_date<2031-05-07', true],
    ['due_date>2031-05-05', true],
    ['due_date>2031-05-06', false],
    ['due_date<=2031-05-05', false],
    ['due_date<=2031-05-06', true],
    ['due_date>=2031-05-06', true],
    ['due_date>=2031-05-07', false],
    ['due_date:2031-05-06T12:00:00Z', true],
    ['due_date:2031-05-06T11:00:00Z', false],
    ['due_date<2031-05-06T12:00:00Z', false],
    ['due_date<=2031-05-06T12:00:00Z', true],
  ]
  for (const [query, isFound] of cases) assert.deepEqual(await tickets(`subject:noon ${query}`), isFound ? [id] : [], query)
})

test('numbers and dates in custom fields are compared as such', async () => {
  const amount = (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'integer', title: 'Amount' } })).body.ticket_field
  const day = (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'date', title: 'Day' } })).body.ticket_field
  const custom_fields = [
    { id: amount.id, value: 7 },
    { id: day.id, value: '2031-05-06' },
  ]
  const { id } = await make.ticket({ subject: 'Seven', custom_fields })
  const cases: readonly (readonly [string, boolean])[] = [
    [`custom_field_${amount.id}>6.5`, true],
    [`custom_field_${amount.id}>7`, false],
    [`custom_field_${amount.id}<10`, true],
    [`custom_field_${day.id}>2031-05-05`, true],
    [`custom_field_${day.id}>2031-05-06`, false],
    [`custom_field_${day.id}>=2031-05-06T23:00:00Z`, true],
    [`custom_field_${day.id}>soon`, false],
  ]
  for (const [query, isFound] of cases) assert.deepEqual(await tickets(query), isFound ? [id] : [], query)
})

test('users, organizations and groups are found by their properties', async () => {
  assert.deepEqual(await search('type:user role:agent name:nora'), [`user ${agent.id}`])
  assert.deepEqual(await search('type:user group:"night shift"'), [`user ${agent.id}`])
  assert.deepEqual(await search('type:user organization:zebra tags:gold'), [`user ${person.id}`])
  assert.deepEqual(await search('type:user tags:gold is_active:true'), [`user ${person.id}`])
  assert.deepEqual(await search('type:organization name:zebra'), [`organization ${organization.id}`])
  assert.deepEqual(await search('type:organization notes:"pays late" domain_names:zebra.example'), [`organization ${organization.id}`])
  assert.deepEqual(await search('type:group night'), [`group ${group.id}`])
  assert.deepEqual(await search('type:group name:"night shift"'), [`group ${group.id}`])
  assert.deepEqual(await search('email:nora@desk.example'), [`user ${agent.id}`])
  assert.deepEqual(await search('type:nothing zebra'), [])
  assert.deepEqual(await search('type:organization *'), [`organization ${organization.id}`])
  assert.deepEqual(await search('type:organization !!!'), [])
})

test('results are sorted as the parameters or the query itself say', async () => {
  assert.deepEqual((await search('type:ticket tags:kitchen', '&sort_by=priority&sort_order=asc'))[0], `ticket ${quiet.id}`)
  assert.deepEqual((await search('type:ticket tags:kitchen', '&sort_by=priority&sort_order=desc'))[0], `ticket ${broken.id}`)
  assert.deepEqual((await search('type:ticket tags:kitchen order_by:created sort:asc'))[0], `ticket ${broken.id}`)
  assert.deepEqual((await search('type:ticket tags:kitchen order_by:created sort:desc'))[0], `ticket ${quiet.id}`)
})

test('pages go up to the thousandth result', async () => {
  const first = (await call('type:ticket tags:kitchen', '&per_page=1')).body
  assert.deepEqual([first.results.length, first.count], [1, 2])
  const second = (await app.api.get(first.next_page.slice(app.base_url.length))).body
  assert.deepEqual([second.results.length, second.count, second.next_page], [1, 2, null])
  assert.notEqual(first.results[0].id, second.results[0].id)
  const { status, body } = await call('kitchen', '&page=11&per_page=100')
  assert.deepEqual([status, body.error], [422, 'invalid'])
  assert.equal(body.description, 'Invalid search: Requested response size was greater than Search Response Limits')
  const cursor = await call('kitchen', '&page%5Bsize%5D=5')
  assert.equal(cursor.status, 400)
  assert.match(cursor.body.error.message, /Invalid parameter: page must be an integer from api\/v2\/search\/index$/)
  assert.equal((await app.api.get('/api/v2/search.json')).status, 422)
})

test('lists are sideloaded on request', async () => {
  const { body } = await call('type:ticket espresso', `&include=${encodeURIComponent('tickets(users,groups,comment_count)')}`)
  assert.ok(body.users.some((user: { id: number }) => user.id === person.id))
  assert.deepEqual(
    body.groups.map((one: { id: number }) => one.id),
    [group.id],
  )
  assert.equal(body.results[0].comment_count, 1)
})

test('a count has only the number', async () => {
  assert.deepEqual((await app.api.get('/api/v2/search/count.json?query=type:ticket%20tags:kitchen')).body, { count: 2 })
})

test('an export returns every record once, oldest first, with cursors that are valid for an hour', async () => {
  const path = '/api/v2/search/export.json?query=tags:kitchen&filter%5Btype%5D=ticket&page%5Bsize%5D=1'
  const first = (await app.api.get(path)).body
  assert.deepEqual(Object.keys(first), ['results', 'facets', 'meta', 'links'])
  assert.deepEqual([first.meta.has_more, first.meta.before_cursor, first.links.prev], [true, null, null])
  const second = (await app.api.get(first.links.next.slice(app.base_url.length))).body
  assert.deepEqual(
    [...first.results, ...second.results].map((found: Result) => [found.id, found.result_type]),
    [
      [broken.id, 'ticket'],
      [quiet.id, 'ticket'],
    ],
  )
  assert.equal(second.meta.has_more, false)
  const third = (await app.api.get(second.links.next.slice(app.base_url.length))).body
  assert.deepEqual(third, {
    results: [],
    facets: null,
    meta: { has_more: false, after_cursor: null, before_cursor: null },
    links: { prev: null, next: null },
  })
  const users = await app.api.get('/api/v2/search/export?query=type:user&filter[type]=user')
  assert.equal(
    users.body.results.every((found: Result) => found.result_type === 'user'),
    true,
  )
  assert.equal((await app.api.get('/api/v2/search/export?query=kitchen')).status, 422)
  assert.equal((await app.api.get('/api/v2/search/export?query=kitchen&filter[type]=ticket&page[after]=x')).status, 400)
})

test('end users and anonymous callers cannot search', async () => {
  for (const path of ['search?query=x', 'search/count?query=x', 'search/export?query=x&filter[type]=ticket']) {
    assert.equal((await app.as({}).get(`/api/v2/${path}`)).status, 401, path)
    assert.equal((await app.as({ email: person.email, token: app.admin.token }).get(`/api/v2/${path}`)).status, 403, path)
  }
})

test('a restricted agent finds only what they can see', async () => {
  const restricted = await make.agent({ name: 'Rita Restricted', email: 'rita@desk.example', ticket_restriction: 'assigned' })
  const client = app.as({ email: restricted.email, token: app.admin.token })
  const found = await client.get('/api/v2/search?query=type:ticket%20kitchen')
  assert.deepEqual([found.status, found.body.results, found.body.count], [200, [], 0])
  assert.deepEqual((await client.get('/api/v2/search/count?query=type:ticket%20kitchen')).body, { count: 0 })
})

test('malformed queries find nothing and cause no error', async () => {
  for (const query of [
    "'",
    '\\',
    "a' & !b | (c:*",
    '!!!',
    '-',
    ':*',
    'subject:"',
    'a\u0000b',
    'ü🙂',
    'created:2020-02-31',
    'created>99999999years',
    'tags:',
    'custom_field_1>x',
    'id:99999999999999999999',
    'a\ud800b',
    'subject:*',
    '-subject:x*y',
    'status:*',
  ])
    for (const path of ['search?', 'search/count?', 'search/export?filter[type]=ticket&', 'search?sort_by=priority&'])
      assert.equal((await app.api.get(`/api/v2/${path}query=${encodeURIComponent(query.toWellFormed())}`)).status, 200, query)
})

test('the words of a redacted comment are no longer found at once', async () => {
  const { id } = await make.ticket({ comment: { body: 'my code is xylophone99' } })
  assert.deepEqual(await tickets('xylophone99'), [id])
  const [comment] = (await app.api.get(`/api/v2/tickets/${id}/comments`)).body.comments
  const redacted = await app.api.put(`/api/v2/tickets/${id}/comments/${comment.id}/redact`, { text: 'xylophone99' })
  assert.equal(redacted.status, 200)
  assert.deepEqual(await tickets('xylophone99'), [])
  assert.deepEqual(await tickets('"my code is"'), [id])
})

test('the incrementally updated words are those of the ticket and its comments', async () => {
  const { driver } = app.database.database
  const kept = await driver`select ticket_id, strip(words)::text as words from ticket_texts where words <> '' order by ticket_id`
  const read = await driver`select t.id as ticket_id, strip(search_card(t.account_id, t.subject, null,
      (select string_agg(c.plain_body, ' ') from ticket_comments c where c.account_id = t.account_id and c.ticket_id = t.id),
      t.tags || t.external_id || t.recipient))::text as words
    from tickets t where t.deleted_at is null order by t.id`
  assert.ok(kept.length > 3)
  assert.deepEqual([...kept], [...read])
})

test('a phrase is found within one comment and not across two, however its words were stored', async () => {
  const { id } = await make.ticket({ subject: 'umber veil', comment: { body: 'walnut xenon' } })
  const add = (body: string) => app.api.put(`/api/v2/tickets/${id}`, { ticket: { comment: { body } } })
  for (const body of ['yarrow zinnia', 'acacia birch']) await add(body)
  const expectFound = async () => {
    for (const phrase of ['umber veil', 'walnut xenon', 'yarrow zinnia', 'acacia birch'])
      assert.deepEqual(await tickets(`"${phrase}"`), [id])
    for (const phrase of ['veil walnut', 'xenon yarrow', 'zinnia acacia']) assert.deepEqual(await tickets(`"${phrase}"`), [])
  }
  await expectFound()
  await app.api.put(`/api/v2/tickets/${id}`, { ticket: { tags: ['changed'] } })
  await expectFound()
  await app.api.delete(`/api/v2/tickets/${id}`)
  await app.api.put(`/api/v2/deleted_tickets/${id}/restore`, {})
  await expectFound()
})

test('the incrementally updated marks are those of all words', async () => {
  const { driver } = app.database.database
  const [row] =
    await driver`select count(*) as kept, count(*) filter (where marks @> search_marks(words) and marks <@ search_marks(words)) as same
    from ticket_texts`
  assert.ok((row?.kept as number) > 3)
  assert.equal(row?.same, row?.kept)
})
