import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'
import { keepAddress } from './known_origins.ts'

const app = await useApp()
const { database } = app.database
const DAY_MS = 86_400_000

test('an origin is kept for another while with each sign-in, and written at most once a day', async () => {
  const { id } = await putPerson(app, { role: 'agent' })
  const hash = Buffer.from('an address')
  const expiry = async () => {
    const [row] = await database.driver<{ at: string }[]>`select expires_at as at from known_origins
      where account_id = ${app.account_id} and user_id = ${id}`
    return Date.parse(row?.at ?? assert.fail('not kept'))
  }
  const moveTo = (at: number) => database.driver`update known_origins set expires_at = ${new Date(at).toISOString()}
    where account_id = ${app.account_id} and user_id = ${id}`
  await keepAddress(database, app.account_id, id, hash)
  const first = await expiry()
  await moveTo(first - DAY_MS / 2)
  await keepAddress(database, app.account_id, id, hash)
  assert.equal(await expiry(), first - DAY_MS / 2)
  await moveTo(first - 2 * DAY_MS)
  await keepAddress(database, app.account_id, id, hash)
  assert.ok((await expiry()) >= first)
})
