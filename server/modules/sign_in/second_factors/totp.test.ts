import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTotpSecret, totpStep, totpUrl } from './totp.ts'

/** The secret and the codes of the RFC, the last six of their eight digits. @source RFC 6238 Appendix B */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const CODES: readonly [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

test('the codes match the test vectors of the standard', () => {
  for (const [seconds, code] of CODES) assert.equal(totpStep(SECRET, code, new Date(seconds * 1000)), Math.floor(seconds / 30))
})

test('a clock may be off by one step but not two, and the step of a code is returned', () => {
  const makeDate = (steps: number) => new Date((1_234_567_890 + steps * 30) * 1000)
  const step = Math.floor(1_234_567_890 / 30)
  for (const steps of [-1, 0, 1]) assert.equal(totpStep(SECRET, '005924', makeDate(steps)), step)
  for (const steps of [-2, 2]) assert.equal(totpStep(SECRET, '005924', makeDate(steps)), undefined)
})

test('malformed codes match no step', () => {
  for (const code of ['', '5924', '0059244', 'abcdef', '００５９２４', ' 05924', '-05924'])
    assert.equal(totpStep(SECRET, code, new Date(1_234_567_890_000)), undefined, code)
})

test('a secret has 160 bits, and the URL contains it with issuer and label', () => {
  const secret = newTotpSecret()
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.notEqual(newTotpSecret(), secret)
  const url = new URL(totpUrl(secret, 'Help & Desk', 'a+b@example.com'))
  assert.deepEqual(
    [url.protocol, url.host, url.searchParams.get('secret'), url.searchParams.get('issuer')],
    ['otpauth:', 'totp', secret, 'Help & Desk'],
  )
})
