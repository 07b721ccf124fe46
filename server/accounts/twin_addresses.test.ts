import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp({}, { own: true }) // makes the first instance one of an older version
const { driver } = app.database.database
const make = makeWith(app.api)
const account = app.account_id

interface Entry {
  readonly source_id: number
  readonly source_label: string
  readonly change_description: string
}

const listNamedAddresses = async (): Promise<Entry[]> => {
  const { status, body } = await app.api.get('/api/v2/audit_logs?filter[source_type]=user&per_page=100')
  assert.equal(status, 200)
  return body.audit_logs.filter(({ change_description }: Entry) => change_description.includes('with other or invisible characters'))
}

test('addresses that an upgrade left to two people are named in the audit log, once', async () => {
  const ann = await make.user({ name: 'Ann', email: 'ann@example.org' })
  const twin = await make.user({ name: 'Ann Twin', email: 'twin@example.org' })
  const alone = await make.user({ name: 'Jörg', email: 'joerg@example.org' })
  const rewrite = (id: number, value: string) =>
    driver`update user_identities set value = ${value} where account_id = ${account} and user_id = ${id}`
  await rewrite(twin.id, 'Ann@example.org\u200b')
  await rewrite(alone.id, 'jörg@example.org')
  await driver`update accounts set has_named_twin_addresses = false where id = ${account}`
  for (let starts = 0; starts < 2; starts++) await app.another({ DESKHAND_ROLE: 'web' })
  const entries = await listNamedAddresses()
  assert.deepEqual(
    entries.map(({ source_id, source_label }) => [source_id, source_label]),
    [[twin.id, 'Ann Twin']],
  )
  assert.match(
    entries[0]?.change_description ?? '',
    new RegExp(`^Has ann@example\\.org .* address of Ann \\(user ${ann.id}\\): remove one`),
  )
})

test('an instance that is made now has none to name', async () => {
  const rows = await driver`select has_named_twin_addresses as done from accounts where id = ${account}`
  assert.deepEqual([...rows], [{ done: true }])
})
