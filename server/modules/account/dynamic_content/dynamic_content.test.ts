import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { systemOf } from '#test/system.ts'
import { dynamicTexts } from './expand.ts'

const app = await useApp()
const { api } = app
const ITEMS = '/api/v2/dynamic_content/items'
let made = 0

async function makeItem(given: Record<string, unknown> = {}): Promise<any> {
  const variants = [
    { locale_id: 1, content: 'Hello', default: true },
    { locale_id: 8, content: 'Hallo' },
  ]
  const answer = await api.post(ITEMS, { item: { name: `Item ${++made}`, default_locale_id: 1, variants, ...given } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.item
}

test('an item is created with its variants, renamed, and removed; its placeholder does not change', async () => {
  const item = await makeItem({ name: 'Snow *hot-item*' })
  assert.equal(item.placeholder, '{{dc.snow_hot_item}}')
  assert.deepEqual(Object.keys(item), [
    'url',
    'id',
    'name',
    'placeholder',
    'default_locale_id',
    'outdated',
    'created_at',
    'updated_at',
    'variants',
  ])
  assert.deepEqual(
    item.variants.map((one: any) => [one.locale_id, one.content, one.default, one.active, one.outdated]),
    [
      [1, 'Hello', true, true, false],
      [8, 'Hallo', false, true, false],
    ],
  )
  assert.equal(item.variants[0].url, `${app.base_url}/api/v2/dynamic_content/items/${item.id}/variants/${item.variants[0].id}.json`)
  const renamed = (await api.put(`${ITEMS}/${item.id}.json`, { item: { name: 'Rain' } })).body.item
  assert.deepEqual([renamed.name, renamed.placeholder], ['Rain', '{{dc.snow_hot_item}}'])
  assert.equal((await api.delete(`${ITEMS}/${item.id}`)).status, 204)
  assert.equal((await api.get(`${ITEMS}/${item.id}`)).status, 404)
})

test('an item needs an unused name, and variants of known locales of which one is the default', async () => {
  const readDetails = async (item: object) => (await api.post(ITEMS, { item })).body.details
  const { name } = await makeItem()
  assert.deepEqual(Object.keys(await readDetails({ name: '', default_locale_id: 1, content: 'x' })), ['name'])
  assert.equal((await readDetails({ name: name.toUpperCase(), default_locale_id: 1, content: 'x' })).name[0].error, 'DuplicateValue')
  assert.deepEqual(Object.keys(await readDetails({ name: 'None', default_locale_id: 1 })), ['base'])
  assert.deepEqual(Object.keys(await readDetails({ name: 'Odd', default_locale_id: 4242, content: 'x' })), ['locale_id'])
  const twice = { locale_id: 1, content: 'x' }
  assert.equal((await readDetails({ name: 'Twice', default_locale_id: 1, variants: [twice, twice] })).locale_id[0].error, 'DuplicateValue')
  const both = [1, 8].map((locale_id) => ({ locale_id, content: 'x', default: true }))
  assert.deepEqual(Object.keys(await readDetails({ name: 'Both', default_locale_id: 1, variants: both })), ['base'])
})

test('a variant is added, changed and removed; another can become the default, and the default one cannot be removed', async () => {
  const item = await makeItem()
  const path = `${ITEMS}/${item.id}/variants`
  const added = await api.post(path, { variant: { locale_id: 16, content: 'Bonjour' } })
  assert.deepEqual([added.status, added.headers.get('location')], [201, added.body.variant.url])
  const changed = await api.put(`${path}/${added.body.variant.id}`, { variant: { default: true } })
  assert.equal(changed.body.variant.default, true)
  const now = (await api.get(`${ITEMS}/${item.id}`)).body.item
  assert.equal(now.default_locale_id, 16)
  assert.deepEqual(
    now.variants.map((one: any) => one.default),
    [false, false, true],
  )
  assert.equal((await api.delete(`${path}/${added.body.variant.id}`)).status, 422)
  assert.equal((await api.put(`${path}/${added.body.variant.id}`, { variant: { active: false } })).status, 422)
  assert.equal((await api.post(path, { variant: { locale_id: 16, content: 'Salut' } })).status, 422)
  assert.equal((await api.delete(`${path}/${item.variants[0].id}`)).status, 204)
  assert.equal((await api.get(`${path}/${item.variants[0].id}`)).status, 404)
  assert.equal((await api.get(path)).body.variants.length, 2)
})

test('variants are added and changed in bulk, all or none', async () => {
  const item = await makeItem()
  const path = `${ITEMS}/${item.id}/variants`
  const many = [2, 16].map((locale_id) => ({ locale_id, content: `In ${locale_id}` }))
  const added = await api.post(`${path}/create_many`, { variants: many })
  assert.deepEqual([added.status, added.body.variants.map((one: any) => one.content)], [201, ['In 2', 'In 16']])
  const [first] = added.body.variants
  const changes = [
    { id: first.id, content: 'Changed' },
    { id: item.variants[1].id, active: false },
  ]
  const changed = (await api.put(`${path}/update_many`, { variants: changes })).body.variants
  assert.deepEqual(changed.map((one: any) => [one.content, one.active]).sort(), [
    ['Changed', true],
    ['Hallo', false],
  ])
  const spoilt = [...changes, { id: item.variants[0].id, content: ' ' }]
  assert.equal((await api.put(`${path}/update_many`, { variants: spoilt })).status, 422)
  assert.equal((await api.put(`${path}/update_many`, { variants: [{ id: 1, content: 'x' }] })).status, 404)
})

test('variants can swap their locales in one request', async () => {
  const item = await makeItem()
  const [one, other] = item.variants
  const variants = [
    { id: one.id, locale_id: other.locale_id },
    { id: other.id, locale_id: one.locale_id },
  ]
  assert.equal((await api.put(`${ITEMS}/${item.id}/variants/update_many`, { variants })).status, 200)
  const after = (await api.get(`${ITEMS}/${item.id}/variants`)).body.variants
  const localeOf = (id: number) => after.find((variant: any) => variant.id === id).locale_id
  assert.deepEqual([localeOf(one.id), localeOf(other.id)], [other.locale_id, one.locale_id])
})

test('of concurrent requests to create items of one name, or variants of one locale, one succeeds and the others fail', async () => {
  const item = { name: 'Once only', default_locale_id: 1, content: 'Hello' }
  const made = await Promise.all([1, 2, 3].map(() => api.post(ITEMS, { item })))
  assert.deepEqual(made.map(({ status }) => status).sort(), [201, 422, 422])
  const id = made.find(({ status }) => status === 201)?.body.item.id
  const added = await Promise.all([1, 2].map(() => api.post(`${ITEMS}/${id}/variants`, { variant: { locale_id: 16, content: 'Bonjour' } })))
  assert.deepEqual(added.map(({ status }) => status).sort(), [201, 422])
  const end = await Promise.all([
    api.delete(`${ITEMS}/${id}`),
    api.post(`${ITEMS}/${id}/variants`, { variant: { locale_id: 2, content: 'Hola' } }),
  ])
  assert.equal(end[0].status, 204)
  assert.ok([201, 404].includes(end[1].status), String(end[1].status))
})

test('variants older than the default are outdated', async () => {
  const clock = (at: string) => api.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'frozen', at } } })
  await clock('2027-01-01T00:00:00Z')
  const item = await makeItem()
  await clock('2027-01-01T00:00:05Z')
  await api.put(`${ITEMS}/${item.id}/variants/${item.variants[0].id}`, { variant: { content: 'Hello again' } })
  const now = (await api.get(`${ITEMS}/${item.id}`)).body.item
  await api.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'real' } } })
  assert.deepEqual([now.outdated, now.variants.map((one: any) => one.outdated)], [true, [false, true]])
})

