import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isClash, isConnectionLoss, isRead, isUndone, isUnreachable, noteUndone, outageOf } from './outage.ts'
import { transientKind } from './transient_errors.ts'

const makeError = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

test('transient faults are distinguished from others', () => {
  for (const code of [
    '25006',
    '57014',
    '53300',
    '57P01',
    '57P03',
    '40001',
    '40P01',
    '55P03',
    '53100',
    '08006',
    'ECONNREFUSED',
    'ETIMEDOUT',
  ])
    assert.notEqual(outageOf(makeError(code)), undefined, code)
  for (const code of ['23505', '42601', '22P02', 'XX000', 'ERR_INVALID_ARG_TYPE', 'toString', '__proto__'])
    assert.equal(outageOf(makeError(code)), undefined, code)
  for (const other of [undefined, null, 'ECONNREFUSED', { code: '57014' }]) assert.equal(outageOf(other), undefined)
})

test('an ambiguous code counts as an outage only where it is one', () => {
  assert.equal(outageOf(makeError('08P01', { severity: 'ERROR' })), undefined)
  assert.equal(outageOf(makeError('08P01', { severity: 'FATAL' }))?.kind, 'unreachable')
  assert.equal(outageOf(makeError('ENOENT', { syscall: 'open' })), undefined)
  assert.equal(outageOf(makeError('ENOENT', { syscall: 'connect' }))?.kind, 'unreachable')
})

test('a worker of Citus that is away counts as unreachable, and nothing was committed', () => {
  const away = Object.assign(new Error('failure on connection marked as essential: 10.0.0.2:5432'), { code: 'XX000' })
  assert.equal(outageOf(away)?.kind, 'unreachable')
  assert.ok(isUnreachable(away) && isUndone(away) && !isConnectionLoss(away))
  assert.equal(transientKind(away), 'away')
  // another internal error, and the same words of another program
  assert.equal(outageOf(Object.assign(new Error('cache lookup failed for relation 5'), { code: 'XX000' })), undefined)
  assert.equal(outageOf(new Error('failure on connection marked as essential: 10.0.0.2:5432')), undefined)
})

test('a key that Citus says was taken conflicts with a concurrent act, as one of PostgreSQL does', () => {
  const message = 'duplicate key value violates unique constraint "groups_pkey_102170"'
  assert.ok(isClash(Object.assign(new Error(message), { code: 'XX000' })))
  assert.ok(!isClash(makeError('XX000')))
})

test('it is known that nothing was committed, unless a connection broke without a message', () => {
  for (const code of ['57014', '40P01', '53300', 'ECONNREFUSED', '57P01', '57P02', '25P03', 'NO_CONNECTION_FREE'])
    assert.ok(isUndone(makeError(code)), code)
  for (const code of ['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '08006']) {
    const error = makeError(code)
    assert.equal(isUndone(error), false, code)
    noteUndone(error)
    assert.ok(isUndone(error), code)
  }
})

test('an unreachable database is not a lost connection, and vice versa', () => {
  assert.ok(isUnreachable(makeError('ECONNREFUSED')) && !isConnectionLoss(makeError('ECONNREFUSED')))
  assert.ok(isConnectionLoss(makeError('ECONNRESET')) && !isUnreachable(makeError('ECONNRESET')))
  // the driver may be unusable after it
  assert.ok(isConnectionLoss(makeError('CONNECT_TIMEOUT')) && isUnreachable(makeError('CONNECT_TIMEOUT')))
})

test('a statement that sends a notification or fills the queue is not a read, however it begins', () => {
  for (const text of [
    'with some as (select 1 as one) select one from some',
    'with recursive up as (select id, updated_at from groups) select id from up',
    'select 1',
    '  SELECT id\nfrom tickets where subject = $1',
    'select id from graphile_worker.jobs j where id = (1)',
  ])
    assert.equal(isRead(text), true, text)
  for (const text of [
    'insert into groups values (1)',
    'with done as (delete from mails) select 1',
    "with told as (select pg_notify('a', 'b')) select 1",
    "select pg_notify('a', 'b')",
    'select 1,\n  pg_notify($1, $2)',
    'select graphile_worker.add_job($1)',
    'select id from graphile_worker.force_unlock_workers ($1)',
  ])
    assert.equal(isRead(text), false, text)
})
