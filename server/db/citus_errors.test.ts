import assert from 'node:assert/strict'
import { test } from 'node:test'
import postgres from 'postgres'
import { findViolatedConstraint, removeShardNumber } from './citus_errors.ts'
import { isUniqueViolation } from './unique_violation.ts'

const WORDS = 'duplicate key value violates unique constraint'
const refusal = (code: string, message: string, constraint_name?: string) =>
  // @ts-expect-error -- the driver types the constructor for itself: it takes the fields of the server's message
  new postgres.PostgresError({ severity: 'ERROR', code, message, ...(constraint_name === undefined ? {} : { constraint_name }) })

test('a violation is recognised by the name of its constraint, also with the number of a shard', () => {
  for (const name of ['brands_key', 'brands_key_102170']) {
    const error = refusal('23505', `${WORDS} "${name}"`, name)
    assert.ok(isUniqueViolation(error, 'brands_key') && isUniqueViolation(error))
    assert.ok(!isUniqueViolation(error, 'brands_host'))
  }
  // fewer digits are a part of the name
  assert.ok(!isUniqueViolation(refusal('23505', '', 'brands_key_12'), 'brands_key'))
})

test('a violation without its SQLSTATE is recognised by its words', () => {
  const error = refusal('XX000', `${WORDS} "brands_key_102170"`)
  assert.ok(isUniqueViolation(error, 'brands_key') && isUniqueViolation(error))
  assert.ok(!isUniqueViolation(error, 'brands_host'))
  for (const other of [
    refusal('XX000', 'cache lookup failed for relation 5'),
    refusal('23503', `${WORDS} "brands_key_102170"`, 'brands_key_102170'),
    Object.assign(new Error(`${WORDS} "brands_key_102170"`), { code: 'XX000' }),
  ])
    assert.ok(!isUniqueViolation(other))
})

test('names keep all but the number of a shard', () => {
  assert.equal(removeShardNumber('users_external_id_1021700'), 'users_external_id')
  assert.equal(removeShardNumber('users_external_id'), 'users_external_id')
  assert.equal(findViolatedConstraint(Object.assign(new Error(`${WORDS} "users_external_id"`), { code: 'XX000' })), 'users_external_id')
})
