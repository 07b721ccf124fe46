import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInNetworks, isLoopback, readNetwork } from './networks.ts'

test('a network is read in CIDR notation, and an address alone is a network of one', () => {
  assert.equal(readNetwork(' 192.0.2.0/24 '), '192.0.2.0/24')
  assert.equal(readNetwork('192.0.2.7'), '192.0.2.7/32')
  assert.equal(readNetwork('2001:DB8::/32'), '2001:db8::/32')
  assert.equal(readNetwork('2001:db8::1'), '2001:db8::1/128')
  assert.equal(readNetwork('::ffff:192.0.2.7'), '192.0.2.7/32')
  assert.equal(readNetwork('::ffff:192.0.2.0/120'), '192.0.2.0/24')
  assert.equal(readNetwork('::/0'), '::/0')
})

test('what is no network is none', () => {
  for (const text of [
    '',
    'everywhere',
    '192.0.2.0/33',
    '192.0.2',
    '0x7f.1',
    '10.1/8',
    '192.0.2.0/24/1',
    '300.1.1.1',
    '2001:db8::/129',
    '127.1',
  ])
    assert.equal(readNetwork(text), undefined, text)
})

test('an address lies in a network of its own kind only', () => {
  assert.equal(isInNetworks('192.0.2.7', ['198.51.100.0/24', '192.0.2.0/24']), true)
  assert.equal(isInNetworks('::ffff:192.0.2.7', ['192.0.2.0/24']), true)
  assert.equal(isInNetworks('192.0.3.7', ['192.0.2.0/24']), false)
  assert.equal(isInNetworks('2001:db8::1', ['192.0.2.0/24', '2001:db8::/32']), true)
  assert.equal(isInNetworks('2001:db8::1', ['0.0.0.0/0']), false)
  assert.equal(isInNetworks('unknown', ['0.0.0.0/0', '::/0']), false)
  assert.equal(isInNetworks('192.0.2.7', []), false)
})

test('the machine itself is known by any of its loopback addresses', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) assert.equal(isLoopback(address), true, address)
  for (const address of ['192.0.2.7', '::2', 'unknown', '']) assert.equal(isLoopback(address), false, address)
})
