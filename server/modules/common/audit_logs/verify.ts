/**
 * The proof that nothing of an exported audit log was changed, removed, put in between, moved or cut off. It says what is wrong with each
 * line and goes on behind it. Pure: the command line proves an export with it where there is no database. @source docs/audit.md
 */
import { CHAIN_BEGINNING, type ChainHead, entryDigest, nextHash } from '../../../lib/hash_chain.ts'
import type { ExportedLine } from './chain.ts'
import { type LineFault, readLine } from './export_line.ts'

/** What can be wrong. */
export type FaultKind =
  | LineFault
  | 'wrong_hash'
  | 'wrong_link'
  | 'gap'
  | 'wrong_position'
  | 'repeated_position'
  | 'wrong_order'
  | 'other_instance'
  | 'unchained'
  | 'other_head'
  | 'cut_off'
  | 'too_long'
  | 'empty'

/** One thing that is wrong. `line` counts from 1; past the last line when something is missing at the end. */
export interface Fault {
  readonly line: number
  readonly position: number | null
  readonly kind: FaultKind
  readonly reason: string
}

/** What has been read so far. `head`: where the chain stands by the lines that could be read. */
export interface Progress {
  readonly chained: number
  readonly unchained: number
  readonly account_id: number | null
  readonly head: ChainHead
}

/** Reads an export line by line. */
export interface Verification {
  /** What is wrong with this line, and between it and the one before. `bytes` without its line feed. */
  read(bytes: Uint8Array | string): readonly Fault[]
  /** A line that could not be taken in, being longer than any entry. */
  skip(): readonly Fault[]
  /** What the end of the file shows to be missing. */
  end(): readonly Fault[]
  progress(): Progress
}

/** `published` is a head that somebody kept outside; `after` one that the file goes on from, for a part of the log. */
export interface Anchors {
  readonly published?: ChainHead
  readonly after?: ChainHead
}

/** What is known behind a line. */
interface State {
  readonly progress: Progress
  /** What the hash of the last entry should have been, when it was another: the next line may go on from either. */
  readonly computed: string
  /** Lines since the last entry that could not be read: each may have been one. */
  readonly unread: number
  /** True once an entry whose hash is right has said which instance this is. */
  readonly is_instance_proven: boolean
  readonly has_published: boolean
}

type Found = Omit<Fault, 'line'>
interface Step {
  readonly faults: readonly Found[]
  readonly state: State
}

