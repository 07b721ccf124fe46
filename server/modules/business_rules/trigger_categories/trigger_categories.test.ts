import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp({}, { shippedTriggers: true })
const path = '/api/v2/trigger_categories'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const rule = { conditions: { all: [{ field: 'status', operator: 'is', value: 'open' }] }, actions: [{ field: 'priority', value: 'high' }] }
let count = 0
const make = async (members: Record<string, unknown> = {}) => {
  const made = await app.api.post(path, { trigger_category: { name: `Category ${++count}`, ...members } })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  return made.body.trigger_category
}
const trigger = async (category_id: string, members: Record<string, unknown> = {}) =>
  (await app.api.post('/api/v2/triggers', { trigger: { title: `Trigger ${++count}`, ...rule, category_id, ...members } })).body.trigger
const names = (answer: { body: any }): string[] => answer.body.trigger_categories.map((row: { name: string }) => row.name)
const job = (items: object, action = 'patch') => app.api.post(`${path}/jobs`, { job: { action, items } })

test('categories are created behind all others, shown, changed, listed and deleted', async () => {
  const made = await make({ name: ' Notify ' })
  assert.equal(made.url, `${app.base_url}${path}/${made.id}.json`)
  assert.deepEqual(Object.keys(made), ['url', 'id', 'name', 'position', 'created_at', 'updated_at'])
  assert.deepEqual([typeof made.id, made.name, made.position], ['string', 'Notify', 1])
  assert.deepEqual((await agent.api.get(`${path}/${made.id}`)).body, { trigger_category: made })
  const changed = await app.api.patch(`${path}/${made.id}`, { trigger_category: { name: 'Tell', position: -3 } })
  assert.equal(changed.status, 200)
  assert.deepEqual([changed.body.trigger_category.name, changed.body.trigger_category.position], ['Tell', -3])
  const put = await app.api.put(`${path}/${made.id}`, { trigger_category: { id: made.id, name: 'Tell', position: -3 } })
  assert.deepEqual([put.status, put.body], [200, changed.body])
  const listed = await agent.api.get(`${path}.json`)
  assert.deepEqual(Object.keys(listed.body), ['trigger_categories', 'next_page', 'previous_page', 'count', 'meta', 'links'])
  assert.deepEqual([listed.body.next_page, listed.body.previous_page, listed.body.count], [null, null, 2])
  assert.deepEqual(names(listed), ['Tell', 'Initial category'])
  assert.deepEqual(listed.body.trigger_categories[0], changed.body.trigger_category)
  const deleted = await app.api.delete(`${path}/${made.id}`)
  assert.deepEqual([deleted.status, deleted.body], [204, undefined])
  assert.equal((await app.api.get(`${path}/${made.id}`)).status, 404)
})

test('a name is needed, and a category with triggers stays', async () => {
  for (const trigger_category of [{ name: ' ' }, { position: 5 }]) {
    const refused = await app.api.post(path, { trigger_category })
    assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 'BlankValue'])
  }
  assert.equal((await app.api.post(path, { name: 'Unwrapped' })).status, 400)
  const { id } = await make()
  assert.equal((await app.api.patch(`${path}/${id}`, { trigger_category: { name: null } })).status, 400)
  const { id: held } = await trigger(id)
  const refused = await app.api.delete(`${path}/${id}`)
  assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 'CategoryNotEmpty'])
  await app.api.delete(`/api/v2/triggers/${held}`)
  assert.equal((await app.api.delete(`${path}/${id}`)).status, 204)
})

