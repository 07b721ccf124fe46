import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicHost, isPublicUrl } from './public_address.ts'

test('public host names and public addresses are public', () => {
  for (const host of ['hooks.example.com', 'HOOKS.example.COM.', '93.184.216.34', '[2606:2800:220:1::1]', 'xn--bcher-kva.example'])
    assert.equal(isPublicHost(host), true, host)
  assert.equal(isPublicUrl('https://hooks.example.com:8443/in?a=1'), true)
})

test('addresses of this machine and of private networks are not, in whatever notation', () => {
  const refused = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '017700000001',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    'localhost',
    '10.0.0.7',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '[fd00::1]',
    '[fe80::1]',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[4000::1]',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    'db.internal',
    'printer.local',
    'a.localhost',
    'api.localhost.',
    'router.home.arpa',
    'intranet',
    'metadata',
  ]
  for (const host of refused) {
    assert.equal(isPublicUrl(`https://${host}/x`), false, host)
    const { hostname } = new URL(`https://${host}/x`)
    assert.equal(isPublicHost(hostname), false, hostname)
  }
})

test('a URL that is not HTTPS, contains credentials or a fragment, or is invalid, is not public', () => {
  for (const address of [
    'http://hooks.example.com',
    'ftp://hooks.example.com',
    'hooks.example.com',
    '//hooks.example.com',
    'javascript:alert(1)',
    'https://user:pass@hooks.example.com',
    'https://hooks.example.com@127.0.0.1/',
    'https://hooks.example.com/#a',
    'https://',
    '',
    'https://hooks.example.com/ x',
    'https://exa\nmple.com',
  ])
    assert.equal(isPublicUrl(address), false, address)
})
