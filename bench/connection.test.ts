import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { openConnection, writeRequest } from './connection.ts'

const received: string[] = []
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/whole': (response) => response.writeHead(201, { 'content-length': 2 }).end('{}'),
  '/pieces': (response) => {
    response.writeHead(200, { 'content-length': 300_000 }).flushHeaders()
    response.write('x'.repeat(100_000), () => response.end('x'.repeat(200_000)))
  },
  '/refused': (response) => response.writeHead(422, { 'content-length': 6 }).end('reason'),
  '/endless': (response) => response.writeHead(200).end('chunked, without a length'),
  '/gone': (response) => response.destroy(),
}
const server = createServer(async (request, response) => {
  const body = (await request.toArray()).join('')
  received.push(`${request.method} ${request.url} ${String(request.headers['x-mark'])} ${body}`)
  ANSWERS[request.url ?? '']?.(response)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
after(() => server.close())

const open = async (t: { after(close: () => void): void }) => {
  const connection = await openConnection(port)
  t.after(() => connection.close())
  return connection
}
const request = (path: string, body?: string) => writeRequest('POST', path, { 'x-mark': 'mark' }, body)

test('calls are answered one after the other on one connection, whole or in pieces', async (t) => {
  const connection = await open(t)
  received.length = 0
  for (const path of ['/whole', '/pieces', '/pieces', '/whole']) await connection.call(request(path, 'Grüße'))
  assert.deepEqual(
    received,
    ['/whole', '/pieces', '/pieces', '/whole'].map((path) => `POST ${path} mark Grüße`),
  )
})

test('an answer that is no success, or whose end is not known, fails and shows what was answered', async (t) => {
  await assert.rejects((await open(t)).call(request('/refused')), /422[^]*reason/)
  await assert.rejects((await open(t)).call(request('/endless')), /no length/)
})

test('a connection that the server closes fails the call under way, and the next', async (t) => {
  const connection = await open(t)
  await assert.rejects(connection.call(request('/gone')), /closed|ECONNRESET/)
  await assert.rejects(connection.call(request('/whole')), /closed/)
})
