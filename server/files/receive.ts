/** Receives a stream into a file of its own in chunks, so that no file is ever held in memory. */
import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, opendir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { machineNow } from '#lib/clock.ts'
import { makeFolders } from '#lib/folders.ts'
import { FileTooLarge } from './errors.ts'
import { finishFile, withDiskErrors, writeAll } from './write.ts'

/** How much of the beginning is needed to detect the type of a file: a picture's size may be behind its metadata. */
const HEAD_BYTES = 256 * 1024
/** Incoming files of processes that ended before finishing them are removed after this time. */
const LEFT_BEHIND_MS = 24 * 3_600_000

/** A completely received file that is not stored yet. */
export interface Received {
  readonly path: string
  readonly size: number
  readonly sha256: Buffer
  /** The first bytes, for detecting the type. */
  readonly head: Buffer
  /** Removes the file, unless it was stored and so has been moved. */
  discard(): Promise<void>
}

/** Counting stops here: higher numbers carry no more information. */
const MAX_COUNTED = 1000

/** Folders that this process has created. */
const ready = new Map<string, Promise<unknown>>()

/** Removes incoming files that are older than a day, left by processes that ended before finishing them. */
export async function removeLeftBehind(folder: string): Promise<void> {
  await makeFolders(folder, 0o700)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity })) // another process has just finished it
    if (mtimeMs < machineNow().getTime() - LEFT_BEHIND_MS) await rm(path, { force: true })
  }
}

/** The number of files in a folder of incoming files, 1,000 at most, and the seconds since the oldest of them was last written to. */
export async function countIncoming(folder: string): Promise<{ readonly files: number; readonly oldest_seconds: number }> {
  const now = machineNow().getTime()
  let files = 0
  let oldest = now
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error // created with the first file
  })
  for await (const { name } of entries ?? []) {
    const found = await stat(join(folder, name)).catch(() => null) // finished meanwhile
    if (found === null) continue
    files += 1
    oldest = Math.min(oldest, found.mtimeMs)
    if (files === MAX_COUNTED) break
  }
  return { files, oldest_seconds: (now - oldest) / 1000 }
}

async function openNew(folder: string): Promise<{ path: string; file: FileHandle }> {
  const preparing = ready.get(folder) ?? makeFolders(folder, 0o700)
  ready.set(folder, preparing)
  await preparing.catch((error: unknown) => {
    ready.delete(folder)
    throw error
  })
  const path = join(folder, randomUUID())
  return { path, file: await open(path, 'wx', 0o600) }
}

/**
 * Reads a stream to its end into a new file of a folder. The rest of a stream that is too long is drained, so that its sender can be sent
 * a response. The returned file is completely on the disk; after an error no file is left.
 * @throws FileTooLarge @throws DiskFull
 */
export function receive(folder: string, incoming: Readable, mostBytes: number): Promise<Received> {
  incoming.on('error', () => {}) // it may break before it is read; the reader gets the error
  return withDiskErrors(async () => {
    const { path, file } = await openNew(folder)
    const discard = () => rm(path, { force: true })
    try {
      const written = await write(file, incoming, mostBytes)
      await finishFile(file, written.size)
      return { path, ...written, discard }
    } catch (error) {
      await file.close().catch(() => {}) // the first error is thrown
      await discard()
      throw error
    }
  }).catch((error: unknown) => {
    incoming.resume()
    throw error
  })
}

/** Writes a file of one byte into the folder and removes it again. @throws Error when a file could not be received there */
export async function probe(folder: string): Promise<void> {
  await makeFolders(folder, 0o700)
  const path = join(folder, randomUUID())
  await writeFile(path, '.', { flag: 'wx', mode: 0o600 }).finally(() => rm(path, { force: true }))
}

async function write(file: FileHandle, incoming: Readable, mostBytes: number): Promise<Pick<Received, 'size' | 'sha256' | 'head'>> {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = chunk
    if (size < HEAD_BYTES) head.push(Buffer.from(bytes.subarray(0, HEAD_BYTES - size)))
    size += bytes.length
    if (size > mostBytes) throw new FileTooLarge(mostBytes)
    hash.update(bytes)
    await writeAll(file, bytes)
  }
  return { size, sha256: hash.digest(), head: Buffer.concat(head) }
}