test('items are found by their placeholders', async () => {
  const item = await makeItem({ name: 'Find me' })
  for (const word of ['find_me', 'dc.find_me', '{{dc.find_me}}', String(item.id)]) {
    const { body } = await api.get(`${ITEMS}/show_many?identifiers=${encodeURIComponent(word)},nobody`)
    assert.deepEqual(
      body.items.map((one: any) => one.id),
      [item.id],
      word,
    )
  }
})

test('cursor pages of items have no gaps and no overlap', async () => {
  for (let count = 0; count < 3; count++) await makeItem()
  const seen: number[] = []
  let next: string | null = `${app.base_url}${ITEMS}.json?page%5Bsize%5D=2`
  while (next !== null) {
    const page: any = (await api.get(next.slice(app.base_url.length))).body
    seen.push(...page.items.map((item: any) => item.id))
    next = page.links.next
  }
  assert.equal(new Set(seen).size, seen.length)
  assert.equal((await api.get(`${ITEMS}?per_page=1`)).body.count, seen.length)
})

test('a placeholder is expanded in the caller’s locale, or else with the default variant', async () => {
  await makeItem({ name: 'Greeting' })
  const system = await systemOf(app)
  const shownTo = async (locale: string) => {
    const reader = await makeWith(api).agent({ locale })
    const show = await dynamicTexts({ ...system, actor: { ...system.actor, id: reader.id } })
    return show('{{dc.greeting}}, {{ dc.Greeting }} and {{dc.nobody}}')
  }
  assert.equal(await shownTo('de'), 'Hallo, Hallo and {{dc.nobody}}')
  assert.equal(await shownTo('fr'), 'Hello, Hello and {{dc.nobody}}')
})

