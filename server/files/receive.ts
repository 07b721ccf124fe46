/** Takes a stream in: to a file of its own, piece by piece, so that no file is ever held in memory. */
import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { machineNow } from '../lib/clock.ts'
import { FileTooLarge } from './errors.ts'

/** As much of the beginning as tells what a file is: the size of a picture may stand behind its description. */
const HEAD_BYTES = 256 * 1024
/** What a process left behind that ended in the middle of it is removed then. */
const LEFT_BEHIND_MS = 24 * 3_600_000

/** A file that has come in whole, and is nobody's yet. */
export interface Received {
  readonly path: string
  readonly size: number
  readonly sha256: Buffer
  /** The first bytes, to see what it is. */
  readonly head: Buffer
  /** Removes it, unless it was kept and so is elsewhere by now. */
  discard(): Promise<void>
}

/** Folders that have been made and looked through by this process. */
const ready = new Map<string, Promise<void>>()

async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity })) // another process has just finished with it
    if (mtimeMs < machineNow().getTime() - LEFT_BEHIND_MS) await rm(path, { force: true })
  }
}

async function openNew(folder: string): Promise<{ path: string; file: FileHandle }> {
  const preparing = ready.get(folder) ?? prepare(folder)
  ready.set(folder, preparing)
  await preparing.catch((error: unknown) => {
    ready.delete(folder)
    throw error
  })
  const path = join(folder, randomUUID())
  return { path, file: await open(path, 'wx', 0o600) }
}

/**
 * Reads a stream to its end into a new file of a folder. What is left of a stream that is too long flows on unread, so that whoever sends
 * it can be answered.
 * @throws FileTooLarge
 */
export async function receive(folder: string, incoming: Readable, mostBytes: number): Promise<Received> {
  incoming.on('error', () => {}) // it may break before it is read; who reads it is told
  const { path, file } = await openNew(folder)
  const discard = () => rm(path, { force: true })
  try {
    const written = await write(file, incoming, mostBytes)
    await file.sync()
    await file.close()
    return { path, ...written, discard }
  } catch (error) {
    await file.close()
    await discard()
    incoming.resume()
    throw error
  }
}

async function write(file: FileHandle, incoming: Readable, mostBytes: number): Promise<Pick<Received, 'size' | 'sha256' | 'head'>> {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer
    if (size < HEAD_BYTES) head.push(Buffer.from(bytes.subarray(0, HEAD_BYTES - size)))
    size += bytes.length
    if (size > mostBytes) throw new FileTooLarge(mostBytes)
    hash.update(bytes)
    await file.writev([bytes])
  }
  return { size, sha256: hash.digest(), head: Buffer.concat(head) }
}
