/** Ending a person's credentials and handing a credential over to them must not deadlock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putUser } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import type { Answer } from '#test/client.ts'
import { createAcceptedRequest, putDuties, putPersonInPerson } from '#test/governance.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const { database } = app.database
const countLockWaits = defineStatement<{ count: number }>(
  'select count(*) as count from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
)
const holdRequest = defineStatement<unknown>(`select id from access_requests where account_id = ${app.account_id} and id = $1 for update`)
/** The lock that the foreign key from a one-time secret to its reader takes. */
const nameUser = defineStatement<unknown>(`select id from users where account_id = ${app.account_id} and id = $1 for key share`)

test('a person can be deactivated while a token of their request is rotated', { timeout: 30_000 }, async () => {
  const engineer = await putPersonInPerson(app, { role: 'agent', name: 'Edda Engineer' })
  await putDuties(app, engineer.id, ['engineer'])
  const { request, requester } = await createAcceptedRequest(app)
  assert.equal((await engineer.api.post(`/api/v2/access_requests/${request.id}/issue`, {})).status, 201)
  const value = { op: 'replace', value: { active: false } }
  let answer: Promise<Answer> | undefined
  await database.transaction(async (tx) => {
    await tx.first(holdRequest(request.id))
    answer = app.inPerson.patch(`/api/scim/v2/Users/${requester.id}`, { Operations: [value] })
    while ((await database.first(countLockWaits()))?.count === 0);
    await tx.first(nameUser(requester.id))
  })
  const { status, body } = (await answer) as Answer
  assert.deepEqual([status, body.active], [200, false], JSON.stringify(body))
})

test('changing a person is not blocked by inserting a row that refers to them', { timeout: 30_000 }, async () => {
  const { id } = await putUser(app, { role: 'agent' })
  await database.transaction(async (tx) => {
    await tx.first(nameUser(id))
    assert.equal((await app.inPerson.put(`/api/v2/users/${id}`, { user: { suspended: true } })).status, 200)
  })
})
