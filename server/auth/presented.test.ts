import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPresentedCredentials } from './presented.ts'

const basic = (text: string, encoding: 'base64' | 'base64url' = 'base64') => `Basic ${Buffer.from(text).toString(encoding)}`
const header = (authorization: string) => readPresentedCredentials(authorization, undefined, undefined)

// @source docs/reference/specification.md §5.1.2
test('Basic with an address and a password', () => {
  assert.deepEqual(header(basic('Jane@Example.com:pass:Word')), { kind: 'password', email: 'jane@example.com', password: 'pass:Word' })
  assert.deepEqual(header(basic('jane@example.com:')), { kind: 'password', email: 'jane@example.com', password: '' })
  assert.deepEqual(header(basic('jane@example.com:пароль')), { kind: 'password', email: 'jane@example.com', password: 'пароль' })
})

// @source docs/reference/specification.md §5.2.2
test('Basic with /token after the address carries an API token', () => {
  assert.deepEqual(header(basic('Jane@Example.com/token:Abc:1')), { kind: 'api_token', email: 'jane@example.com', token: 'Abc:1' })
  assert.deepEqual(header(basic('jane@example.com/tokens:abc')), { kind: 'password', email: 'jane@example.com/tokens', password: 'abc' })
})

test('base64url is accepted, and padding may be absent', () => {
  const text = 'jane@example.com/token:??>>~~ÿ'
  assert.match(basic(text, 'base64url'), /[-_]/)
  assert.deepEqual(header(basic(text, 'base64url')), { kind: 'api_token', email: 'jane@example.com', token: '??>>~~ÿ' })
})

// @source docs/reference/specification.md §5.3.2
test('Bearer carries an OAuth token; the scheme is read in any case', () => {
  assert.deepEqual(header('Bearer dho_abc'), { kind: 'oauth', token: 'dho_abc' })
  assert.deepEqual(header('  bearer   dho_abc '), { kind: 'oauth', token: 'dho_abc' })
  assert.deepEqual(header(basic('a@example.com:b').replace('Basic', 'BASIC')), { kind: 'password', email: 'a@example.com', password: 'b' })
})

test('a header that matches no method is unreadable, not absent', () => {
  for (const authorization of ['Digest abc', 'dho_abc', 'Basic', 'Basic !!!', basic('no colon here')])
    assert.deepEqual(readPresentedCredentials(authorization, 'token', 'cookie'), { kind: 'unreadable' }, authorization)
})

test('the header takes precedence over the query, the query over the cookie', () => {
  assert.deepEqual(readPresentedCredentials('Bearer one', 'two', 'three'), { kind: 'oauth', token: 'one' })
  assert.deepEqual(readPresentedCredentials(undefined, 'two', 'three'), { kind: 'oauth', token: 'two' })
  assert.deepEqual(readPresentedCredentials(' ', undefined, 'three'), { kind: 'session', token: 'three' })
  assert.deepEqual(readPresentedCredentials(undefined, '', ''), { kind: 'none' })
})