test('lists are sorted and paged by cursor, or by number where that is asked for', async () => {
  for (const name of ['Beta', 'Alpha', 'Gamma']) await make({ name })
  const byName = names(await agent.api.get(`${path}?sort=name`))
  assert.deepEqual(byName, [...byName].sort())
  assert.deepEqual(names(await agent.api.get(`${path}?sort=-name`)), [...byName].reverse())
  assert.deepEqual(names(await agent.api.get(`${path}?sort=created_at`)).slice(-3), ['Beta', 'Alpha', 'Gamma'])
  assert.equal((await agent.api.get(`${path}?sort=colour`)).status, 400)
  const seen: string[] = []
  let next: string | null = `${app.base_url}${path}.json?page%5Bsize%5D=2&sort=name`
  while (next !== null) {
    const { body }: { body: any } = await agent.api.get(next.slice(app.base_url.length))
    seen.push(...names({ body }))
    next = body.links.next
  }
  assert.deepEqual(seen, byName)
  const numbered = await agent.api.get(`${path}?page=2&per_page=2`)
  assert.deepEqual([numbered.body.count, names(numbered).length], [byName.length, 2])
})

test('with rule_counts each category has the number of its triggers', async () => {
  const { id } = await make()
  await trigger(id)
  await trigger(id, { active: false })
  await trigger(id, { active: false })
  const { trigger_categories } = (await agent.api.get(`${path}?include=rule_counts&sort=-created_at`)).body
  assert.deepEqual([trigger_categories[0].id, trigger_categories[0].active_count, trigger_categories[0].inactive_count], [id, 1, 2])
  const empty = await make()
  const again = (await agent.api.get(`${path}?include=rule_counts&sort=-created_at`)).body.trigger_categories[0]
  assert.deepEqual([again.id, again.active_count, again.inactive_count], [empty.id, 0, 0])
})

test('the order of triggers follows the position of their category', async () => {
  const one = await make({ position: 901 })
  const two = await make({ position: 902 })
  const first = await trigger(one.id)
  const second = await trigger(two.id)
  const order = async () => (await agent.api.get('/api/v2/triggers')).body.triggers.map((row: { id: number }) => row.id).slice(-2)
  assert.deepEqual(await order(), [first.id, second.id])
  await app.api.patch(`${path}/${one.id}`, { trigger_category: { position: 903 } })
  assert.deepEqual(await order(), [second.id, first.id])
})

test('triggers have the positions of their categories, whatever is moved at once', async () => {
  const made = [await make({ position: 701 }), await make({ position: 702 }), await make({ position: 703 })]
  const ids = made.map(({ id }) => Number(id))
  for (const { id } of made) for (const active of [true, false]) await trigger(id, { active })
  const listPlaces = async () =>
    app.database.database.driver<{ category_id: number; category_position: number; is_of_category: boolean; updated_at: string }[]>`
      select t.category_id, t.category_position, t.category_position = c.position as is_of_category, t.updated_at from triggers t
      join trigger_categories c on c.account_id = t.account_id and c.id = t.category_id
      where t.account_id = ${app.account_id} and c.id = any(${ids}) order by t.id`
  const before = await listPlaces()
  const places = [703, 702, 701]
  const done = await job({ trigger_categories: made.map(({ id }, index) => ({ id, position: places[index] })) })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  const after = await listPlaces()
  assert.ok(after.every((row) => row.is_of_category))
  assert.deepEqual(
    after.map((row) => row.category_position),
    [703, 703, 702, 702, 701, 701],
  )
  // their position among the categories is not a change of a trigger
  assert.deepEqual(
    after.map((row) => row.updated_at),
    before.map((row) => row.updated_at),
  )
  // one that is renamed keeps its place, and so do its triggers
  await app.api.patch(`${path}/${ids[0]}`, { trigger_category: { name: 'Renamed' } })
  assert.deepEqual(await listPlaces(), after)
})