test('without credentials 401; agents can read but not write; unknown ids are 404', async () => {
  const agent = await makeWith(api).agent()
  const asAgent = app.as({ email: agent.email, token: app.admin.token })
  assert.equal((await app.as({}).get(ITEMS)).status, 401)
  assert.equal((await asAgent.get(ITEMS)).status, 200)
  assert.equal((await asAgent.post(ITEMS, { item: { name: 'x', default_locale_id: 1, content: 'x' } })).status, 403)
  assert.equal((await api.get(`${ITEMS}/999999`)).status, 404)
  assert.equal((await api.get(`${ITEMS}/999999/variants`)).status, 404)
  assert.equal((await api.post(ITEMS, {})).status, 400)
})

test('fields and forms return the text in the caller’s locale, and the placeholder in their raw members', async () => {
  await makeItem({ name: 'Question' })
  const raw = '{{dc.question}}'
  const german = await makeWith(api).agent({ locale: 'de' })
  const asGerman = app.as({ email: german.email, token: app.admin.token })
  const options = [{ name: raw, value: 'placeholder_option' }]
  const made = await api.post('/api/v2/ticket_fields', { ticket_field: { type: 'tagger', title: raw, custom_field_options: options } })
  assert.deepEqual([made.body.ticket_field.title, made.body.ticket_field.raw_title], ['Hello', raw])
  const { ticket_field } = (await asGerman.get(`/api/v2/ticket_fields/${made.body.ticket_field.id}`)).body
  const [option] = ticket_field.custom_field_options
  assert.deepEqual([ticket_field.title, ticket_field.raw_title, option.name, option.raw_name], ['Hallo', raw, 'Hallo', raw])
  const form = (await api.post('/api/v2/ticket_forms', { ticket_form: { name: raw, display_name: raw } })).body.ticket_form
  const shown = (await asGerman.get(`/api/v2/ticket_forms/${form.id}`)).body.ticket_form
  assert.deepEqual([shown.name, shown.raw_name, shown.display_name, shown.raw_display_name], ['Hallo', raw, 'Hallo', raw])
})

