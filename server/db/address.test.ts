import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostsOf } from './address.ts'

const placesOf = (url: string) => hostsOf(url).map(({ host, port }) => `${host} ${port}`)

test('the hosts of a URL are read in their order, each with what they have in common', () => {
  assert.deepEqual(hostsOf('postgres://someone:secret@a:5433,b/name?sslmode=require'), [
    { host: 'a', port: 5433, url: 'postgres://someone:secret@a:5433/name?sslmode=require' },
    { host: 'b', port: 5432, url: 'postgres://someone:secret@b/name?sslmode=require' },
  ])
  assert.deepEqual(placesOf('postgresql://10.0.0.1,[::1]:6000,c.example.com:5432/name'), [
    '10.0.0.1 5432',
    '::1 6000',
    'c.example.com 5432',
  ])
})

test('a URL of one host is left to the drivers, whatever its password contains', () => {
  assert.deepEqual(hostsOf('postgres://a:5432/name'), [])
  assert.deepEqual(hostsOf('postgres://someone:one,two@a/name?options=-c%20x=1,2'), [])
})

test('a role that the primary has is left out, any other is refused', () => {
  for (const role of ['primary', 'read-write'])
    assert.deepEqual(
      hostsOf(`postgres://a,b/name?target_session_attrs=${role}`).map(({ url }) => url),
      ['postgres://a/name', 'postgres://b/name'],
    )
  assert.throws(() => hostsOf('postgres://someone:secret@a,b/name?target_session_attrs=standby'), {
    message: 'DATABASE_URL can have no target_session_attrs but primary or read-write: Deskhand uses the primary only',
  })
})

test('a host without a name, or with a port that is none, is refused without repeating the password', () => {
  for (const hosts of ['a,', ',a', 'a,:5432', 'a:99999,b', 'a b,c'])
    assert.throws(
      () => hostsOf(`postgres://someone:secret@${hosts}/name`),
      { message: 'DATABASE_URL must name each of its hosts as host or host:port, with commas between' },
      hosts,
    )
})