/** Begins to prove an export. */
export function beginVerification({ published, after = CHAIN_BEGINNING }: Anchors = {}): Verification {
  const seen = rememberPositions(after.position)
  let lines = 0
  let state: State = {
    progress: { chained: 0, unchained: 0, account_id: null, head: after },
    computed: after.hash,
    unread: 0,
    is_instance_proven: false,
    has_published: false,
  }
  const told = (found: readonly Found[]): Fault[] => found.map((fault) => ({ line: lines, ...fault }))
  const unreadable = (kind: FaultKind, reason: string) => {
    state = { ...state, unread: state.unread + 1 }
    return told([{ position: null, kind, reason }])
  }
  return {
    read(bytes) {
      lines += 1
      const line = readLine(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
      if ('kind' in line) return unreadable(line.kind, line.reason)
      const digest = digestOf(line)
      if (digest === undefined) return unreadable('not_canonical', 'The entry is nested deeper than any')
      const step = line.position === null ? unchained(line, state) : chained(line as ChainedLine, state, { published, seen, digest })
      state = step.state
      return told(step.faults)
    },
    skip() {
      lines += 1
      return unreadable('too_long', 'The line is longer than any entry')
    },
    end() {
      lines += 1
      return told(atEnd(state, published))
    },
    progress: () => state.progress,
  }
}

/** The digest of the entry; undefined when it is nested so deep that nothing recursive can read it. */
function digestOf({ entry }: ExportedLine): string | undefined {
  try {
    return entryDigest(entry)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function unchained(line: ExportedLine, state: State): Step {
  const { progress } = state
  const found = (reason: string): Found => ({ position: null, kind: 'unchained', reason })
  const faults: Found[] = []
  if (line.previous_hash !== null || line.hash !== null) faults.push(found('An entry without a position has hashes'))
  if (progress.chained > 0) faults.push(found('An entry without a position stands behind chained ones'))
  faults.push(...otherInstance(line, progress))
  const account_id = progress.account_id ?? line.entry.account_id
  return { faults, state: { ...state, progress: { ...progress, account_id, unchained: progress.unchained + 1 } } }
}

interface ChainedLine extends ExportedLine {
  readonly position: number
}

interface Known {
  readonly published: ChainHead | undefined
  readonly seen: (position: number) => boolean
  readonly digest: string
}

function chained(line: ChainedLine, state: State, { published, seen, digest }: Known): Step {
  const { progress, unread } = state
  const { head } = progress
  const previous = line.previous_hash ?? ''
  // on which of the two hashes the entry before may have it goes on
  const base = previous === state.computed ? state.computed : head.hash
  const isLinked = previous === base
  const expected = nextHash({ position: head.position, hash: base }, digest)
  const isOwn = line.hash === nextHash({ position: line.position - 1, hash: previous }, digest)
  const faults: Found[] = []
  const find = (kind: FaultKind, reason: string) => faults.push({ position: line.position, kind, reason })
  const distance = line.position - head.position
  const isNext = distance === 1
  const isBehindUnread = distance > 1 && distance <= unread + 1
  // its hash or its link says where it belongs, and its position says otherwise
  const isMisnumbered = !isNext && !isBehindUnread && !isOwn && (line.hash === expected || isLinked)
  const isEarlier = distance < 1 && !isMisnumbered
  const position = isMisnumbered ? head.position + 1 : line.position
  const isRepeated = seen(position)

  if (isMisnumbered) find('wrong_position', `Position ${position} was to be next: the position has been changed`)
  else if (isEarlier)
    find(
      isRepeated ? 'repeated_position' : 'wrong_order',
      `Position ${head.position + 1} was to be next: ${isRepeated ? 'the position is there already' : 'the entry is out of its place'}`,
    )
  else if (!isNext && !isBehindUnread) {
    const missing = distance - 1 - unread
    find('gap', `Position ${head.position + 1} was to be next: ${missing} entries are missing before this one`)
  }
  if ((isNext || isMisnumbered) && !isLinked)
    find('wrong_link', 'The entry does not follow the one before: its previous_hash is not the hash of that one')
  const isProven = isOwn || ((isNext || isMisnumbered) && line.hash === expected)
  if (!isProven) find('wrong_hash', 'The entry has been changed: what it says does not have this hash')
  faults.push(...otherInstance(line, progress))
  const isPublished = position === published?.position
  if (isPublished && line.hash !== published.hash)
    find('other_head', 'The hash is not the published one: the log up to here was written anew')

  const isInstance = !state.is_instance_proven && isProven
  const account_id = isInstance ? line.entry.account_id : progress.account_id
  const moved = isEarlier ? {} : { head: { position, hash: line.hash ?? '' } }
  return {
    faults,
    state: {
      progress: { ...progress, ...moved, account_id, chained: progress.chained + 1 },
      computed: isEarlier ? state.computed : isNext || isMisnumbered ? expected : (line.hash ?? ''),
      unread: isEarlier ? unread : 0,
      is_instance_proven: state.is_instance_proven || isInstance,
      has_published: state.has_published || isPublished || (isBehindUnread && isWithin(published, head.position, unread)),
    },
  }
}

/** True when the published head may stand in one of the lines behind a position that could not be read. */
function isWithin(published: ChainHead | undefined, position: number, unread: number): boolean {
  return published !== undefined && published.position > position && published.position <= position + unread
}

function otherInstance({ position, entry }: ExportedLine, { account_id }: Progress): Found[] {
  if (account_id === null || entry.account_id === account_id) return []
  const reason = `The entry belongs to instance ${entry.account_id}, the others to instance ${account_id}`
  return [{ position, kind: 'other_instance', reason }]
}

function atEnd({ progress, unread, has_published }: State, published: ChainHead | undefined): Found[] {
  const { head, chained: entries, unchained: old } = progress
  if (entries + old + unread === 0) return [{ position: null, kind: 'empty', reason: 'The file holds no entries' }]
  // in a line that could not be read, which was said
  if (published === undefined || has_published || isWithin(published, head.position, unread)) return []
  const reason =
    published.position > head.position
      ? `The published head is at ${published.position}: entries are missing at the end`
      : `The published head is at ${published.position}: no line has this position`
  return [{ position: Math.min(published.position, head.position + 1), kind: 'cut_off', reason }]
}

/** Pieces of the numbers that are remembered. A file with more gaps is wrong anyway. */
const MOST_SPANS = 1000

/** Says whether a position was there already, and remembers it: as spans without gaps, so that a whole log takes one. */
function rememberPositions(beginning: number): (position: number) => boolean {
  const spans: { from: number; to: number }[] = [{ from: beginning + 1, to: beginning }]
  return (position) => {
    if (spans.some(({ from, to }) => position >= from && position <= to)) return true
    const last = spans.at(-1) as { from: number; to: number }
    if (position === last.to + 1) last.to = position
    else if (spans.length < MOST_SPANS) spans.push({ from: position, to: position })
    return false
  }
}
