/** Full disks: a file is either completely written, or refused without leaving anything. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { fullDisk } from '#test/files.ts'
import { DiskFull } from './errors.ts'
import { openFiles } from './files.ts'
import { finishFile, writeAll } from './write.ts'

const folder = mkdtempSync(join(tmpdir(), 'deskhand-write-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('partial writes are continued to the end; a write that makes no progress is refused', async () => {
  const taken: number[] = []
  const sink = (most: number, room: number) => ({
    async write(bytes: Uint8Array) {
      const bytesWritten = Math.min(bytes.length, most, room - taken.length)
      taken.push(...bytes.subarray(0, bytesWritten))
      return { bytesWritten }
    },
  })
  const bytes = Buffer.from('a text of some length')
  await writeAll(sink(4, 100), bytes)
  assert.deepEqual(Buffer.from(taken), bytes)
  taken.length = 0
  await assert.rejects(writeAll(sink(4, 10), bytes), DiskFull)
})

test('a file that is shorter than expected is refused', async () => {
  const file = await open(join(folder, 'short'), 'wx')
  await file.write(Buffer.from('half'))
  await assert.rejects(finishFile(file, 8), DiskFull)
})

const linux = process.platform === 'linux' ? false : 'limits the size of files as Linux does'

test('a file that reaches the size limit of its process is refused, and nothing of it is left', { skip: linux }, () => {
  const data_dir = join(folder, 'limited')
  const program = `
    import { Readable } from 'node:stream'
    import { openFiles } from ${JSON.stringify(join(import.meta.dirname, 'files.ts'))}
    const files = openFiles({ files_url: null, data_dir: ${JSON.stringify(data_dir)} })
    const send = (size) => files.receive(Readable.from([Buffer.alloc(size / 2), Buffer.alloc(size / 2)]), 10_000_000)
    const fine = await send(10_000)
    await files.discard(fine)
    console.log(fine.size, await send(1_000_000).then(({ size }) => size, (error) => error.constructor.name + ' ' + error.code))`
  // in blocks of 512 bytes: 100 KB, so that the first write is partial
  const command = ['-c', 'ulimit -f 200 && exec "$0" --input-type=module -e "$1"', process.execPath, program]
  const { stdout, stderr } = spawnSync('sh', command, { encoding: 'utf8' })
  assert.equal(stdout.trim(), '10000 DiskFull EFBIG', stderr)
  assert.deepEqual(readdirSync(join(data_dir, 'files/incoming')), [])
})

const disk = fullDisk()
after(() => disk.close())

test('a full disk refuses a file and leaves nothing of it; a smaller one is accepted', { skip: disk.skip }, async () => {
  const files = openFiles({ files_url: null, data_dir: disk.folder })
  const send = (size: number) => files.receive(Readable.from([Buffer.alloc(size / 2, 'x'), Buffer.alloc(size / 2, 'y')]), 10_000_000)
  await assert.rejects(send(2_000_000), DiskFull)
  assert.deepEqual(readdirSync(join(disk.folder, 'files/incoming')), [])
  const received = await send(200_000)
  assert.equal(received.size, 200_000)
  await files.keep('7/abcdefgh', received)
})
