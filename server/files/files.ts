// HOW FILES ARE KEPT: bytes under a name, on the local disk or in an S3-compatible service, streamed in both directions.
// Not here: whose they are and what they are called (modules/common/attachments/), how they come over the wire (http/).
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { readFilesUrl } from './address.ts'
import { openDisk } from './disk.ts'
import { countIncoming, probe, receive, type Received, removeLeftBehind } from './receive.ts'

/** Which bytes of a file, the last one included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** A file as its store lists it. */
export interface StoredFile {
  readonly name: string
  readonly size: number
  /** When its bytes were written, in milliseconds since 1970. */
  readonly written_ms: number
}

/** Where files lie. Names are ours: letters, digits, dashes, with one slash behind the account's id. */
export interface FileStore {
  /** Keeps a received file under a name that is new; when this returns, it survives a crash. @throws DiskFull */
  keep(name: string, received: Received): Promise<void>
  /** The bytes, as they are read. @throws FileMissing */
  read(name: string, range?: ByteRange): Promise<Readable>
  /** How many bytes a file has; null when there is none of this name. */
  size(name: string): Promise<number | null>
  /** All files, in no order; those of one account where one is named. What lies there under other names than ours is left out. */
  list(account_id?: number): AsyncIterable<StoredFile>
  /** Removes a file; one that is not there is fine. */
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** The files of one process. */
export interface Files extends FileStore {
  /** Writes what comes in to a file of its own beside the kept ones, piece by piece. @throws FileTooLarge @throws DiskFull */
  receive(incoming: Readable, mostBytes: number): Promise<Received>
  /** Removes what was received and not kept; nothing when it was kept. */
  discard(received: Received): Promise<void>
  /** Proves that a file could be kept now: writes one and removes it, and asks a bucket whether it answers. @throws Error */
  check(): Promise<void>
  /** What is coming in, and what was left of it; see {@link countIncoming}. */
  incoming(): ReturnType<typeof countIncoming>
  /** Removes what was coming in a day ago when its process ended. */
  sweep(): Promise<void>
}

/** A name that no file has. */
const NO_FILE = '0/00000000-none'

/** Opens the store that `files_url` names; without one the folder `files` below the data. Nothing is read or connected to before its use. */
export function openFiles(config: { readonly files_url: string | null; readonly data_dir: string }): Files {
  const folder = join(config.data_dir, 'files')
  const incoming = join(folder, 'incoming')
  const bucket = config.files_url === null ? null : readFilesUrl(config.files_url)
  let opened: Promise<FileStore> | undefined
  // the client of S3 is large: who keeps files on his disk never reads it
  const store = () =>
    (opened ??= bucket === null ? Promise.resolve(openDisk(folder)) : import('./s3.ts').then(({ openS3 }) => openS3(bucket)))
  return {
    receive: (stream, mostBytes) => receive(incoming, stream, mostBytes),
    discard: (received) => received.discard(),
    async check() {
      await probe(incoming)
      if (bucket !== null) await (await store()).size(NO_FILE)
    },
    incoming: () => countIncoming(incoming),
    sweep: () => removeLeftBehind(incoming),
    keep: async (name, received) => (await store()).keep(name, received),
    read: async (name, range) => (await store()).read(name, range),
    size: async (name) => (await store()).size(name),
    list: async function* (account_id) {
      yield* (await store()).list(account_id)
    },
    remove: async (name) => (await store()).remove(name),
    close: async () => (await opened)?.close(),
  }
}
