import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile, utimes } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import S3rver from 's3rver'
import { AnswerTooLong } from '#lib/cut.ts'
import { readFilesUrl } from './address.ts'
import { FileMissing, FileTooLarge } from './errors.ts'
import { type Files, openFiles } from './files.ts'
import { openS3 } from './s3.ts'
import { traceHeaders, withinTrace } from '#tracing/trace.ts'

const data_dir = await mkdtemp(join(tmpdir(), 'deskhand-files-'))
// a real S3-compatible server; its only account is called S3RVER
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(data_dir, 's3'),
  configureBuckets: [{ name: 'attachments', configs: [] }],
})
const { port } = await server.run()
const urlOf = (key: string) => `s3://${key}:S3RVER@127.0.0.1:${port}/attachments/deskhand?tls=false`
const disk = openFiles({ files_url: null, data_dir })
const s3 = openFiles({ files_url: urlOf('S3RVER'), data_dir })
after(async () => {
  await Promise.all([disk.close(), s3.close()])
  await server.close()
  await rm(data_dir, { recursive: true, force: true })
})

const incoming = join(data_dir, 'files', 'incoming')
const newName = () => `7/${randomUUID()}`
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** A stream of this many bytes, generated as they are read. */
function manyBytes(size: number, note: () => void = () => {}): Readable {
  const piece = Buffer.alloc(64 * 1024, 'deskhand')
  let left = size
  return new Readable({
    read() {
      note()
      const bytes = piece.subarray(0, Math.min(left, piece.length))
      left -= bytes.length
      this.push(bytes.length === 0 ? null : bytes)
    },
  })
}

async function keepFile(files: Files, bytes: Buffer): Promise<string> {
  const name = newName()
  await files.keep(name, await files.receive(Readable.from([bytes]), bytes.length))
  return name
}

for (const [where, files] of Object.entries({ 'the disk': disk, S3: s3 })) {
  test(`a file stored on ${where} is read unchanged, whole and in ranges, until it is removed`, async () => {
    const bytes = randomBytes(300_000)
    const received = await files.receive(Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]), 1_000_000)
    assert.deepEqual([received.size, received.sha256, received.head], [bytes.length, sha256(bytes), bytes.subarray(0, 256 * 1024)])
    const name = newName()
    await files.keep(name, received)
    assert.deepEqual(await readdir(incoming), [])
    assert.deepEqual(await buffer(await files.read(name)), bytes)
    assert.deepEqual(await buffer(await files.read(name, { first: 100, last: 199 })), bytes.subarray(100, 200))
    assert.deepEqual(await buffer(await files.read(name, { first: 299_999, last: 299_999 })), bytes.subarray(299_999))
    await files.remove(name)
    await files.remove(name)
    await assert.rejects(files.read(name), FileMissing)
  })

  test(`an empty file is stored on ${where}`, async () => {
    assert.deepEqual(await buffer(await files.read(await keepFile(files, Buffer.alloc(0)))), Buffer.alloc(0))
  })

  test(`a file of 192 MiB goes to ${where} and back in constant memory`, async () => {
    const size = 192 * 1024 * 1024
    const name = newName()
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const note = () => void (most = Math.max(most, process.memoryUsage().arrayBuffers - before))
    const received = await files.receive(manyBytes(size, note), size)
    await files.keep(name, received)
    let read = 0
    for await (const piece of await files.read(name)) {
      read += (piece as Buffer).length
      note()
    }
    assert.deepEqual([received.size, read], [size, size])
    // the test's S3 server runs in this process, too
    assert.ok(most < size / 2, `${Math.round(most / 1024 / 1024)} MiB`)
    await files.remove(name)
  })
}

for (const [where, files] of Object.entries({ 'the disk': disk, S3: s3 })) {
  test(`files on ${where} are listed with their sizes, for all accounts or one; other files are not listed`, async () => {
    const sizes = new Map<string, number>()
    for (const [account, size] of [
      [901, 1],
      [901, 70_000],
      [902, 3],
      [90, 5],
    ] as const) {
      const name = `${account}/${randomUUID()}`
      await files.keep(name, await files.receive(Readable.from([Buffer.alloc(size)]), size))
      sizes.set(name, size)
      assert.equal(await files.size(name), size)
    }
    await writeFile(join(data_dir, 'files', 'a note of the operator'), 'not ours')
    const listSizes = async (account?: number) => {
      const found = new Map<string, number>()
      for await (const { name, size, written_ms } of files.list(account)) {
        assert.ok(written_ms > 0)
        if (sizes.has(name) || account !== undefined) found.set(name, size)
      }
      return found
    }
    const pickSizes = (account: number) => new Map([...sizes].filter(([name]) => name.startsWith(`${account}/`)))
    assert.deepEqual(sortEntries(await listSizes()), sortEntries(sizes))
    for (const account of [901, 902, 90, 9]) assert.deepEqual(sortEntries(await listSizes(account)), sortEntries(pickSizes(account)))
    const ids = await Array.fromAsync(files.listAccounts())
    for (const account of [901, 902, 90]) assert.equal(ids.filter((id) => id === account).length, 1)
    assert.ok(!ids.includes(9))
    assert.equal(await files.size(newName()), null)
    for (const name of sizes.keys()) await files.remove(name)
    assert.deepEqual([...(await listSizes(901))], [])
  })
}

