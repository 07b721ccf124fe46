/**
 * The chained audit log as it is exported, and the proof that nothing of it was changed, removed, put in between, moved or cut off.
 * Pure: the command line proves an export with it where there is no database. @source issue "Access, governed" 6
 */
import type { ChainedEntry } from '../../accounts/audit_chain.ts'
import { CHAIN_BEGINNING, type ChainHead, entryDigest, nextHash } from '../../lib/hash_chain.ts'
import { isObject } from '../../lib/json.ts'

/** One line of an export. Entries made before the log was chained have no place in the chain: all three are null. */
export interface ExportedLine {
  readonly position: number | null
  readonly previous_hash: string | null
  readonly hash: string | null
  readonly entry: ChainedEntry
}

/** The first thing that is wrong. `line` counts from 1; past the last line when something is missing at the end. */
export interface Fault {
  readonly line: number
  readonly position: number | null
  readonly reason: string
}

/** What has been read so far. */
export interface Progress {
  readonly chained: number
  readonly unchained: number
  readonly account_id: number | null
  readonly head: ChainHead
}

/** Reads an export line by line. After a fault there is nothing more to be said. */
export interface Verification {
  /** The fault of this line, if it has one. */
  read(line: string): Fault | undefined
  /** What the end of the file shows to be missing. */
  end(): Fault | undefined
  progress(): Progress
}

/** `published` is a head that somebody kept outside; `after` one that the file goes on from, for a part of the log. */
export interface Anchors {
  readonly published?: ChainHead
  readonly after?: ChainHead
}

const MEMBERS = 'entry hash position previous_hash'
const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/

/** A line of an export, without its line feed. Verification takes it in no other form. */
export function exportLine(line: ExportedLine): string {
  const { position, previous_hash, hash, entry } = line
  return JSON.stringify({ position, previous_hash, hash, entry })
}

/** A head as people write it down: `<position>:<hash>`. */
export function headText({ position, hash }: ChainHead): string {
  return `${position}:${hash}`
}

/** Reads {@link headText}; undefined when it is none. */
export function readHead(text: string): ChainHead | undefined {
  const [, position, hash] = HEAD.exec(text.trim()) ?? []
  return position === undefined || hash === undefined ? undefined : { position: Number(position), hash }
}

/** Begins to prove an export. */
export function beginVerification({ published, after = CHAIN_BEGINNING }: Anchors = {}): Verification {
  let progress: Progress = { chained: 0, unchained: 0, account_id: null, head: after }
  let lines = 0
  const fault = (reason: string, position: number | null = null): Fault => ({ line: lines, position, reason })
  return {
    read(text) {
      lines += 1
      const line = parsed(text)
      if (typeof line === 'string') return fault(line)
      const reason = misplaced(line, progress) ?? (line.position === null ? undefined : unlike(line, published))
      if (reason !== undefined) return fault(reason, line.position)
      progress = advanced(line, progress)
      return undefined
    },
    end() {
      const { head, chained, unchained } = progress
      lines += 1
      if (chained + unchained === 0) return fault('The file holds no entries')
      if (published !== undefined && published.position > head.position)
        return fault(`The published head is at ${published.position}: entries are missing at the end`, head.position + 1)
      return undefined
    },
    progress: () => progress,
  }
}

function advanced({ position, hash, entry }: ExportedLine, before: Progress): Progress {
  const { account_id } = entry
  if (position === null || hash === null) return { ...before, account_id, unchained: before.unchained + 1 }
  return { ...before, account_id, chained: before.chained + 1, head: { position, hash } }
}

/** The line, or why it is none. Written otherwise than the export writes it, it could show a reader something else than what is proven. */
function parsed(text: string): ExportedLine | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'The line is no JSON' // what the parser has to say of it quotes the line
  }
  if (!isObject(value) || Object.keys(value).sort().join(' ') !== MEMBERS || !isObject(value.entry))
    return 'The line is no entry of an export: it must have position, previous_hash, hash and entry, and nothing else'
  if (JSON.stringify(value) !== text) return 'The line is not written as an export writes it'
  return value as unknown as ExportedLine
}

/** Why a line cannot stand behind what came before; undefined when it can. */
function misplaced(line: ExportedLine, { account_id, chained, head }: Progress): string | undefined {
  if (account_id !== null && line.entry.account_id !== account_id)
    return `The entry belongs to instance ${line.entry.account_id}, the others to instance ${account_id}`
  if (line.position === null) {
    if (line.previous_hash !== null || line.hash !== null) return 'An entry without a position has hashes'
    return chained > 0 ? 'An entry without a position stands behind chained ones' : undefined
  }
  const expected = head.position + 1
  if (line.position > expected)
    return `Position ${expected} was to be next: ${line.position - expected} entries are missing before this one`
  if (line.position !== expected) return `Position ${expected} was to be next: the entry is out of its place or there twice`
  if (line.previous_hash !== head.hash) return 'The entry does not follow the one before: its previous_hash is not the hash of that one'
  if (line.hash !== nextHash(head, entryDigest(line.entry))) return 'The entry has been changed: what it says does not have this hash'
  return undefined
}

function unlike({ position, hash }: ExportedLine, published: ChainHead | undefined): string | undefined {
  return position === published?.position && hash !== published?.hash
    ? 'The hash is not the published one: the log up to here was written anew'
    : undefined
}
