import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '#lib/root.ts'
import { SEALED_COLUMNS } from './sealed_columns.ts'

/** Columns of bytes that are neither sealed nor named as a hash. */
const OTHERS: Readonly<Record<string, string>> = {
  'access_requests.external_key': 'a hash under the secret',
  'audit_log_exports.content': 'a file',
  'request_activity.key': 'a hash',
  'shared_secrets.passphrase_salt': 'a salt',
  'tracker_issues.key': 'a hash',
}

test('each column of bytes that are no hash holds sealed values that move with their instance, or is known to hold none', () => {
  const schema = readFileSync(join(ROOT, 'migrations/schema.sql'), 'utf8')
  const found = [...schema.matchAll(/^create table (\w+) \((.*?)^\)/gms)].flatMap(([, table, body = '']) =>
    [...body.matchAll(/^ {2}(\w+) bytea/gm)].map(([, column]) => `${table}.${column}`),
  )
  assert.ok(found.length > 20)
  assert.deepEqual(
    found.filter((name) => !/[._](?:hash|sha256)$/.test(name)).toSorted(),
    [...Object.keys(OTHERS), ...SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)].toSorted(),
  )
})
