/** The calls of an IT desk, as its programs would make them; see example_calls.ts. */
import { test } from 'node:test'
import { useApp } from './app.ts'
import { callsOf } from './example_calls.ts'

const app = await useApp()
const call = callsOf(app)
const base = 'it_asset_management'

test('assets have types, fields, statuses and locations', async () => {
  const { asset_types } = await call('get', `${base}/asset_types`)
  const laptop = asset_types.find((type: { name: string }) => type.name === 'Laptop')
  const types = `${base}/asset_types`
  const given = { name: 'Rugged laptop', parent_id: laptop.id, description: 'For work outside' }
  const { asset_type } = await call('post', types, { asset_type: given })
  await call('get', `${types}/${asset_type.id}`)
  await call('patch', `${types}/${asset_type.id}`, { asset_type: { external_id: 'rugged' } })
  const fields = `${types}/${asset_type.id}/fields`
  const { field } = await call('post', fields, { field: { key: 'protection', title: 'Protection class', type: 'text' } })
  await call('get', fields)
  await call('get', `${fields}/${field.id}`)
  await call('patch', `${fields}/${field.id}`, { field: { description: 'Such as IP65' } })
  const { location } = await call('post', `${base}/locations`, { location: { name: 'Harbour office', external_id: 'HH-2' } })
  await call('get', `${base}/locations?page[size]=1`)
  await call('get', `${base}/locations/${location.id}`)
  await call('patch', `${base}/locations/${location.id}`, { location: { name: 'Harbour office, 2nd floor' } })
  const { statuses } = await call('get', `${base}/statuses`)
  await call('get', `${base}/statuses/${statuses[0].id}`)
  const { user } = await call('post', 'users', { user: { name: 'Ada Brook', email: 'ada@harbourlane.example.com' } })
  const asset = {
    name: 'Ada’s laptop',
    asset_type_id: asset_type.id,
    status_id: statuses[1].id,
    location_id: location.id,
    user_id: user.id,
    asset_tag: 'HL-0042',
    serial_number: 'C02X1234',
    manufacturer: 'Acme',
    model: 'Rugged 14',
    purchase_cost: 1899.9,
    purchase_date: '2026-03-02',
    warranty_expiration: '2029-03-02',
    custom_field_values: { protection: 'IP65' },
  }
  const { asset: laptopOfAda } = await call('post', `${base}/assets`, { asset })
  await call('get', `${base}/assets?page[size]=1`)
  await call('get', `${base}/assets/${laptopOfAda.id}`)
  await call('patch', `${base}/assets/${laptopOfAda.id}`, { asset: { status_id: statuses[2].id, notes: 'The fan is loud' } })
  await call('get', `${base}/assets/search?query=rugged&sort=-updated_at`)
  await call('post', `${base}/assets/search`, { filter: { $and: [{ model: { $eq: 'Rugged 14' } }, { user: { $eq: user.id } }] } })
  await call('post', `${base}/assets/jobs`, {
    job: { action: 'create', items: [{ name: 'Spare', asset_type: 'Mobile', status: 'Available' }] },
  })
  await call('delete', `${base}/assets/${laptopOfAda.id}`)
  await call('delete', `${base}/locations/${location.id}`)
  await call('delete', `${fields}/${field.id}`)
  await call('delete', `${types}/${asset_type.id}`)
})

test('tickets have task lists', async () => {
  const tasks = [{ name: 'Order a laptop', required: true }, { name: 'Make an account' }]
  const { task_list_template: template } = await call('post', 'task_list_templates', {
    task_list_template: { name: 'Onboarding', description: 'Before the first day', tasks },
  })
  const path = `task_list_templates/${template.id}`
  await call('get', 'task_list_templates?page[size]=1')
  await call('get', path)
  await call('get', `${path}/tasks`)
  const changed = [{ id: template.tasks[0].id, description: 'The rugged one' }, { name: 'Show the canteen' }]
  await call('put', path, { task_list_template: { tasks: changed } })
  const { ticket } = await call('post', 'tickets', { ticket: { subject: 'Ada begins in May', comment: { body: 'Please prepare.' } } })
  await call('post', `tickets/${ticket.id}/task_lists`, { task_list: { task_list_template_id: template.id } })
  await call('get', `tickets/${ticket.id}/task_lists`)
  await call('delete', path)
})

test('something about a ticket is to be approved', async () => {
  const { user } = await call('post', 'users', { user: { name: 'Mila Okafor', email: 'mila@harbourlane.example.com' } })
  const { ticket } = await call('post', 'tickets', { ticket: { subject: 'A second screen', comment: { body: 'For my desk, please.' } } })
  const asked = { subject: 'A second screen', message: 'It costs 300 euros.', ticket_id: ticket.id, assignee_user_id: user.id }
  await call('post', 'approval_requests', asked)
  await call('get', 'approval_requests?filter[status]=active&page[size]=1')
})
