import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { putPerson } from '#test/records.ts'
import { formWithFile } from '#test/invariants/populate_objects.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const { api } = app
const objects = '/api/v2/custom_objects'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
let record = ''
let path = ''

const newRecord = async () =>
  (await api.post(`${objects}/car/records`, { custom_object_record: { name: 'A car' } })).body.custom_object_record.id as string
const hang = (name: string, text: string, by = api, at = path) => {
  const { body, headers } = formWithFile(name, text, name.endsWith('.html') ? 'text/html' : 'text/plain')
  return by.post(at, body, headers)
}
const filesKept = async () =>
  Number((await app.database.database.driver<{ kept: string }[]>`select count(*) as kept from stored_files`)[0]?.kept)

before(async () => {
  await api.post(objects, { custom_object: { key: 'car', title: 'Car', title_pluralized: 'Cars', allows_attachments: true } })
  record = await newRecord()
  path = `${objects}/car/records/${record}/attachments`
})

test('a file is attached to a record, listed, read, and removed with its bytes', async () => {
  const { status, body } = await hang('plan.txt', 'The plan')
  assert.equal(status, 200, JSON.stringify(body))
  const { id, created_at: _created, created_by, ...shown } = body.custom_object_record_attachment
  assert.match(created_by, /^\d+$/)
  assert.deepEqual(shown, {
    custom_object_record_id: record,
    filename: 'plan.txt',
    content_type: 'text/plain',
    content_url: `${app.base_url}${path}/${id}/download`,
    size: 8,
    malware_access_override: false,
    malware_scan_completed_at: null,
    malware_scan_status: 'not_scanned',
  })
  assert.deepEqual(
    (await api.get(path)).body.custom_object_record_attachments.map((one: { id: string }) => one.id),
    [id],
  )
  const bytes = await api.get(`${path}/${id}/download`)
  assert.deepEqual([bytes.status, bytes.body], [200, 'The plan'])
  assert.match(bytes.headers.get('content-disposition') ?? '', /^attachment; filename="plan\.txt"/)
  assert.equal((await api.get(`${path}/${id}/download`, { range: 'bytes=4-' })).body, 'plan')
  assert.equal((await api.delete(`${path}/${id}`)).status, 204)
  assert.equal((await api.get(`${path}/${id}/download`)).status, 404)
  await waitFor(filesKept, 0)
})

test('files that a browser could run as a page are served as plain downloads, inline or not', async () => {
  const { id } = (await hang('page.html', '<script>alert(1)</script>')).body.custom_object_record_attachment
  for (const query of ['', '?inline=true']) {
    const { headers } = await api.get(`${path}/${id}/download${query}`)
    assert.equal(headers.get('content-type'), 'application/octet-stream')
    assert.match(headers.get('content-disposition') ?? '', /^attachment/)
    assert.match(headers.get('content-security-policy') ?? '', /sandbox/)
  }
})

test('removing a record removes its attachments', async () => {
  const kept = await filesKept()
  const other = await newRecord()
  await hang('a.txt', 'a', api, `${objects}/car/records/${other}/attachments`)
  assert.equal(await filesKept(), kept + 1)
  await api.delete(`${objects}/car/records/${other}`)
  await waitFor(filesKept, kept)
})

test('an administrator decides whether a file flagged as malware can be downloaded', async () => {
  const { id } = (await hang('odd.txt', 'odd')).body.custom_object_record_attachment
  const change = (by = api) => by.put(`${path}/${id}`, { custom_object_record_attachment: { malware_access_override: true } })
  assert.equal((await change(agent.api)).status, 403)
  assert.equal((await change()).body.custom_object_record_attachment.malware_access_override, true)
})

test('attaching a file requires an object that allows it, a record the caller may change, and a file', async () => {
  assert.equal((await api.post(path, {})).status, 400)
  assert.equal((await hang('x.txt', 'x', customer.api)).status, 403)
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await customer.api.get(path)).status, 403)
  assert.equal((await api.get(`${objects}/car/records/nobody/attachments`)).status, 404)
  assert.equal((await api.delete(`${path}/nobody`)).status, 404)
  const other = await newRecord()
  const { id } = (await hang('mine.txt', 'mine')).body.custom_object_record_attachment
  assert.equal((await api.get(`${objects}/car/records/${other}/attachments/${id}/download`)).status, 404)
  await api.patch(`${objects}/car`, { custom_object: { allows_attachments: false } })
  assert.equal((await hang('late.txt', 'late')).status, 400)
  assert.equal((await api.get(`${path}/${id}/download`)).status, 200)
})

const lockRecord = defineStatement<{ id: string }>('select id from custom_object_records where account_id = $1 and id = $2 for update')
const takingAway = defineStatement<unknown>(
  'delete from custom_object_record_attachments where account_id = $1 and custom_object_record_id = $2',
)
const countLockWaits = defineStatement<{ count: number }>(
  "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%custom_object_records%'",
)

test('removing an attachment does not deadlock with the job that removes the whole object', async () => {
  const gone = `${objects}/gone`
  await api.post(objects, { custom_object: { key: 'gone', title: 'Gone', title_pluralized: 'Gone', allows_attachments: true } })
  const { id } = (await api.post(`${gone}/records`, { custom_object_record: { name: 'One' } })).body.custom_object_record
  assert.equal((await hang('a.txt', 'A', api, `${gone}/records/${id}/attachments`)).status, 200)
  const { database } = app.database
  await database.transaction(async (tx) => {
    await tx.run(defineStatement<unknown>("set local deadlock_timeout = '20ms'")()) // so that this transaction gets the deadlock error
    await tx.first(lockRecord(app.account_id, id))
    assert.equal((await api.delete(gone)).status, 204)
    await waitFor(async () => ((await database.first(countLockWaits())) as { count: number }).count, 1)
    // if the job locked the attachment before the record, it would deadlock here
    await tx.run(takingAway(app.account_id, id))
  })
  await waitFor(async () => (await database.first(lockRecord(app.account_id, id))) === undefined, true)
})
