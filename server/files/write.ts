/** Writing so that what is acknowledged is there: all of it, and on the disk. */
import { type FileHandle, open } from 'node:fs/promises'
import { DiskFull } from './errors.ts'

/** What a file system says that has no room left, or none for us. @source https://man7.org/linux/man-pages/man2/write.2.html */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** A place where bytes are written: how many of them were, which may be fewer than were given. */
export interface Sink {
  write(bytes: Uint8Array): Promise<{ readonly bytesWritten: number }>
}

/** Writes every byte. A disk that is filling up takes a part of them and says nothing: it is asked for the rest. @throws DiskFull */
export async function writeAll(sink: Sink, bytes: Uint8Array): Promise<void> {
  for (let rest = bytes; rest.length > 0;) {
    const { bytesWritten } = await sink.write(rest)
    if (bytesWritten === 0) throw new DiskFull('ENOSPC')
    rest = rest.subarray(bytesWritten)
  }
}

/** Runs what writes files. @throws DiskFull in place of what the system says of a disk that is full */
export async function withDiskErrors<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const { code } = error as { code?: unknown }
    throw !(error instanceof DiskFull) && FULL.has(code) ? new DiskFull(String(code), { cause: error }) : error
  }
}

/** Ends the writing of a file: on the disk, and as long as it is to be. @throws DiskFull */
export async function finishFile(file: FileHandle, size: number): Promise<void> {
  await file.sync()
  const written = (await file.stat()).size
  await file.close()
  if (written !== size) throw new DiskFull('ENOSPC', { cause: new Error(`${written} bytes of ${size} are in the file`) })
}

/** The entries of a folder are written, too: without it a file may be gone after a crash of the machine. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return // has no handles of folders, and writes their entries itself
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