test('a job moves categories and triggers together', async () => {
  const one = await make()
  const two = await make()
  const first = await trigger(one.id)
  const second = await trigger(one.id)
  const done = await job({
    trigger_categories: [
      { id: one.id, position: 801 },
      { id: two.id, position: 800 },
    ],
    triggers: [
      { id: String(first.id), position: 4, category_id: two.id },
      { id: String(second.id), active: false },
    ],
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  assert.deepEqual(Object.keys(done.body), ['status', 'results', 'errors'])
  assert.deepEqual([done.body.status, done.body.errors], ['complete', []])
  assert.deepEqual(
    done.body.results.trigger_categories.map((row: { id: string; position: number }) => [row.id, row.position]),
    [
      [two.id, 800],
      [one.id, 801],
    ],
  )
  assert.deepEqual(
    done.body.results.triggers
      .map((row: { id: number; position: number; category_id: string; active: boolean }) => row)
      .map(({ id, position, category_id, active }: any) => [id, position, category_id, active]),
    [
      [first.id, 4, two.id, true],
      [second.id, second.position, one.id, false],
    ],
  )
  assert.equal((await job({})).body.status, 'complete')
})

test('a job does all or nothing, and names what it could not do', async () => {
  const { id } = await make({ position: 700 })
  const { id: known } = await trigger(id)
  const failed = await job({
    trigger_categories: [
      { id, position: 701 },
      { id: '99998', position: 1 },
    ],
    triggers: [
      { id: known, active: false },
      { id: '99999', active: false },
      { id: known, category_id: '99997' },
    ],
  })
  assert.equal(failed.status, 400)
  assert.deepEqual([failed.body.status, failed.body.results], ['failed', { trigger_categories: [], triggers: [] }])
  assert.deepEqual(
    failed.body.errors.map((error: { code: string; trigger_id?: string }) => [error.code, error.trigger_id]),
    [
      ['TriggerCategoryNotFound', undefined],
      ['TriggerNotFound', '99999'],
      ['TriggerCategoryNotFound', String(known)],
    ],
  )
  assert.equal((await app.api.get(`${path}/${id}`)).body.trigger_category.position, 700)
  assert.equal((await app.api.get(`/api/v2/triggers/${known}`)).body.trigger.active, true)
  const { group } = (await app.api.post('/api/v2/groups', { group: { name: 'Leaving' } })).body
  const broken = await trigger(id, { active: false, actions: [{ field: 'group_id', value: group.id }] })
  await app.api.delete(`/api/v2/groups/${group.id}`)
  const refused = await job({ trigger_categories: [{ id, position: 702 }], triggers: [{ id: broken.id, active: true }] })
  assert.deepEqual(
    [refused.status, refused.body.status, refused.body.errors[0].code, refused.body.errors[0].trigger_id],
    [400, 'failed', 'TriggerInvalid', String(broken.id)],
  )
  assert.equal((await app.api.get(`${path}/${id}`)).body.trigger_category.position, 700)
  assert.equal((await job({}, 'delete')).status, 400)
  assert.equal((await job({ triggers: [{ active: true }] })).status, 400)
})

test('agents read categories, admins write them, end users do neither; an unknown one is 404', async () => {
  const { id } = await make()
  const nobody = app.as({})
  for (const read of ['', `/${id}`]) {
    assert.equal((await nobody.get(path + read)).status, 401)
    assert.equal((await customer.api.get(path + read)).status, 403)
    assert.equal((await agent.api.get(path + read)).status, 200)
  }
  const body = { trigger_category: { name: 'Mine' } }
  for (const client of [customer.api, agent.api]) {
    assert.equal((await client.post(path, body)).status, 403)
    assert.equal((await client.patch(`${path}/${id}`, body)).status, 403)
    assert.equal((await client.put(`${path}/${id}`, body)).status, 403)
    assert.equal((await client.delete(`${path}/${id}`)).status, 403)
    assert.equal((await client.post(`${path}/jobs`, { job: { action: 'patch', items: {} } })).status, 403)
  }
  const missing = await app.api.get(`${path}/99999`)
  assert.deepEqual([missing.status, missing.body.errors[0].code], [404, 'RecordNotFound'])
  assert.equal((await app.api.patch(`${path}/99999`, body)).status, 404)
  assert.equal((await app.api.put(`${path}/99999`, body)).status, 404)
  assert.equal((await app.api.put(`${path}/${id}`, { trigger_category: { name: ' ' } })).status, 400)
  assert.equal((await app.api.delete(`${path}/99999`)).status, 404)
})
