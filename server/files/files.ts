// STORAGE OF FILES: bytes under a name, on the local disk or in an S3-compatible service, streamed in both directions.
// Not here: their owners and file names (modules/common/attachments/), how they are received (http/).
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { readFilesUrl } from './address.ts'
import { openDisk } from './disk.ts'
import type { FileStore } from './file_store.ts'
import { countIncoming, probe, receive, type Received, removeLeftBehind } from './receive.ts'

/** The files of one process. */
export interface Files extends FileStore {
  /** Streams an upload into a temporary file beside the stored ones. @throws FileTooLarge @throws DiskFull */
  receive(incoming: Readable, mostBytes: number): Promise<Received>
  /** Removes what was received and not stored; does nothing when it was stored. */
  discard(received: Received): Promise<void>
  /** Checks that a file could be stored now: writes one and removes it, and checks that a bucket responds. @throws Error */
  check(): Promise<void>
  /** Uploads under way, and temporary files that were left; see {@link countIncoming}. */
  incoming(): ReturnType<typeof countIncoming>
  /** Removes temporary files that are older than a day: their processes ended during the upload. */
  sweep(): Promise<void>
}

/** A name that no file has. */
const NO_FILE = '0/00000000-none'

/** Opens the store that `files_url` names, by default the folder `files` in the data folder. Connects to nothing before the first use. */
export function openFiles(config: { readonly files_url: string | null; readonly data_dir: string }): Files {
  const folder = join(config.data_dir, 'files')
  const incoming = join(folder, 'incoming')
  const bucket = config.files_url === null ? null : readFilesUrl(config.files_url)
  let opened: Promise<FileStore> | undefined
  // the client of S3 is large: processes that store files on the disk never import it
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
    listAccounts: async function* () {
      yield* (await store()).listAccounts()
    },
    remove: async (name) => (await store()).remove(name),
    close: async () => (await opened)?.close(),
  }
}
