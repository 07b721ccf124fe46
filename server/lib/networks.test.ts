import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areWithin, networkOf, isInNetworks, isLoopback, readNetwork, siteOf } from './networks.ts'

test('a network is parsed in CIDR notation, and a single address is a network of one', () => {
  assert.equal(readNetwork(' 192.0.2.0/24 '), '192.0.2.0/24')
  assert.equal(readNetwork('192.0.2.7'), '192.0.2.7/32')
  assert.equal(readNetwork('2001:DB8::/32'), '2001:db8::/32')
  assert.equal(readNetwork('2001:db8::1'), '2001:db8::1/128')
  assert.equal(readNetwork('::ffff:192.0.2.7'), '192.0.2.7/32')
  assert.equal(readNetwork('::ffff:192.0.2.0/120'), '192.0.2.0/24')
  assert.equal(readNetwork('::/0'), '::/0')
})

test('anything but a network is refused', () => {
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

test('networks are within others of the same IP version that are as wide or wider', () => {
  assert.equal(areWithin(['192.0.2.0/25', '2001:db8:1::/48'], ['192.0.2.0/24', '2001:db8::/32']), true)
  assert.equal(areWithin(['192.0.2.0/24'], ['192.0.2.0/24']), true)
  assert.equal(areWithin(['192.0.2.0/23'], ['192.0.2.0/24']), false)
  assert.equal(areWithin(['192.0.2.0/25', '192.0.3.0/25'], ['192.0.2.0/24']), false)
  assert.equal(areWithin(['192.0.2.0/24'], ['::/0']), false)
})

test('an address is in networks of the same IP version only', () => {
  assert.equal(isInNetworks('192.0.2.7', ['198.51.100.0/24', '192.0.2.0/24']), true)
  assert.equal(isInNetworks('::ffff:192.0.2.7', ['192.0.2.0/24']), true)
  assert.equal(isInNetworks('192.0.3.7', ['192.0.2.0/24']), false)
  assert.equal(isInNetworks('2001:db8::1', ['192.0.2.0/24', '2001:db8::/32']), true)
  assert.equal(isInNetworks('2001:db8::1', ['0.0.0.0/0']), false)
  assert.equal(isInNetworks('unknown', ['0.0.0.0/0', '::/0']), false)
  assert.equal(isInNetworks('192.0.2.7', []), false)
})

test('every loopback address is recognised', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) assert.equal(isLoopback(address), true, address)
  for (const address of ['192.0.2.7', '::2', 'unknown', '']) assert.equal(isLoopback(address), false, address)
})

test('an address is counted as what one customer has: an IPv4 address in any spelling, or an IPv6 /64', () => {
  const CASES: readonly (readonly [string | null, string])[] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['64:ff9b::192.0.2.1', '192.0.2.1'],
    ['64:ff9b::cb00:7109', '203.0.113.9'],
    ['64:ff9b:0:0:1::192.0.2.1', '64:ff9b::/64'],
    ['2002:c000:201::1', '192.0.2.1'],
    ['2002:c000:201:ffff:1:2:3:4', '192.0.2.1'],
    ['2003:c000:201::1', '2003:c000:201::/64'],
    ['unknown', 'unknown'],
    [null, 'unknown'],
    ['x'.repeat(5000), 'x'.repeat(64)],
    [':'.repeat(5000), ':'.repeat(64)],
  ]
  for (const [address, network] of CASES) assert.equal(networkOf(address), network)
})

test('the site of an IPv6 address is its /48, and that of an IPv4 address the address itself', () => {
  const CASES: readonly (readonly [string | null, string])[] = [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::', '2001:db8:1::/48'],
    ['2001:db8:2::1', '2001:db8:2::/48'],
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '192.0.2.1'],
    ['2002:c000:201::1', '192.0.2.1'],
    ['unknown', 'unknown'],
    [null, 'unknown'],
  ]
  for (const [address, site] of CASES) assert.equal(siteOf(address), site)
})
