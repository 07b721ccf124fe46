/**
 * The calls people read first in the API reference, as a user would make them; see example_calls.ts.
 */
import { before, test } from 'node:test'
import { useApp } from './app.ts'
import { callsOf } from './example_calls.ts'
import { waitForJobs } from './invariants/populate.ts'

const app = await useApp()
const call = callsOf(app)

const people = { ada: 0, grace: 0, lost: 0 }
let printer = 0
let membership = 0

before(async () => {
  const { group } = await call('post', 'groups', { group: { name: 'Second line', description: 'Printers and networks' } })
  const { organization } = await call('post', 'organizations', {
    organization: { name: 'Harbour Lane Books', domain_names: ['harbourlane.example.com'], tags: ['retail'] },
  })
  const { user: ada } = await call('post', 'users', {
    user: { name: 'Ada Brook', email: 'ada@harbourlane.example.com', organization_id: organization.id, verified: true },
  })
  const { user: grace } = await call('post', 'users', {
    user: { name: 'Grace Mbeki', email: 'grace@example.com', role: 'agent', verified: true },
  })
  const { user: lost } = await call('post', 'users', { user: { name: 'Ada B.', email: 'ada.b@example.org' } })
  await call('post', 'users', { user: { name: 'Noor Haddad', email: 'noor@example.org', phone: '+49 30 1234567', tags: ['vip'] } })
  const { group_membership } = await call('post', 'group_memberships', {
    group_membership: { user_id: grace.id, group_id: group.id },
  })
  membership = group_membership.id
  Object.assign(people, { ada: ada.id, grace: grace.id, lost: lost.id })
  const { ticket } = await call('post', 'tickets', {
    ticket: {
      subject: 'My printer is on fire',
      comment: { body: 'The smoke is very colorful.' },
      requester_id: ada.id,
      priority: 'urgent',
      type: 'incident',
      tags: ['printer'],
    },
  })
  printer = ticket.id
})

test('a ticket is worked on', async () => {
  const path = `tickets/${printer}`
  await call('put', path, {
    ticket: { status: 'pending', assignee_id: people.grace, comment: { body: 'Please unplug it.', public: true } },
  })
  await call('get', path)
  await call('get', 'tickets?page[size]=1&sort=-updated_at')
  await call('get', `${path}/comments`)
  await call('get', `${path}/audits`)
  await call('get', `${path}/metrics`)
  await call('put', `${path}/tags`, { tags: ['fire'] })
  await call('get', 'tickets/count')
  await call('get', `tickets/show_many?ids=${printer}`)
  await call('get', `users/${people.ada}/tickets/requested`)
})

test('many tickets are changed by jobs', async () => {
  const tickets = ['Paper jam', 'No toner'].map((subject) => ({
    subject,
    comment: { body: `${subject}, again.` },
    requester_id: people.ada,
  }))
  const { job_status } = await call('post', 'tickets/create_many', { tickets })
  await waitForJobs(app)
  const { job_status: done } = await call('get', `job_statuses/${job_status.id}`)
  const ids = done.results.map(({ id }: { id: number }) => id)
  await call('put', `tickets/update_many?ids=${ids.join()}`, { ticket: { status: 'solved', additional_tags: ['printer'] } })
  await call('post', `tickets/${printer}/merge`, { ids: [ids[0]], target_comment: 'The same printer.' })
  await waitForJobs(app)
  await call('delete', `tickets/${ids[1]}`)
})

test('people and organizations are found and changed', async () => {
  await call('get', 'users?role=agent')
  await call('get', `users/${people.ada}`)
  await call('get', 'users/me')
  await call('put', `users/${people.ada}`, { user: { phone: '+49 30 7654321', notes: 'Prefers to be called.' } })
  await call('post', 'users/create_or_update', {
    user: { name: 'Ada Brook', email: 'ada@harbourlane.example.com', details: 'Owner' },
  })
  await call('get', 'users/search?query=ada')
  await call('get', 'organizations')
  await call('put', `users/${people.lost}/merge`, { user: { id: people.ada } })
  await call('get', 'groups')
  await call('delete', `users/${people.grace}/group_memberships/${membership}`)
})

test('records of all types are searched', async () => {
  await call('get', 'search?query=type:ticket printer')
  await call('get', 'search/count?query=type:ticket printer')
  await call('get', 'search/export?query=printer&filter[type]=ticket&page[size]=1')
})

test('custom definitions of an account are created', async () => {
  await call('post', 'ticket_fields', {
    ticket_field: {
      type: 'tagger',
      title: 'Product',
      custom_field_options: [
        { name: 'Printer', value: 'product_printer' },
        { name: 'Scanner', value: 'product_scanner' },
      ],
    },
  })
  const custom_field_options = ['North', 'South'].map((name) => ({ name, value: name.toLowerCase() }))
  const region = { type: 'dropdown', key: 'region', title: 'Region', custom_field_options }
  const { organization_field } = await call('post', 'organization_fields', { organization_field: region })
  const [option] = organization_field.custom_field_options
  const path = `organization_fields/${organization_field.id}/options`
  await call('get', `${path}/${option.id}`)
  await call('delete', `${path}/${option.id}`)
  await call('post', 'oauth/clients', {
    client: { name: 'Warehouse', identifier: 'warehouse', kind: 'confidential', redirect_uri: 'https://warehouse.example.com/back' },
  })
  await call('post', 'automations', {
    automation: {
      title: 'Close what is solved',
      conditions: {
        all: [
          { field: 'status', operator: 'is', value: 'solved' },
          { field: 'SOLVED', operator: 'greater_than', value: '120' },
        ],
      },
      actions: [{ field: 'status', value: 'closed' }],
    },
  })
})
