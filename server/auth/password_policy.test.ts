import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_SETTINGS, type PasswordPolicy } from '#accounts/settings.ts'
import { isCommonPassword } from './common_passwords.ts'
import { historySentence, passwordProblems } from './password_policy.ts'

const base = DEFAULT_SETTINGS.security.password
const faults = (password: string, change: Partial<PasswordPolicy> = {}, email: string | null = 'mary.jones@example.com') =>
  passwordProblems({ ...base, ...change }, password, email)

test('the default policy requires length, an uncommon password, and one other than the address', () => {
  assert.deepEqual(faults('correct horse battery'), [])
  assert.deepEqual(faults('short'), ['must be at least 8 characters'])
  assert.deepEqual(faults('ab'.repeat(64) + 'c'), ['must be at most 128 characters'])
  assert.deepEqual(faults('Mary.Jones@Example.com'), ['must be different from email address'])
})

test('common passwords are refused with digits and marks around them, too; others are not', () => {
  for (const common of [
    'password',
    'Password1',
    'PASSWORD123!',
    '12345678',
    '1234567890',
    'qwertyuiop',
    'Welcome2027!',
    'admin1234',
    'aaaaaaaa',
    'abababab',
    '1111-2222',
    'P@ssw0rd',
    'iloveyou2',
  ])
    assert.equal(isCommonPassword(common), true, common)
  for (const other of ['password of mine', 'correct horse battery', 'vT7-pq2Lx', 'adminstrasse', '8273 9182 7364 1', 'Summer in Lisbon'])
    assert.equal(isCommonPassword(other), false, other)
})

test('each requirement an instance adds is checked', () => {
  assert.deepEqual(faults('a long one', { min_length: 12 }), ['must be at least 12 characters'])
  assert.deepEqual(faults('all small letters', { mixed_case: true }), ['must have small letters and capitals'])
  assert.deepEqual(faults('Some Big Ones', { mixed_case: true }), [])
  assert.deepEqual(faults('no numbers here', { complexity: 1 }), ['must have letters and numbers'])
  assert.deepEqual(faults('4 numbers here', { complexity: 1 }), [])
  assert.deepEqual(faults('4 numbers here', { complexity: 2 }), ['must have letters, numbers and special characters'])
  assert.deepEqual(faults('4 numbers here.', { complexity: 2 }), [])
  assert.deepEqual(faults('xabcd then', { max_sequence: 3 }), ['must not have more than 3 letters or numbers in sequence'])
  assert.deepEqual(faults('x4321 then', { max_sequence: 3 }).length, 1)
  assert.deepEqual(faults('xabc then 321', { max_sequence: 3 }), [])
  assert.deepEqual(faults('I am MARY.JONES', { forbid_email_parts: true }), ['must not include the first part of the email address'])
  assert.deepEqual(faults('I am MARY.JONES', { forbid_email_parts: true }, null), [])
  assert.deepEqual(faults('some words to remember', { forbid_email_parts: true }, 'me@example.com'), [])
  assert.deepEqual(
    [0, 1, 5].map((history) => historySentence({ ...base, history })),
    [null, 'must be different from the previous password', 'must be different from the last 5 passwords'],
  )
})
