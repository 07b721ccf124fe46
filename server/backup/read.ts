/** Reads an archive from beginning to end and verifies it: each digest, each count, nothing missing, nothing extra. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { FILE_NAME } from '#files/file_name.ts'
import { secretFingerprint } from '#installation/secret.ts'
import { messageOf } from '#lib/error_words.ts'
import { parseOwn } from '#lib/json.ts'
import { tallyOf } from './archive.ts'
import { BackupError, type FileRecord, listRowRecords, type Manifest, MAX_LISTED, readManifest, type TableRecord } from './manifest.ts'

/** PostgreSQL has no longer rows, and a part exceeds some megabytes by at most one row. */
const MAX_PART_BYTES = 1_100_000_000
/** For entries read as a whole: a manifest names some hundred tables and a list a thousand files. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024
const decompress = promisify(gunzip)

/** Callbacks for the contents of an archive, in the order of the archive. Contents without a callback are only verified. */
export interface ArchiveVisitor {
  /** Some whole lines of a table. The parts of one table are consecutive. */
  rows?(table: string, lines: Buffer): Promise<void>
  /** A file; its bytes must be read to the end. */
  file?(name: string, size: number, content: Readable): Promise<void>
}

/** The result of reading an archive. */
export interface ReadArchive {
  readonly manifest: Manifest
  readonly secret: string | null
  /** The digest of the manifest, which identifies the archive. */
  readonly digest: string
}

type Tally = ReturnType<typeof tallyOf>

interface Entry extends AsyncIterable<Buffer> {
  readonly header: { readonly name: string; readonly size?: number | undefined }
}

/** The state of reading an archive. */
interface Progress {
  readonly tables: Map<string, Omit<TableRecord, 'columns'>>
  current: { readonly name: string; readonly tally: Tally } | null
  /** Files since the last list. */
  files: Map<string, { size: number; sha256: string }>
  readonly lists: string[]
  readonly sums: { count: number; bytes: number }
  secret: string | null
  manifest: string | null
  is_over: boolean
}

