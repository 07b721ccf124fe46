/** The public Node client beside tickets and people: dynamic content, targets, activities, agreements, locales, sessions, brands. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '../app.ts'
import { makeWith } from '../make.ts'
import { failsWith, listIds, type AnyResult, nodeClients, recordOf, makeUniqueName } from './node.ts'

const app = await useApp({}, { own: true }) // looks names up by itself
const { connect, client } = nodeClients(app)
const { token } = app.admin

/** A list as the client returns it: the records, or whole pages if it does not know the name of their member. */
const rowsOf = (list: AnyResult, member: string): AnyResult[] =>
  [list.result ?? list].flat().flatMap((one: AnyResult) => (Array.isArray(one[member]) ? one[member] : [one]))

test('dynamic content: items are created, listed, shown, renamed and deleted', async () => {
  const variants = [{ locale_id: 1, default: true, content: 'Hello' }]
  const given = { item: { name: makeUniqueName('item'), default_locale_id: 1, variants } }
  const item = recordOf(await client.dynamiccontent.createItem(given), 'item')
  assert.ok(listIds(rowsOf(await client.dynamiccontent.listItems(), 'items')).includes(item.id))
  assert.ok(listIds(rowsOf(await client.dynamiccontent.listAllItems(), 'items')).includes(item.id))
  assert.equal(recordOf(await client.dynamiccontent.showItem(item.id), 'item').placeholder, item.placeholder)
  assert.deepEqual(listIds(rowsOf(await client.dynamiccontent.showManyItems([item.placeholder.slice(5, -2)]), 'items')), [item.id])
  assert.equal(recordOf(await client.dynamiccontent.updateItem(item.id, { item: { name: 'Renamed' } }), 'item').name, 'Renamed')
  await client.dynamiccontent.deleteItem(item.id)
  await assert.rejects(client.dynamiccontent.showItem(item.id), failsWith(404))
})

test('dynamic content: variants are created, listed, shown, changed and deleted, one or many', async () => {
  const first = [{ locale_id: 1, default: true, content: 'Hello' }]
  const given = { item: { name: makeUniqueName('item'), default_locale_id: 1, variants: first } }
  const item = recordOf(await client.dynamiccontent.createItem(given), 'item')
  const { dynamiccontentvariants: variants } = client
  const german = recordOf(await variants.create(item.id, { variant: { locale_id: 8, content: 'Hallo' } }), 'variant')
  assert.equal(recordOf(await variants.show(item.id, german.id), 'variant').content, 'Hallo')
  assert.equal(recordOf(await variants.update(item.id, german.id, { variant: { content: 'Servus' } }), 'variant').content, 'Servus')
  await variants.createMany(item.id, [{ locale_id: 16, content: 'Bonjour' }])
  const all = rowsOf(await variants.list(item.id), 'variants')
  assert.deepEqual(
    all.map((one) => one.locale_id),
    [1, 8, 16],
  )
  await variants.updateMany(item.id, [{ id: all[2].id, active: false }])
  assert.equal(recordOf(await variants.show(item.id, all[2].id), 'variant').active, false)
  await variants.delete(item.id, german.id)
  await assert.rejects(variants.show(item.id, german.id), failsWith(404))
})

test('targets: create, list, show, change, delete', async () => {
  const given = { title: makeUniqueName('target'), type: 'email_target', email: 'told@example.org', subject: 'Told' }
  const made = recordOf(await client.targets.create({ target: given }), 'target')
  assert.ok(listIds(rowsOf(await client.targets.list(), 'targets')).includes(made.id))
  assert.equal(recordOf(await client.targets.show(made.id), 'target').email, 'told@example.org')
  assert.equal(recordOf(await client.targets.update(made.id, { target: { active: false } }), 'target').active, false)
  await client.targets.delete(made.id)
  await assert.rejects(client.targets.show(made.id), failsWith(404))
})

test('activities: counted and shown to the agent they concern', async () => {
  const agent = await makeWith(app.api).agent()
  await makeWith(app.api).ticket({ assignee_id: agent.id })
  const own = connect({ username: agent.email, token })
  // the client's own list of activities requests /GET.json
  const [activity] = (await app.as({ email: agent.email, token }).get('/api/v2/activities')).body.activities
  assert.equal(activity.verb, 'tickets.assignment')
  assert.equal(recordOf(await own.activitystream.show(activity.id), 'activity').id, activity.id)
  assert.equal(recordOf(await own.activitystream.count(), 'count').value, 1)
})

test('sharing agreements: proposed, shown, changed, ended', async () => {
  const made = recordOf(await client.sharingagreement.create({ remote_subdomain: 'partner' }), 'sharing_agreement')
  assert.ok(listIds(rowsOf(await client.sharingagreement.show(), 'sharing_agreements')).includes(made.id))
  assert.equal(recordOf(await client.sharingagreement.showById(made.id), 'sharing_agreement').remote_subdomain, 'partner')
  const changed = recordOf(await client.sharingagreement.update(made.id, { status: 'inactive' }), 'sharing_agreement')
  assert.equal(changed.status, 'inactive')
  await client.sharingagreement.delete(made.id)
  await assert.rejects(client.sharingagreement.showById(made.id), failsWith(404))
})

test('locales, brands with their hosts, and account settings', async () => {
  assert.ok((await client.locales.list()).length > 0)
  assert.equal((await client.locales.show('en-us')).result.locale, 'en-US')
  assert.equal((await client.locales.current()).result.id, 1)
  assert.ok(rowsOf(await client.locales.listForAgent(), 'locales').length > 0)
  assert.ok(rowsOf(await client.locales.listPublicLocales(), 'locales').length > 0)
  const brand = recordOf(await client.brand.create({ brand: { name: 'Second', subdomain: makeUniqueName('second') } }), 'brand')
  assert.equal(recordOf(await client.brand.update({ brand: { name: 'Renamed' } }, brand.id), 'brand').name, 'Renamed')
  assert.equal((await client.brand.checkHostMappingForExistingBrand(brand.id)).result.is_valid, false)
  await client.brand.delete(brand.id)
  const changed = await client.accountsettings.update({ settings: { groups: { check_group_name_uniqueness: false } } })
  assert.equal(changed.response.status, 200)
})

test('sessions: listed, by user, and ended', async () => {
  const { admin } = app
  const signIn = () =>
    fetch(`${app.base_url}/access/sign_in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: admin.email, password: admin.password }),
    })
  await signIn()
  await signIn()
  const [session] = rowsOf(await client.sessions.getByUserId(admin.id), 'sessions')
  assert.ok(rowsOf(await client.sessions.list(), 'sessions').length >= 2)
  assert.equal(recordOf(await client.sessions.getByUserIdBySessionId(admin.id, session.id), 'session').user_id, admin.id)
  await client.sessions.deleteByUserIdBySessionId(admin.id, session.id)
  await assert.rejects(client.sessions.getByUserIdBySessionId(admin.id, session.id), failsWith(404))
  await client.sessions.bulkDeleteByUserId(admin.id)
  assert.deepEqual(rowsOf(await client.sessions.getByUserId(admin.id), 'sessions'), [])
})
