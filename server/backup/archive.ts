/**
 * Writes the archive: a tar file, so that it can be opened even without Deskhand. In this order: `tables/<table>/<part>.copy.gz`,
 * `files/<account>/<name>` interleaved with lists of them, the secret where requested, the manifest and its digest. No more than one part
 * of a table or one chunk of a file is held in memory.
 */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'
import { syncFolder } from '#files/write.ts'
import { memberOf, messageOf } from '#lib/error_words.ts'
import { BackupError, type FileRecord, type Manifest, type TableRecord } from './manifest.ts'

const PART_BYTES = 4 * 1024 * 1024
const LINE_FEED = 0x0a
const compress = promisify(gzip)
/** Readable by its owner only: a backup holds all customer data, and hashes of passwords. */
const MODE = 0o600

/** An archive that is being written. */
export interface ArchiveWriter {
  /** Writes the rows of a table as a stream; returns their record for the manifest. */
  table(name: string, columns: readonly string[], lines: AsyncIterable<Buffer>): Promise<TableRecord>
  /** Writes a file of a known size; returns the digest of its bytes. @throws BackupError when its size differs */
  file(name: string, size: number, content: Readable): Promise<string>
  /** Writes a list of the files since the last one; returns its digest. */
  list(number: number, files: readonly FileRecord[]): Promise<string>
  secret(text: string): Promise<void>
  /** Ends the archive. Without it the file is not a valid backup, and is removed. */
  finish(manifest: Manifest): Promise<void>
}

/** @throws BackupError when the path exists */
export function requireAbsent(path: string): void {
  if (existsSync(path)) throw new BackupError(`${path} is there already: name a file that is not`)
}

/**
 * Writes an archive to a path that does not exist yet: under a temporary name until it is complete and flushed to disk.
 * @throws BackupError when the path exists, or the file cannot be written
 */
export async function writeArchive<Result>(path: string, write: (archive: ArchiveWriter) => Promise<Result>): Promise<Result> {
  requireAbsent(path)
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  const tar = pack()
  const target = createWriteStream(draft, { mode: MODE, flags: 'wx', flush: true })
  const written = pipeline(tar, target)
  written.catch(() => {}) // is awaited below; a failure before that must not end the process as an unhandled rejection
  try {
    await once(target, 'open')
    // disk errors reject `written` only: a writer of the archive would wait forever
    const result = await Promise.race([
      write(writerOf(tar)),
      written.then(() => Promise.reject(new BackupError('The archive ended early'))),
    ])
    await written
    await rename(draft, path)
    await syncFolder(dirname(path))
    return result
  } catch (error) {
    tar.destroy()
    target.destroy()
    await rm(draft, { force: true })
    if (memberOf(error, 'code') !== undefined && memberOf(error, 'syscall') !== undefined)
      throw new BackupError(`${path} cannot be written: ${messageOf(error)}`)
    throw error
  }
}

function writerOf(tar: Pack): ArchiveWriter {
  return {
    table: (name, columns, lines) => writeTable(tar, name, columns, lines),
    file: (name, size, content) => writeFile(tar, name, size, content),
    async list(number, files) {
      const text = Buffer.from(files.map((file) => `${JSON.stringify(file)}\n`).join(''))
      await put(tar, `file_lists/${padNumber(number)}.ndjson`, text)
      return digest(text)
    },
    secret: (text) => put(tar, 'secret', Buffer.from(text)),
    async finish(manifest) {
      const text = Buffer.from(JSON.stringify(manifest, null, 2))
      await put(tar, 'manifest.json', text)
      await put(tar, 'manifest.sha256', Buffer.from(`${digest(text)}  manifest.json\n`))
      tar.finalize()
    },
  }
}

const padNumber = (number: number) => String(number).padStart(6, '0')
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function put(tar: Pack, name: string, bytes: Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    tar.entry({ name, mode: MODE }, bytes, (error) => (error == null ? resolve() : reject(error)))
  })
}

async function writeTable(tar: Pack, name: string, columns: readonly string[], lines: AsyncIterable<Buffer>): Promise<TableRecord> {
  const tally = tallyOf(name)
  let parts = 0
  for await (const part of partsOf(lines)) {
    tally.add(part)
    await put(tar, `tables/${name}/${padNumber(++parts)}.copy.gz`, await compress(part, { level: 1 }))
  }
  return { ...tally.record(), columns }
}

/** Groups lines into parts of some megabytes. COPY yields each line on its own. */
async function* partsOf(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const line of lines) {
    waiting.push(line)
    bytes += line.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1
  return count
}

async function writeFile(tar: Pack, name: string, size: number, content: Readable): Promise<string> {
  const hash = createHash('sha256')
  const entry = tar.entry({ name: `files/${name}`, size, mode: MODE })
  let bytes = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > size) break
    hash.update(chunk)
    if (!entry.write(chunk)) await once(entry, 'drain')
  }
  if (bytes !== size)
    throw new BackupError(`The file ${name} has ${bytes} bytes and not ${size}, as its store says: is another program changing it?`)
  const ended = once(entry, 'finish')
  entry.end(undefined)
  await ended
  return hash.digest('hex')
}

/** Counts rows and bytes and hashes a table while its parts pass. */
export function tallyOf(name: string): { add(part: Buffer): void; record(): Omit<TableRecord, 'columns'> } {
  const hash = createHash('sha256')
  const sum = { name, rows: 0, bytes: 0 }
  return {
    add(part) {
      hash.update(part)
      sum.rows += countLines(part)
      sum.bytes += part.length
    },
    record: () => ({ ...sum, sha256: hash.digest('hex') }),
  }
}
