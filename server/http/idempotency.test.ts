import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putUser } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { basicToken, putInstance } from '#test/instances.ts'
import { accountById } from '#accounts/directory.ts'
import type { Account } from '#accounts/account.ts'
import { type Context, systemContext } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { HttpError, RecordInvalid } from '#core/errors.ts'
import { addSeconds } from '#lib/clock.ts'
import { runOnce } from './idempotency.ts'
import type { Result } from './route.ts'

const app = await useApp({}, { own: true }) // starts other processes
const { api } = app
const { server } = app.running
const contextOf = async (accountId: number): Promise<Context> => {
  const account = (await accountById(server.services, accountId)) as Account
  return systemContext({ account, db: server.database, log: server.log, services: server.services, base_url: app.base_url })
}
const ctx = await contextOf(1)
const insert = defineStatement<{ id: number }>(
  'insert into groups (account_id, name, created_at, updated_at) values ($1, $2, $3, $3) returning id',
)
const countNamed = defineStatement<{ total: number }>('select count(*) as total from groups where account_id = $1 and name = $2')
const countKeys = defineStatement<{ total: number }>('select count(*) as total from idempotency_keys where account_id = $1')
const total = async (name: string, accountId = 1) => (await server.database.first(countNamed(accountId, name)))?.total

/** An act that inserts a group of this name. */
const makeInsertAct =
  (name: string) =>
  async (tx: Context): Promise<Result> => {
    const row = await tx.db.first(insert(tx.account.id, name, tx.now))
    return { status: 201, body: { group: row }, headers: { location: `/groups/${row?.id}` } }
  }

test('the same request sent twice is carried out once and gets the same answer twice', async () => {
  const first = await runOnce(ctx, 'twice', { a: 1 }, makeInsertAct('Twice'))
  const second = await runOnce(ctx, 'twice', { a: 1 }, makeInsertAct('Twice'))
  assert.equal(first.headers?.['x-idempotency-lookup'], 'miss')
  assert.equal(second.headers?.['x-idempotency-lookup'], 'hit')
  assert.deepEqual([second.status, second.body, second.headers?.location], [first.status, first.body, first.headers?.location])
  assert.equal(await total('Twice'), 1)
})

test('concurrent requests with one key are carried out once', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => runOnce(ctx, 'crowd', {}, makeInsertAct('Crowd'))))
  assert.equal(await total('Crowd'), 1)
  assert.equal(answers.filter((answer) => answer.headers?.['x-idempotency-lookup'] === 'miss').length, 1)
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer.body))).size, 1)
})

test('a key with another body is refused', async () => {
  await runOnce(ctx, 'other body', { a: 1 }, makeInsertAct('First body'))
  await assert.rejects(runOnce(ctx, 'other body', { a: 2 }, makeInsertAct('Second body')), (error: unknown) => {
    assert.ok(error instanceof HttpError)
    assert.deepEqual(
      [error.status, error.body],
      [400, { error: 'IdempotentRequestError', description: "Request parameters don't match the given idempotency key" }],
    )
    return true
  })
  assert.equal(await total('Second body'), 0)
})

test('a refused request leaves its key free: after a correction it may be sent again', async () => {
  const insertAndRefuse = async (tx: Context): Promise<Result> => {
    await makeInsertAct('Refused')(tx)
    throw new RecordInvalid({ name: [{ description: 'Name: is not nice' }] })
  }
  await assert.rejects(runOnce(ctx, 'mended', { a: 1 }, insertAndRefuse), RecordInvalid)
  assert.equal(await total('Refused'), 0)
  assert.equal((await runOnce(ctx, 'mended', { a: 2 }, makeInsertAct('Mended'))).status, 201)
})

test('a key is kept for two hours of the account’s clock, not longer', async () => {
  await runOnce(ctx, 'aging', {}, makeInsertAct('Aging'))
  const delayContext = (seconds: number) => ({ ...ctx, now: addSeconds(ctx.now, seconds) })
  await runOnce(delayContext(7199), 'aging', {}, makeInsertAct('Aging'))
  assert.equal(await total('Aging'), 1)
  await runOnce(delayContext(7201), 'aging', {}, makeInsertAct('Aging'))
  assert.equal(await total('Aging'), 2)
  assert.equal((await server.database.first(countKeys(1)))?.total, 1)
})

test('keys belong to an instance, and have 255 characters at most', async () => {
  const other = await contextOf((await putInstance(app)).id)
  await runOnce(ctx, 'shared', {}, makeInsertAct('Shared'))
  assert.equal((await runOnce(other, 'shared', {}, makeInsertAct('Shared'))).headers?.['x-idempotency-lookup'], 'miss')
  assert.deepEqual([await total('Shared'), await total('Shared', other.account.id)], [1, 1])
  assert.equal((await runOnce(ctx, 'k'.repeat(255), {}, makeInsertAct('Longest'))).status, 201)
  await assert.rejects(runOnce(ctx, 'k'.repeat(256), {}, makeInsertAct('Too long')), HttpError)
})

test('a body nested a million levels deep has a hash, too', async () => {
  let body: unknown = []
  for (let depth = 0; depth < 1_000_000; depth += 1) body = [body]
  assert.equal((await runOnce(ctx, 'deep', body, makeInsertAct('Deep'))).status, 201)
})

const ticket = { ticket: { subject: 'Printer on fire', comment: { body: 'Help' } } }

test('over HTTP one key creates one ticket, with two processes, too', async () => {
  const other = await app.another()
  const headers = { ...basicToken(app.admin.email, app.admin.token), 'content-type': 'application/json', 'idempotency-key': 'printer' }
  const send = (base_url: string) => fetch(`${base_url}/api/v2/tickets.json`, { method: 'POST', headers, body: JSON.stringify(ticket) })
  const answers = await Promise.all([send(app.base_url), send(other.base_url), send(app.base_url), send(other.base_url)])
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [201, 201, 201, 201],
  )
  assert.deepEqual(answers.map((answer) => answer.headers.get('x-idempotency-lookup')).sort(), ['hit', 'hit', 'hit', 'miss'])
  const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as any).ticket.id))
  assert.equal(new Set(ids).size, 1)
  const changed = await api.post('/api/v2/tickets', { ticket: { ...ticket.ticket, subject: 'Other' } }, { 'idempotency-key': 'printer' })
  assert.deepEqual([changed.status, changed.body.error], [400, 'IdempotentRequestError'])
})

test('routes other than the creation of tickets ignore the key', async () => {
  const names = ['Heedless one', 'Heedless two']
  for (const name of names) {
    const made = await api.post('/api/v2/groups', { group: { name } }, { 'idempotency-key': 'group' })
    assert.deepEqual([made.status, made.headers.get('x-idempotency-lookup')], [201, null])
  }
})

test('a key belongs to one user: another user cannot read the answer with it', async () => {
  await runOnce(ctx, 'private', { a: 1 }, makeInsertAct('Private'))
  const other = { ...ctx, actor: { ...ctx.actor, id: app.admin.id } }
  await assert.rejects(
    runOnce(other, 'private', { a: 1 }, makeInsertAct('Private')),
    (error: unknown) => error instanceof HttpError && error.status === 400,
  )
  const headers = { 'idempotency-key': 'whose' }
  const first = await api.post('/api/v2/tickets', ticket, headers)
  const { email } = await putUser(app, { role: 'agent', password: 'a password to sign in' })
  const stranger = app.as({ email, password: 'a password to sign in' })
  const second = await stranger.post('/api/v2/tickets', ticket, headers)
  assert.deepEqual([first.status, second.status, second.body.error], [201, 400, 'IdempotentRequestError'])
})
