// HOW FILES ARE KEPT: bytes under a name, on the local disk or in an S3-compatible service, streamed in both directions.
// Not here: whose they are and what they are called (resources/attachments/), how they come over the wire (http/).
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { readFilesUrl } from './address.ts'
import { openDisk } from './disk.ts'
import { receive, type Received } from './receive.ts'

/** Which bytes of a file, the last one included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Where files lie. Names are ours: letters, digits, dashes, with one slash behind the account's id. */
export interface FileStore {
  /** Keeps a received file under a name that is new; when this returns, it survives a crash. */
  keep(name: string, received: Received): Promise<void>
  /** The bytes, as they are read. @throws FileMissing */
  read(name: string, range?: ByteRange): Promise<Readable>
  /** Removes a file; one that is not there is fine. */
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** The files of one process. */
export interface Files extends FileStore {
  /** Writes what comes in to a file of its own beside the kept ones, piece by piece. @throws FileTooLarge */
  receive(incoming: Readable, mostBytes: number): Promise<Received>
  /** Removes what was received and not kept; nothing when it was kept. */
  discard(received: Received): Promise<void>
}

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
    keep: async (name, received) => (await store()).keep(name, received),
    read: async (name, range) => (await store()).read(name, range),
    remove: async (name) => (await store()).remove(name),
    close: async () => (await opened)?.close(),
  }
}
