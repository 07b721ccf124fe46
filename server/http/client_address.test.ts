import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { clientAddress, readForwardedAddress } from './client_address.ts'

const TRUSTED = ['10.1.0.0/16', '127.0.0.1/32', 'fd00::/64']
const read = (peer: string | undefined, forwarded?: string) =>
  clientAddress(
    {
      socket: { remoteAddress: peer },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage,
    TRUSTED,
  )

const readAddress = (peer: string | undefined, forwarded?: string) => read(peer, forwarded).address

test('an address is read in every form that proxies write', () => {
  for (const [item, address] of [
    ['192.0.2.7', '192.0.2.7'],
    [' 192.0.2.7:61234 ', '192.0.2.7'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:80', '192.0.2.7'],
    ['fe80::1%eth0', 'fe80::1'],
  ] as const)
    assert.equal(readForwardedAddress(item), address, item)
})

test('what is no address is none', () => {
  const garbage = [
    '',
    'unknown',
    '_hidden',
    'localhost',
    '192.0.2',
    '10.1',
    '0x7f.1',
    '010.0.0.1',
    '1.2.3.4.5',
    '192.0.2.7:',
    '192.0.2.7:x',
  ]
  for (const item of [
    ...garbage,
    '192.0.2.7:1234567',
    '[192.0.2.7]',
    '[]',
    '[::1',
    '::1]',
    '[::1]x',
    '2001:db8::g',
    ':',
    '1.2.3.4 5',
    '"192.0.2.7"',
  ])
    assert.equal(readForwardedAddress(item), undefined, item)
})

test('the client is the last address that is no trusted proxy', () => {
  for (const [peer, forwarded, address] of [
    ['192.0.2.1', '203.0.113.9', '192.0.2.1'],
    ['10.1.0.5', undefined, '10.1.0.5'],
    ['10.1.0.5', '203.0.113.9', '203.0.113.9'],
    ['::ffff:10.1.0.5', '203.0.113.9:5000', '203.0.113.9'],
    ['fd00::5', '[2001:db8::9]:5000', '2001:db8::9'],
    ['10.1.0.5', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['10.1.0.5', '203.0.113.9, 10.1.0.6:80', '203.0.113.9'],
    ['10.1.0.5', '10.1.0.7', '10.1.0.7'],
    ['10.1.0.5', 'anything at all', '10.1.0.5'],
    ['10.1.0.5', '203.0.113.9, ', '10.1.0.5'],
    ['10.1.0.5', '203.0.113.9, unknown, 10.1.0.6', '10.1.0.6'],
    [undefined, '203.0.113.9', 'unknown'],
  ] as const)
    assert.equal(readAddress(peer, forwarded), address, `${peer} ${forwarded}`)
  for (const forwarded of ['anything at all', '', '203.0.113.9, x', ' , '])
    assert.equal(read('127.0.0.1', forwarded).proven_address, 'unknown', 'no network, and not this machine')
  assert.equal(read('127.0.0.1').proven_address, '127.0.0.1')
  assert.equal(read('192.0.2.1', 'anything at all').proven_address, '192.0.2.1')
})

test('no header makes anything else of a caller than an address that it holds, or that of the connection', () => {
  const item = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.string(),
    fc.tuple(fc.ipV4(), fc.nat(99_999)).map(([ip, port]) => `${ip}:${port}`),
  )
  fc.assert(
    fc.property(fc.array(item, { maxLength: 6 }), fc.constantFrom('10.1.0.5', '192.0.2.1'), (items, peer) => {
      const forwarded = items.join(',')
      const address = readAddress(peer, forwarded)
      assert.equal(readForwardedAddress(address), address, 'in its one form')
      const named = [peer, ...forwarded.split(',').map(readForwardedAddress)]
      assert.ok(named.includes(address))
      if (peer === '192.0.2.1') assert.equal(address, peer)
    }),
  )
})

test('nothing else of the server asks from where a request comes', () => {
  const server = join(import.meta.dirname, '..')
  const files = globSync('**/*.ts', { cwd: server }).filter((file) => !file.endsWith('.test.ts') && file !== 'http/client_address.ts')
  const asking = files.filter((file) => /request\.ips?\b|x-forwarded-for/.test(readFileSync(join(server, file), 'utf8')))
  assert.deepEqual(asking, [])
})
