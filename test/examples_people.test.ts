/** Examples of users, organizations and groups; see example_calls.ts. */
import { before, test } from 'node:test'
import { useApp } from './app.ts'
import { callsOf } from './example_calls.ts'
import { waitForJobs } from './invariants/populate.ts'

const app = await useApp()
const call = callsOf(app)
const people = { ada: 0, grace: 0, noor: 0 }
const places = { books: 0, bakery: 0, second_line: 0 }

before(async () => {
  const { organization: books } = await call('post', 'organizations', {
    organization: { name: 'Harbour Lane Books', domain_names: ['harbourlane.example.com'], details: '12 Harbour Lane', tags: ['retail'] },
  })
  const { organization: bakery } = await call('post', 'organizations', { organization: { name: 'Mill Street Bakery' } })
  const { user: grace } = await call('post', 'users', {
    user: { name: 'Grace Mbeki', email: 'grace@example.com', role: 'agent', verified: true },
  })
  const { user: ada } = await call('post', 'users', {
    user: { name: 'Ada Brook', email: 'ada@harbourlane.example.com', organization_id: books.id, verified: true, tags: ['vip'] },
  })
  const { user: noor } = await call('post', 'users', { user: { name: 'Noor Haddad', email: 'noor@example.org', phone: '+49 30 1234567' } })
  const { group } = await call('post', 'groups', { group: { name: 'Second line', description: 'Printers and networks' } })
  await call('post', 'group_memberships', { group_membership: { user_id: grace.id, group_id: group.id } })
  Object.assign(people, { ada: ada.id, grace: grace.id, noor: noor.id })
  Object.assign(places, { books: books.id, bakery: bakery.id, second_line: group.id })
})

test('users are changed, tagged, given several addresses, and deleted', async () => {
  const { ada, noor } = people
  await call('get', `users/${ada}`)
  await call('put', `users/${ada}`, { user: { phone: '+49 30 7654321', notes: 'Prefers to be called.' } })
  await call('get', `users/show_many?ids=${ada},${noor}`)
  await call('post', 'users/autocomplete', { name: 'brook' })
  await call('get', 'users/autocomplete?name=brook')
  await call('put', 'users/me', { user: { signature: 'Kind regards' } })
  await call('put', `users/${ada}/tags`, { tags: ['vip', 'wholesale'] })
  await call('post', `users/${ada}/tags`, { tags: ['vip', 'wholesale'] })
  await call('get', `users/${ada}/tags`)
  await call('delete', `users/${ada}/tags`, { tags: ['wholesale'] })
  const address = { type: 'email', value: 'ada.brook@example.org', verified: true }
  const { identity } = await call('post', `users/${ada}/identities`, { identity: address })
  await call('get', `users/${ada}/identities`)
  await call('get', `users/${ada}/identities/${identity.id}`)
  await call('put', `users/${ada}/identities/${identity.id}`, { identity: { value: 'ada.b@example.org' } })
  await call('get', `end_users/${ada}`)
  await call('put', `end_users/${ada}`, { user: { notes: 'Calls on Mondays' } })
  await call('get', `end_users/${ada}/identities`)
  await call('get', `end_users/${ada}/identities/${identity.id}`)
  await call('post', 'users/request_create', { user: { name: 'Juno Park', email: 'juno@harbourlane.example.com' } })
  await call('delete', `users/${noor}`)
  await call('get', 'deleted_users')
  await call('get', `deleted_users/${noor}`)
})

test('several users and organizations are created and changed by jobs', async () => {
  await call('post', 'users/create_many', { users: [{ name: 'Mina Costa', email: 'mina@millstreet.example.com' }] })
  await call('post', 'users/create_or_update_many', {
    users: [{ name: 'Ada Brook', email: 'ada@harbourlane.example.com', details: 'Owner' }],
  })
  await call('put', 'users/update_many', { users: [{ id: people.ada, organization_id: places.books }] })
  await call('post', 'organizations/create_many', { organizations: [{ name: 'Old Town Florist' }] })
  await call('put', 'organizations/update_many', { organizations: [{ id: places.bakery, details: '3 Mill Street' }] })
  await waitForJobs(app)
})

test('organizations are found, changed, joined and tagged', async () => {
  const { ada, grace } = people
  const { books, bakery } = places
  const at = `organizations/${books}`
  await call('get', at)
  await call('put', `organizations/${bakery}`, { organization: { domain_names: ['millstreet.example.com'], shared_tickets: true } })
  await call('post', 'organizations/create_or_update', { organization: { name: 'Quayside Coffee', external_id: 'crm-1042' } })
  await call('get', `organizations/show_many?ids=${books},${bakery}`)
  await call('get', 'organizations/search?external_id=crm-1042')
  await call('get', 'organizations/autocomplete?name=harb')
  await call('post', 'organizations/autocomplete', { name: 'harb' })
  await call('get', `${at}/users`)
  await call('put', `${at}/tags`, { tags: ['retail'] })
  await call('post', `${at}/tags`, { tags: ['retail', 'wholesale'] })
  await call('get', `${at}/tags`)
  await call('delete', `${at}/tags`, { tags: ['wholesale'] })
  const { organization_membership } = await call('post', 'organization_memberships', {
    organization_membership: { user_id: ada, organization_id: bakery },
  })
  await call('get', `organization_memberships?include=users,organizations`)
  await call('get', `organization_memberships/${organization_membership.id}`)
  await call('get', `${at}/organization_memberships`)
  await call('get', `users/${ada}/organization_memberships`)
  await call('get', `users/${ada}/organization_memberships/${organization_membership.id}`)
  await call('get', `users/${ada}/organizations`)
  await call('delete', `users/${ada}/organization_memberships/${organization_membership.id}`)
  await call('post', `users/${ada}/organization_memberships`, { organization_membership: { organization_id: bakery } })
  await call('post', 'organization_subscriptions', { organization_subscription: { user_id: grace, organization_id: books } })
  await call('get', 'organization_subscriptions')
  await call('get', `${at}/subscriptions`)
  await call('get', `users/${grace}/organization_subscriptions`)
})

test('groups have members', async () => {
  const { grace } = people
  const at = `groups/${places.second_line}`
  await call('get', at)
  await call('put', at, { group: { description: 'Printers, networks and telephones' } })
  await call('get', 'groups/assignable')
  await call('get', `${at}/users`)
  await call('get', `${at}/memberships`)
  await call('get', 'group_memberships')
  const { group_memberships } = await call('get', `users/${grace}/group_memberships`)
  await call('get', `users/${grace}/group_memberships/${group_memberships[0].id}`)
  await call('get', `users/${grace}/groups`)
})

test('users have custom fields', async () => {
  const options = ['Silver', 'Gold'].map((name) => ({ name, value: `tier_${name.toLowerCase()}` }))
  const tier = { type: 'dropdown', key: 'tier', title: 'Tier', custom_field_options: options }
  for (const owner of ['user', 'organization'] as const) {
    const { [`${owner}_field`]: field } = await call('post', `${owner}_fields`, { [`${owner}_field`]: tier })
    const at = `${owner}_fields/${field.id}`
    await call('get', `${owner}_fields`)
    await call('get', at)
    await call('get', `${owner}_fields/show_many?keys=tier`)
    await call('put', at, { [`${owner}_field`]: { description: 'What they have agreed on with sales' } })
    const platinum = { name: 'Platinum', value: `${owner}_platinum` }
    const { custom_field_option } = await call('post', `${at}/options`, { custom_field_option: platinum })
    await call('get', `${at}/options`)
    await call('get', `${at}/options/${custom_field_option.id}`)
  }
})
