import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putInstance } from '#test/instances.ts'

const app = await useApp({}, { own: true, shippedTriggers: true }) // makes the first instance one of an older version
const { driver } = app.database.database
const rulesOf = async (kind: 'views' | 'triggers') => [
  ...(await driver.unsafe<{ key: string; active: boolean }[]>(
    `select key, active from ${kind} where account_id = 1 and key !~ '^[0-9]' order by key`,
  )),
]

/** Makes of the instance one of an older version, whose people have a view and a trigger of their own. */
async function makeOld(): Promise<void> {
  await driver.unsafe(`delete from trigger_revisions; delete from triggers where key <> 'notify_assignee_of_assignment';
    delete from views where key <> 'your_unsolved_tickets'; update accounts set has_standard_rules = false`)
}

test('an instance of an older version gets the views and triggers of a fresh one, once, switched off, and its audit log says so', async () => {
  const fresh = { views: await rulesOf('views'), triggers: await rulesOf('triggers') }
  await makeOld()
  const kept = await rulesOf('views')
  assert.ok(kept.length < fresh.views.length)
  await app.another({ DESKHAND_ROLE: 'web' })
  for (const kind of ['views', 'triggers'] as const) {
    const now = await rulesOf(kind)
    assert.deepEqual(
      now.map(({ key }) => key),
      fresh[kind].map(({ key }) => key),
    )
    assert.equal(now.filter(({ active }) => active).length, kind === 'views' ? kept.length : 1, 'only what was there is active')
  }
  assert.equal((await driver.unsafe('select 1 from trigger_categories where account_id = 1')).length, 1)
  const [shown] = (await app.api.get('/api/v2/triggers?active=false')).body.triggers
  assert.equal((await app.api.get(`/api/v2/triggers/${shown.id}/revisions`)).body.trigger_revisions.length, 1)
  const entries = (await app.api.get('/api/v2/audit_logs?filter[source_type]=account')).body.audit_logs as { change_description: string }[]
  const told = entries.filter(({ change_description }) => change_description.startsWith('Added after the upgrade, switched off: '))
  assert.match(told[0]?.change_description ?? '', /\d+ views and \d+ triggers of a fresh instance$/)
  assert.equal(told.length, 1)
})

test('what was removed afterwards is not added again', async () => {
  await makeOld()
  await app.another({ DESKHAND_ROLE: 'web' })
  const [view] = (await app.api.get('/api/v2/views?active=false')).body.views
  assert.equal((await app.api.delete(`/api/v2/views/${view.id}`)).status, 204)
  const before = await rulesOf('views')
  await app.another({ DESKHAND_ROLE: 'web' })
  assert.deepEqual(await rulesOf('views'), before)
})

test('an instance that is made now gets nothing more', async () => {
  const { id } = await putInstance(app)
  assert.equal((await driver.unsafe('select 1 from accounts where id = $1 and has_standard_rules', [id])).length, 1)
})
