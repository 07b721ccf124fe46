import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'

const app = await useApp()
const { api } = app
const path = '/api/v2/it_asset_management/locations'

test('the audit log says what was done to a record, with its former name where that was changed', async () => {
  const { id } = (await api.post(path, { location: { name: 'Berlin' } })).body.location
  await api.patch(`${path}/${id}`, { location: { name: 'Potsdam' } })
  await api.patch(`${path}/${id}`, { location: { external_id: 'p-1' } })
  await api.delete(`${path}/${id}`)
  const { audit_logs } = (await api.get('/api/v2/audit_logs?filter[source_type]=asset_location')).body
  assert.deepEqual(
    audit_logs.map((entry: Record<string, unknown>) => [entry['action'], entry['source_label'], entry['change_description']]).toReversed(),
    [
      ['create', 'Berlin', 'Created'],
      ['update', 'Potsdam', 'Name changed from Berlin to Potsdam'],
      ['update', 'Potsdam', 'Changed'],
      ['destroy', 'Potsdam', 'Deleted'],
    ],
  )
})