const sortEntries = (files: ReadonlyMap<string, number>) => [...files].sort()

test('a stream that is too long is refused, leaves no file, and its rest is drained', async () => {
  const stream = manyBytes(5_000_000)
  await assert.rejects(disk.receive(stream, 4_999_999), FileTooLarge)
  assert.equal(stream.errored, null)
  assert.deepEqual(await readdir(incoming), [])
  const whole = await disk.receive(manyBytes(5_000_000), 5_000_000)
  assert.equal(whole.size, 5_000_000)
  await disk.discard(whole)
  assert.deepEqual(await readdir(incoming), [])
})

test('a stream that breaks leaves no file', async () => {
  const broken = new Readable({ read() {} })
  broken.push('half')
  const receiving = disk.receive(broken, 100)
  broken.destroy(new Error('cut off'))
  await assert.rejects(receiving, /cut off/)
  assert.deepEqual(await readdir(incoming), [])
})

test('no name can escape the folder', async () => {
  const received = await disk.receive(Readable.from([Buffer.from('x')]), 1)
  for (const name of [
    '../secret',
    '7/../../secret',
    '7/..%2fsecret',
    '/etc/passwd',
    '7/short',
    '7/a/b/c/d/e/f',
    'x/abcdefgh',
    '7/abcdefgh\0',
  ])
    await assert.rejects(disk.keep(name, received), /invalid file name/, name)
  await disk.discard(received)
})

test('abandoned incoming files are removed after a day, current ones are not', async () => {
  const other = await mkdtemp(join(data_dir, 'other-'))
  const files = openFiles({ files_url: null, data_dir: other })
  const folder = join(other, 'files', 'incoming')
  const old = await files.receive(Readable.from([Buffer.from('x')]), 1)
  const again = join(folder, 'left-behind')
  await writeFile(again, 'x')
  await utimes(again, 1, 1)
  await files.sweep()
  await assert.rejects(stat(again))
  assert.equal((await stat(old.path)).size, 1)
})

test('an S3 service that accepts connections but never responds times out', async () => {
  const silent = createServer((socket) => sockets.push(socket))
  const sockets: Socket[] = []
  await new Promise<void>((listening) => {
    silent.listen(0, '127.0.0.1', listening)
  })
  const { port: at } = silent.address() as AddressInfo
  const store = openS3(readFilesUrl(`s3://a:b@127.0.0.1:${at}/attachments?tls=false`), 50)
  await assert.rejects(store.read(newName()), { name: 'TimeoutError' })
  await store.close()
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('without access to S3 storing fails with an error and leaves no file', async () => {
  const wrong = openFiles({ files_url: urlOf('NOBODY'), data_dir })
  const received = await wrong.receive(Readable.from([Buffer.from('x')]), 1)
  await assert.rejects(wrong.keep(newName(), received))
  await wrong.discard(received)
  await wrong.close()
  assert.deepEqual(await readdir(incoming), [])
})

test('requests to the service have the trace in their headers', async () => {
  const seen: (string | undefined)[] = []
  const service = createHttpServer((request, response) => {
    seen.push(request.headers.traceparent as string | undefined)
    response.writeHead(204).end()
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  after(() => service.close().closeAllConnections())
  const store = openS3(readFilesUrl(`s3://a:b@127.0.0.1:${(service.address() as AddressInfo).port}/attachments?tls=false`))
  const trace = { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16), flags: 1 }
  await withinTrace(trace, () => store.remove('1/abcdefghijkl'))
  await store.remove('1/abcdefghijkl')
  assert.deepEqual(seen, [traceHeaders(trace).traceparent, undefined])
  await store.close()
})

test('an answer of the service that is no file is cut', async () => {
  const endless = createHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/xml' })
    const piece = Buffer.alloc(64 * 1024, ' ')
    const write = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', write)
    write()
  })
  await new Promise<void>((listening) => {
    endless.listen(0, '127.0.0.1', listening)
  })
  const own = openFiles({
    files_url: `s3://S3RVER:S3RVER@127.0.0.1:${(endless.address() as AddressInfo).port}/attachments?tls=false`,
    data_dir,
  })
  await assert.rejects(async () => {
    for await (const { name } of own.list(7)) assert.fail(name)
  }, AnswerTooLong)
  await own.close()
  endless.closeAllConnections()
  endless.close()
})