test('fields of users and organizations expand placeholders, too, unless the list is requested without it', async () => {
  await makeItem({ name: 'Profile question' })
  const raw = '{{dc.profile_question}}'
  const german = await makeWith(api).agent({ locale: 'de' })
  const asGerman = app.as({ email: german.email, token: app.admin.token })
  for (const [fields, field] of [
    ['user_fields', 'user_field'],
    ['organization_fields', 'organization_field'],
  ]) {
    // prettier-ignore
    const custom_field_options = [{ name: raw, value: `${field}_placeholder` }]
    const given = { key: 'placeholder', type: 'dropdown', title: raw, description: raw, custom_field_options }
    const made = (await api.post(`/api/v2/${fields}`, { [field as string]: given })).body[field as string]
    assert.deepEqual([made.title, made.raw_title], ['Hello', raw])
    const shown = (await asGerman.get(`/api/v2/${fields}/${made.id}`)).body[field as string]
    const [option] = shown.custom_field_options
    assert.deepEqual([shown.title, shown.raw_title, shown.description, shown.raw_description], ['Hallo', raw, 'Hallo', raw])
    assert.deepEqual([option.name, option.raw_name], ['Hallo', raw])
    const titles = async (query: string) =>
      (await asGerman.get(`/api/v2/${fields}${query}`)).body[fields as string].map((one: any) => one.title)
    assert.ok((await titles('')).includes('Hallo'))
    assert.ok((await titles('?resolve_dc=true')).includes('Hallo'))
    assert.ok((await titles('?resolve_dc=false')).includes(raw))
    const back = await api.put(`/api/v2/${fields}/${made.id}`, { [field as string]: shown })
    assert.equal(back.body[field as string].raw_title, raw)
  }
})

test('a field sent back as it was read keeps the placeholders in the names of its options; changed names are saved', async () => {
  await makeItem({ name: 'Choice' })
  const raw = '{{dc.choice}}'
  const objects = '/api/v2/custom_objects'
  await api.post(objects, { custom_object: { key: 'choosing', title: 'Choosing', title_pluralized: 'Choosing' } })
  for (const [fields, field, type, verb] of [
    ['/api/v2/ticket_fields', 'ticket_field', 'tagger', 'put'],
    ['/api/v2/user_fields', 'user_field', 'dropdown', 'put'],
    ['/api/v2/organization_fields', 'organization_field', 'dropdown', 'put'],
    [`${objects}/choosing/fields`, 'custom_object_field', 'dropdown', 'patch'],
  ] as const) {
    const options = [
      { name: raw, value: `${field}_kept` },
      { name: 'Plain', value: `${field}_plain` },
    ]
    const given = { key: 'choice', type, title: 'Choice', custom_field_options: options }
    const path = `${fields}/${(await api.post(fields, { [field]: given })).body[field].id}`
    const saveOptions = async (change: object) => {
      const answer = await api[verb](path, { [field]: change })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body[field].custom_field_options.map((one: any) => one.raw_name)
    }
    const read = (await api.get(path)).body[field]
    // fields of custom objects return the raw placeholder; a client may still send the expanded text
    const kept = { ...read.custom_field_options[0], name: 'Hello' }
    const plain = read.custom_field_options[1]
    assert.deepEqual(await saveOptions({ ...read, title: 'Another', custom_field_options: [kept, plain] }), [raw, 'Plain'], field)
    assert.deepEqual(await saveOptions({ custom_field_options: [kept, { ...plain, name: 'Shown' }] }), [raw, 'Shown'], field)
    assert.deepEqual(await saveOptions({ custom_field_options: [{ ...kept, raw_name: 'Own' }, plain] }), ['Own', 'Plain'], field)
  }
})

test('an option sent back on its own keeps its placeholder, too', async () => {
  await makeItem({ name: 'Single' })
  const raw = '{{dc.single}}'
  for (const [fields, field, type] of [
    ['/api/v2/ticket_fields', 'ticket_field', 'tagger'],
    ['/api/v2/user_fields', 'user_field', 'dropdown'],
    ['/api/v2/organization_fields', 'organization_field', 'dropdown'],
  ] as const) {
    const given = { key: 'single', type, title: 'Single', custom_field_options: [{ name: raw, value: `${field}_single` }] }
    const made = (await api.post(fields, { [field]: given })).body[field]
    const [option] = made.custom_field_options
    const put = async (custom_field_option: object) =>
      (await api.post(`${fields}/${made.id}/options`, { custom_field_option })).body.custom_field_option.raw_name
    assert.deepEqual([option.name, option.raw_name], ['Hello', raw])
    assert.equal(await put(option), raw)
    assert.equal(await put({ ...option, raw_name: 'Own' }), 'Own')
    assert.equal(await put({ ...option, name: 'Shown', raw_name: 'Own' }), 'Shown')
  }
})
