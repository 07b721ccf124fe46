import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a password is hashed with argon2id, 19 MiB and two passes, by default', () => {
  const program = "import { hashPassword } from './passwords.ts'; console.log(await hashPassword('correct horse battery'))"
  const hash = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname, encoding: 'utf8' })
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a hash is verified with the cost it was made with', async () => {
  const stored = '$argon2id$v=19$m=19456,t=2,p=1$Ly8AE/QljD7IBY35vSj0NQ$9oCWtQoRV94V6uBot4TTA0fmYA/w3g1C+r8KyKJyoGQ'
  assert.equal(await verifyPassword(stored, 'correct horse battery'), true)
  assert.equal(await verifyPassword(stored, 'correct horse batterY'), false)
  assert.equal(await verifyPassword(await hashPassword('another one'), 'another one'), true)
})

test('without a hash no password is correct', async () => {
  assert.equal(await verifyPassword(null, ''), false)
})
