/** Calls on views, as examples for the API reference: see recording.ts. */
import { test } from 'node:test'
import { useApp } from './app.ts'
import { callsOf } from './example_calls.ts'

const app = await useApp()
const call = callsOf(app)

test('views, their tickets and their counts', async () => {
  const late = {
    title: 'Printers that wait',
    all: [
      { field: 'status', operator: 'less_than', value: 'solved' },
      { field: 'current_tags', operator: 'includes', value: 'printer' },
    ],
    output: {
      columns: ['nice_id', 'subject', 'requester', 'priority'],
      group_by: 'priority',
      group_order: 'desc',
      sort_by: 'created',
      sort_order: 'asc',
    },
  }
  await call('post', 'tickets', {
    ticket: {
      subject: 'Printer on fire',
      comment: { body: 'There is smoke' },
      priority: 'urgent',
      tags: ['printer'],
      requester: { name: 'Ann Example', email: 'ann@example.com' },
    },
  })
  const { view } = await call('post', 'views', { view: late })
  const { view: other } = await call('post', 'views', { view: { ...late, title: 'Of this week' } })
  await call('get', 'views?page[size]=1')
  await call('get', 'views/active?per_page=1')
  await call('get', 'views/compact')
  await call('get', 'views/count')
  await call('get', 'views/definitions')
  await call('get', 'views/search?query=printers')
  await call('get', `views/show_many?ids=${view.id},${other.id}`)
  await call('get', `views/${view.id}`)
  await call('put', `views/${view.id}`, { view: { title: 'Printers that still wait' } })
  await call('put', 'views/update_many', { views: [{ id: other.id, position: 10_010, active: false }] })
  await call('get', `views/${view.id}/execute`)
  await call('get', `views/${view.id}/tickets`)
  await call('get', `views/${view.id}/count`)
  await call('get', `views/count_many?ids=${view.id},${other.id}`)
  await call('get', `views/${view.id}/export`)
  await call('post', 'views/preview', { view: late })
  await call('post', 'views/preview/count', { view: late })
  await call('delete', `views/destroy_many?ids=${other.id}`)
  await call('delete', `views/${view.id}`)
})
