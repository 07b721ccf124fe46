/** The interface of the stores of files: the disk and S3. */
import type { Readable } from 'node:stream'
import type { Received } from './receive.ts'

/** A range of bytes; `last` is included. */
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

/** A store of files. Deskhand generates the names: letters, digits and dashes, with one slash after the account's id. */
export interface FileStore {
  /** Stores a received file under a new name. Once it resolves, the file survives a crash. @throws DiskFull */
  keep(name: string, received: Received): Promise<void>
  /** Streams the bytes. @throws FileMissing */
  read(name: string, range?: ByteRange): Promise<Readable>
  /** The size in bytes; null when there is no file of this name. */
  size(name: string): Promise<number | null>
  /** Lists all files, or those of one account, in no order. Files with names that are not ours are left out. */
  list(account_id?: number): AsyncIterable<StoredFile>
  /** Lists the ids of all accounts that may have files, in no order. */
  listAccounts(): AsyncIterable<number>
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>
  close(): Promise<void>
}
