/** Writing files so that every acknowledged byte is on the disk. */
import { type FileHandle, open } from 'node:fs/promises'
import { memberOf } from '#lib/error_words.ts'
import { DiskFull } from './errors.ts'

/** The error codes of a file system that is full, or over a quota. @source https://man7.org/linux/man-pages/man2/write.2.html */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** A destination of bytes. Returns how many were written, which may be fewer than given. */
export interface Sink {
  write(bytes: Uint8Array): Promise<{ readonly bytesWritten: number }>
}

/** Writes every byte. A disk that is filling up may write only a part without an error; the rest is written again. @throws DiskFull */
export async function writeAll(sink: Sink, bytes: Uint8Array): Promise<void> {
  for (let rest = bytes; rest.length > 0;) {
    const { bytesWritten } = await sink.write(rest)
    if (bytesWritten === 0) throw new DiskFull('ENOSPC')
    rest = rest.subarray(bytesWritten)
  }
}

/** Runs a function that writes files. @throws DiskFull instead of the system's errors for a full disk */
export async function withDiskErrors<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const code = memberOf(error, 'code')
    throw !(error instanceof DiskFull) && FULL.has(code) ? new DiskFull(String(code), { cause: error }) : error
  }
}

/** Finishes writing a file: flushes it to the disk, closes it and checks its size. @throws DiskFull */
export async function finishFile(file: FileHandle, size: number): Promise<void> {
  await file.sync()
  const written = (await file.stat()).size
  await file.close()
  if (written !== size) throw new DiskFull('ENOSPC', { cause: new Error(`${written} bytes of ${size} are in the file`) })
}

/** Flushes the entries of a folder, too: otherwise a new file may be lost when the machine crashes. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return // has no handles for folders, and flushes their entries itself
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
