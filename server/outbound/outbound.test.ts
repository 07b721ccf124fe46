import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { makeReachCheck } from './addresses.ts'
import { openOutbound, OutboundRefused } from './fetch.ts'

/** An internal server that must not be reached; counts the requests that got through. */
let reached = 0
const inside = createServer((request, response) => {
  reached += 1
  if (request.url === '/redirect') response.writeHead(302, { location: `http://127.0.0.2:${port}/secret` })
  else if (request.url === '/long') response.writeHead(200, { 'content-type': 'text/plain' })
  if (request.url === '/long') response.write(Buffer.alloc(3 * 1024 * 1024, 'x'))
  response.end('inside')
})
await new Promise<void>((listening) => {
  inside.listen(0, listening)
})
const { port } = inside.address() as AddressInfo
const guarded = openOutbound([])
after(async () => {
  await guarded.close()
  inside.closeAllConnections()
  inside.close()
})

const HOSTS = {
  'loopback in dots': '127.0.0.1',
  'another loopback': '127.255.255.254',
  'a decimal number': '2130706433',
  hexadecimal: '0x7f000001',
  'mixed hexadecimal': '0x7f.1',
  octal: '0177.0.0.1',
  'a short form': '127.1',
  'all zeroes': '0.0.0.0',
  'a single zero': '0',
  'IPv6 loopback': '[::1]',
  'IPv6 unspecified': '[::]',
  'IPv4 mapped into IPv6': '[::ffff:127.0.0.1]',
  'the same in hexadecimal': '[::ffff:7f00:1]',
  'IPv4-compatible IPv6': '[::127.0.0.1]',
  NAT64: '[64:ff9b::7f00:1]',
  'local NAT64': '[64:ff9b:1::7f00:1]',
  '6to4': '[2002:7f00:1::]',
  Teredo: '[2001::7f00:1]',
  'a name': 'localhost',
  'a name in capitals': 'LOCALHOST',
  'full-width digits': '１２７.０.０.１',
}

for (const [what, host] of Object.entries(HOSTS))
  test(`an internal address written as ${what} is refused`, async () => {
    const before = reached
    await assert.rejects(guarded.fetch(`http://${host}:${port}/`), OutboundRefused)
    await assert.rejects(guarded.fetch(`https://${host}:${port}/`), OutboundRefused)
    assert.equal(reached, before)
  })

test('private, shared, reserved and link-local networks cannot be reached, adjacent public ones can', () => {
  const mayReach = makeReachCheck([])
  const refused = [
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '100.127.255.255',
    '169.254.169.254',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    'fe80::1%eth0',
    '::',
    'not an address',
    '',
  ]
  for (const address of refused) assert.equal(mayReach(address), false, address)
  for (const address of ['8.8.8.8', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1', '::ffff:8.8.8.8', '2606:4700::1111'])
    assert.equal(mayReach(address), true, address)
})

test('exactly the addresses that the operator allows are reached', async () => {
  const allowing = openOutbound(['127.0.0.1/32'])
  try {
    assert.equal(await (await allowing.fetch(`http://127.0.0.1:${port}/`)).text(), 'inside')
    assert.equal(await (await allowing.fetch(`http://[::ffff:127.0.0.1]:${port}/`)).text(), 'inside')
    await assert.rejects(allowing.fetch(`http://127.0.0.2:${port}/`), OutboundRefused)
    await assert.rejects(allowing.fetch(`http://[::1]:${port}/`), OutboundRefused)
    assert.equal(allowing.isAllowed(new URL(`http://127.0.0.1:${port}`)), true)
    assert.equal(allowing.isAllowed(new URL('http://127.0.0.2')), false)
    assert.equal(allowing.isAllowed(new URL('http://8.8.8.8')), false)
    assert.equal(allowing.isAllowed(new URL('http://example.com')), false)
  } finally {
    await allowing.close()
  }
})

test('a redirect is returned; one that is followed is checked again', async () => {
  const allowing = openOutbound(['127.0.0.1/32'])
  try {
    const answer = await allowing.fetch(`http://127.0.0.1:${port}/redirect`)
    assert.equal(answer.status, 302)
    await answer.body?.cancel()
    const before = reached
    await assert.rejects(allowing.fetch(`http://127.0.0.1:${port}/redirect`, { redirect: 'follow' }), OutboundRefused)
    assert.equal(reached, before + 1)
  } finally {
    await allowing.close()
  }
})

test('other schemes are refused, and an endless response is cut off', async () => {
  for (const url of ['file:///etc/passwd', 'ftp://example.com/', 'data:text/plain,x', 'blob:x'])
    await assert.rejects(guarded.fetch(url), OutboundRefused, url)
  const allowing = openOutbound(['127.0.0.1/32'])
  try {
    const answer = await allowing.fetch(`http://127.0.0.1:${port}/long`)
    await assert.rejects(answer.text())
  } finally {
    await allowing.close()
  }
})
