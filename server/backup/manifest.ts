/**
 * BACKUP AND RESTORE OF AN INSTALLATION, AND OF ONE INSTANCE: one file with the rows of one snapshot and the files these rows name. Not here:
 * how files are stored while the server runs (files/), what is wrong with an installation (doctor/).
 */
import { isObject } from '#lib/json.ts'

/** The backup cannot be created, read or restored; the message is for the operator. */
export class BackupError extends Error {}

/** Incremented with each change that an earlier version could not read. */
export const FORMAT = 1
/** Beyond it there is still room for more ids than any installation draws, all of which JSON holds exactly. */
const MAX_SEQUENCE = 2 ** 50
/** A list has at most this many files. */
export const MAX_LISTED = 1000
/** A manifest lists at most this many missing files by name, and as many damaged ones. */
export const MAX_NAMED = 100

/** The name of the queue's jobs in an archive. */
export const JOBS_NAME = 'queued_jobs'
/** The columns of a job that are kept, under names of our own: the queue's tables change with its versions. */
export const JOB_COLUMNS = [
  'task',
  'payload',
  'queue',
  'run_at',
  'priority',
  'attempts',
  'max_attempts',
  'key',
  'last_error',
  'was_running',
  'flags',
] as const

/** The rows of one table in COPY's text format, one line a row. The digest is that of all its lines, in the order of the archive. */
export interface TableRecord {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** A partition of a table that is partitioned by time. */
export interface Partition {
  readonly name: string
  readonly of: string
  readonly from: string
  readonly to: string
}

/** A file, as a list in the archive names it. `fault` says how its bytes differ from its row. */
export interface FileRecord {
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly fault?: 'size' | 'content'
}

/** The files of the archive. Each list follows the files it names; its digest is here. */
export interface FilesRecord {
  readonly count: number
  readonly bytes: number
  readonly lists: readonly string[]
  /** Files that rows name and that were missing from the store. */
  readonly missing: { readonly count: number; readonly named: readonly string[] }
  readonly damaged: { readonly count: number; readonly named: readonly string[] }
}

/** The instance in an archive that holds one instance only. `audit_head` is the head of its audit log, as `<position>:<hash>`. */
export interface InstanceRecord {
  readonly id: number
  readonly subdomain: string
  readonly host: string | null
  readonly audit_head: string
}

/** The moment at which rows were read, by which those that change later are found; see changes_store.ts. */
export interface SnapshotRecord {
  /** The id of the oldest transaction that had not ended: of 64 bits, as text. */
  readonly xmin: string
  /** The identity of the database server, the database in it, and its timeline. Ids of transactions are counted in them. */
  readonly database: string
}

/** What makes an archive the second copy of an instance: it holds only rows and files that have changed since a first one. */
export interface ChangesRecord {
  /** The digest of the first copy's manifest. */
  readonly since: string
  /** How many rows each table has now, changed or not. */
  readonly totals: readonly { readonly name: string; readonly rows: number }[]
  /** The keys of unchanged rows, of each table in which some have changed or are gone; named as {@link keysName} says. */
  readonly keys: readonly TableRecord[]
}

/** The name of the keys of a table in an archive. */
export const keysName = (table: string): string => `keys_of_${table}`

/** The manifest at the end of an archive: what it holds. */
export interface Manifest {
  readonly format: number
  readonly version: string
  readonly made_at: string
  readonly postgres: string
  /** The migrations the database had, in order. */
  readonly migrations: readonly string[]
  readonly pepper_fingerprint: string | null
  readonly has_secret: boolean
  readonly tables: readonly TableRecord[]
  readonly partitions: readonly Partition[]
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly is_called: boolean }[]
  /** Jobs that were waiting, running or failed; they are restored through the queue's own functions. */
  readonly jobs: TableRecord
  readonly files: FilesRecord
  /** Absent in the backup of a whole installation. */
  readonly instance?: InstanceRecord
  /** Absent in the backup of a whole installation, and in files of earlier versions. */
  readonly snapshot?: SnapshotRecord
  /** Absent in an archive that is complete by itself. */
  readonly changes?: ChangesRecord
}

