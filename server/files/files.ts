// HOW FILES ARE KEPT: bytes under a name, on the local disk or in an S3-compatible service, streamed in both directions.
// Not here: whose they are and what they are called (modules/common/attachments/), how they come over the wire (http/).
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { readFilesUrl } from './address.ts'
import { openDisk } from './disk.ts'
import type { FileStore } from './file_store.ts'
import { countIncoming, probe, receive, type Received, removeLeftBehind } from './receive.ts'

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