/** @throws BackupError when the archive is incomplete, was changed, or is not a backup */
export async function readArchive(path: string, visitor: ArchiveVisitor = {}): Promise<ReadArchive> {
  await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${path} cannot be read: ${error.message}`)
  })
  const input = createReadStream(path)
  const entries = extract()
  input.on('error', (error) => entries.destroy(error))
  input.pipe(entries)
  const progress: Progress = {
    tables: new Map(),
    current: null,
    files: new Map(),
    lists: [],
    sums: { count: 0, bytes: 0 },
    secret: null,
    manifest: null,
    is_over: false,
  }
  const visiting = trackVisitorErrors(visitor)
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the package leave open that an entry yields buffers
    for await (const entry of entries) await takeEntry(progress, entry as unknown as Entry, visiting)
  } catch (error) {
    if (error instanceof BackupError || visiting.failed()) throw error
    throw new BackupError(`${path} is not a complete backup: ${messageOf(error)}`)
  } finally {
    input.destroy()
  }
  return verify(path, progress)
}

/** Separates errors of the visitor from those of the archive. */
function trackVisitorErrors(visitor: ArchiveVisitor): ArchiveVisitor & { failed(): boolean } {
  let hasFailed = false
  const follow = async (work: Promise<void> | undefined) => {
    await work?.catch((error: unknown) => {
      hasFailed = true
      throw error
    })
  }
  return {
    rows: (table, lines) => follow(visitor.rows?.(table, lines)),
    ...(visitor.file === undefined ? {} : { file: (name, size, content) => follow(visitor.file?.(name, size, content)) }),
    failed: () => hasFailed,
  }
}

async function takeEntry(progress: Progress, entry: Entry, visitor: ArchiveVisitor): Promise<void> {
  const { name } = entry.header
  if (progress.is_over) throw new BackupError(`The archive continues after its end, with ${JSON.stringify(name)}`)
  const [, table] = /^tables\/([a-z_0-9]+)\/\d{6,}\.copy\.gz$/.exec(name) ?? []
  if (table !== undefined) return takeRows(progress, table, await contentOf(entry, MAX_PART_BYTES), visitor)
  if (name.startsWith('files/')) return takeFile(progress, entry, visitor)
  if (/^file_lists\/\d{6,}\.ndjson$/.test(name)) return takeList(progress, await contentOf(entry, MAX_TEXT_BYTES))
  const text = (await contentOf(entry, MAX_TEXT_BYTES)).toString('utf8')
  if (name === 'secret') progress.secret = text
  else if (name === 'manifest.json') progress.manifest = text
  else if (name === 'manifest.sha256') takeEnd(progress, text)
  else throw new BackupError(`The archive has an entry that no backup has: ${JSON.stringify(name.slice(0, 100))}`)
}

async function contentOf(entry: Entry, mostBytes: number): Promise<Buffer> {
  if ((entry.header.size ?? 0) > mostBytes)
    throw new BackupError(`The entry ${JSON.stringify(entry.header.name.slice(0, 100))} is too long`)
  const parts: Buffer[] = []
  for await (const part of entry) parts.push(part)
  return Buffer.concat(parts)
}

async function takeRows(progress: Progress, name: string, content: Buffer, visitor: ArchiveVisitor): Promise<void> {
  if (progress.current?.name !== name) {
    endTable(progress)
    if (progress.tables.has(name)) throw new BackupError(`The rows of ${name} are in two places`)
    progress.current = { name, tally: tallyOf(name) }
  }
  const lines = await decompress(content, { maxOutputLength: MAX_PART_BYTES })
  progress.current.tally.add(lines)
  await visitor.rows?.(name, lines)
}

function endTable(progress: Progress): void {
  if (progress.current !== null) progress.tables.set(progress.current.name, progress.current.tally.record())
  progress.current = null
}

/** Reads a file to the end and discards it. */
export async function discardFile(_name: string, _size: number, content: Readable): Promise<void> {
  content.resume()
  await finished(content)
}

async function takeFile(progress: Progress, entry: Entry, visitor: ArchiveVisitor): Promise<void> {
  const name = entry.header.name.slice('files/'.length)
  const size = entry.header.size ?? 0
  if (!FILE_NAME.test(name)) throw new BackupError(`The archive has a file whose name no file has: ${JSON.stringify(name.slice(0, 100))}`)
  if (progress.files.size === MAX_LISTED) throw new BackupError(`There are more than ${MAX_LISTED} files without a list`)
  const hash = createHash('sha256')
  const hashChunks = async function* () {
    for await (const chunk of entry) {
      hash.update(chunk)
      yield chunk
    }
  }
  await (visitor.file ?? discardFile)(name, size, Readable.from(hashChunks(), { objectMode: false }))
  if (progress.files.has(name)) throw new BackupError(`The file ${name} is there twice`)
  progress.files.set(name, { size, sha256: hash.digest('hex') })
  progress.sums.count += 1
  progress.sums.bytes += size
}

/** Checks that a list names exactly the files since the last list. */
function takeList(progress: Progress, content: Buffer): void {
  const files = content
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => parseOwn<FileRecord>(line))
  for (const { name, size, sha256 } of files) {
    const found = progress.files.get(name)
    if (found === undefined || found.size !== size || found.sha256 !== sha256)
      throw new BackupError(`The file ${name} is not the one that was kept`)
  }
  if (files.length !== progress.files.size) throw new BackupError('There are files that no list names')
  progress.files = new Map()
  progress.lists.push(createHash('sha256').update(content).digest('hex'))
}

function takeEnd(progress: Progress, text: string): void {
  const sha256 = createHash('sha256')
    .update(progress.manifest ?? '')
    .digest('hex')
  if (!text.startsWith(sha256)) throw new BackupError('The manifest was changed')
  progress.is_over = true
}

function verify(path: string, progress: Progress): ReadArchive {
  endTable(progress)
  if (!progress.is_over || progress.manifest === null) throw new BackupError(`${path} is not a complete backup: it has no end`)
  const manifest = readManifest(progress.manifest)
  for (const table of listRowRecords(manifest)) {
    const found = progress.tables.get(table.name) ?? tallyOf(table.name).record()
    progress.tables.delete(table.name)
    if (found.sha256 !== table.sha256 || found.rows !== table.rows)
      throw new BackupError(
        `The rows of ${table.name} are not those that were kept: ${found.rows} rows instead of ${table.rows}, or others`,
      )
  }
  const [more] = progress.tables.keys()
  if (more !== undefined) throw new BackupError(`The archive has rows of ${more}, which its manifest does not name`)
  const { count, bytes, lists } = manifest.files
  if (count !== progress.sums.count || bytes !== progress.sums.bytes || lists.join() !== progress.lists.join() || progress.files.size > 0)
    throw new BackupError(`The files are not those that were kept: ${progress.sums.count} instead of ${count}, or others`)
  requireOwnSecret(manifest, progress.secret)
  return { manifest, secret: progress.secret, digest: createHash('sha256').update(progress.manifest).digest('hex') }
}

function requireOwnSecret({ has_secret, pepper_fingerprint }: Manifest, secret: string | null): void {
  if (has_secret !== (secret !== null)) throw new BackupError('The secret is missing from the archive, or there without being named')
  if (secret !== null && secretFingerprint(Buffer.from(secret)) !== pepper_fingerprint)
    throw new BackupError('The secret in the archive was changed')
}