const NAME = /^[a-z_][a-z0-9_]*$/
const MOMENT = /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d$/
const JOB_COLUMN = new RegExp(`^(?:${JOB_COLUMNS.join('|')})$`)
const SHA256 = /^[0-9a-f]{64}$/
const isCount = (value: unknown) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const areTexts = (value: unknown, pattern: RegExp) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && pattern.test(one))

function isTable(value: unknown): boolean {
  if (!isObject(value) || typeof value.name !== 'string') return false
  const { columns, rows, bytes, sha256 } = value
  return NAME.test(value.name) && areTexts(columns, NAME) && isCount(rows) && isCount(bytes) && areTexts([sha256], SHA256)
}

// archives of earlier versions lack some of the columns
const areJobs = (value: unknown) => isObject(value) && value.name === JOBS_NAME && areTexts(value.columns, JOB_COLUMN)
const isPartition = (value: unknown) =>
  isObject(value) && areTexts([value.name, value.of], NAME) && areTexts([value.from, value.to], MOMENT)
const isSequence = (value: unknown) =>
  isObject(value) &&
  areTexts([value.name], NAME) &&
  areTexts([value.value], /^\d{1,16}$/) &&
  Number(value.value) <= MAX_SEQUENCE &&
  typeof value.is_called === 'boolean'
const isFiles = (value: unknown) =>
  isObject(value) && isCount(value.count) && isCount(value.bytes) && areTexts(value.lists, SHA256) && isObject(value.missing)
const isInstance = (value: unknown) =>
  isObject(value) &&
  isCount(value.id) &&
  (value.host === null || typeof value.host === 'string') &&
  areTexts([value.subdomain], /^[a-z0-9-]+$/) &&
  areTexts([value.audit_head], /^\d+:[0-9a-f]{64}$/)

const isSnapshot = (value: unknown) =>
  isObject(value) && areTexts([value.xmin], /^\d{1,20}$/) && areTexts([value.database], /^\d{1,20}\/\d{1,10}\/[\dA-F]{8}$/)
const isTotal = (value: unknown) => isObject(value) && areTexts([value.name], NAME) && isCount(value.rows)
const areChanges = (value: unknown) =>
  isObject(value) &&
  areTexts([value.since], SHA256) &&
  Array.isArray(value.totals) &&
  value.totals.every(isTotal) &&
  Array.isArray(value.keys) &&
  value.keys.every(isTable)

/**
 * Parses a manifest. Every value that becomes part of an SQL statement is validated here.
 * @throws BackupError
 */
export function readManifest(text: string): Manifest {
  const toManifestError = (why: string) => new BackupError(`The backup cannot be read: ${why}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw toManifestError('its manifest is no JSON') // the parser's message quotes the text
  }
  if (!isObject(value)) throw toManifestError('its manifest is no object')
  if (value.format !== FORMAT)
    throw toManifestError(`it has format ${String(value.format)}, and this version of Deskhand reads format ${FORMAT}`)
  const isListOf = (list: unknown, fits: (one: unknown) => boolean) => Array.isArray(list) && list.every(fits)
  const parts: Readonly<Record<string, boolean>> = {
    version: typeof value.version === 'string' && typeof value.made_at === 'string' && typeof value.postgres === 'string',
    migrations: areTexts(value.migrations, /^\d{4}_\w+\.sql$/),
    secret:
      typeof value.has_secret === 'boolean' &&
      (value.pepper_fingerprint === null || areTexts([value.pepper_fingerprint], /^[0-9a-f]{32}$/)),
    tables: isListOf(value.tables, isTable),
    partitions: isListOf(value.partitions, isPartition),
    sequences: isListOf(value.sequences, isSequence),
    jobs: isTable(value.jobs) && areJobs(value.jobs),
    files: isFiles(value.files),
    instance: value.instance === undefined || isInstance(value.instance),
    snapshot: value.snapshot === undefined || isSnapshot(value.snapshot),
    changes: value.changes === undefined || areChanges(value.changes),
  }
  const fault = Object.keys(parts).find((name) => parts[name] === false)
  if (fault !== undefined) throw toManifestError(`its manifest says nothing sensible of ${fault}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part was checked above
  return value as unknown as Manifest
}

/** Everything in an archive that has rows: tables, keys and jobs. */
export function listRowRecords({ tables, changes, jobs }: Manifest): TableRecord[] {
  return [...tables, ...(changes?.keys ?? []), jobs]
}
