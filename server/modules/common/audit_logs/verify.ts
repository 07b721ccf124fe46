/**
 * Verifies that no entry of an exported audit log was changed, removed, inserted, moved or truncated. Reports what is wrong with each
 * line and continues after it. Pure, because the command line verifies exports without a database. @source docs/audit.md
 */
import { ensureDefined } from '#lib/defined.ts'
import { CHAIN_BEGINNING, type ChainHead, entryDigest, nextHash } from '#lib/hash_chain.ts'
import type { ExportedLine } from './chain.ts'
import { type LineFault, readLine } from './export_line.ts'

/** The kinds of faults. */
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

/** One fault. `line` counts from 1; it is one past the last line when something is missing at the end. */
export interface Fault {
  readonly line: number
  readonly position: number | null
  readonly kind: FaultKind
  readonly reason: string
}

/** What has been read so far. `head`: the head of the chain according to the readable lines. */
export interface Progress {
  readonly chained: number
  readonly unchained: number
  readonly account_id: number | null
  readonly head: ChainHead
}

/** Reads an export line by line. */
export interface Verification {
  /** The faults of this line, and of its link to the one before. `bytes` has no line feed. */
  read(bytes: Uint8Array | string): readonly Fault[]
  /** Counts a line that was not read because it is longer than any entry. */
  skip(): readonly Fault[]
  /** The faults that show at the end of the file. */
  end(): readonly Fault[]
  progress(): Progress
}

/** `published` is a head that was kept outside the database; `after` is the head before the first line, for a part of the log. */
export interface Anchors {
  readonly published?: ChainHead
  readonly after?: ChainHead
}

/** The state after a line. */
interface State {
  readonly progress: Progress
  /** The hash the last entry should have had. Where it has another, the next line may link to either. */
  readonly computed: string
  /** Unreadable lines since the last readable entry. Each of them may be an entry. */
  readonly unread: number
  /** True once an entry with a correct hash has established the account. */
  readonly is_instance_proven: boolean
  readonly has_published: boolean
}

type Found = Omit<Fault, 'line'>
interface Step {
  readonly faults: readonly Found[]
  readonly state: State
}

/** Starts the verification of an export. */
export function beginVerification({ published, after = CHAIN_BEGINNING }: Anchors = {}): Verification {
  const hasSeen = makePositionSet(after.position)
  let lines = 0
  let state: State = {
    progress: { chained: 0, unchained: 0, account_id: null, head: after },
    computed: after.hash,
    unread: 0,
    is_instance_proven: false,
    has_published: false,
  }
  const withLine = (found: readonly Found[]): Fault[] => found.map((fault) => ({ line: lines, ...fault }))
  const noteUnreadable = (kind: FaultKind, reason: string) => {
    state = { ...state, unread: state.unread + 1 }
    return withLine([{ position: null, kind, reason }])
  }
  return {
    read(bytes) {
      lines += 1
      const line = readLine(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
      if ('kind' in line) return noteUnreadable(line.kind, line.reason)
      const digest = digestOf(line)
      if (digest === undefined) return noteUnreadable('not_canonical', 'The entry is nested too deeply')
      const step = isChained(line) ? checkChained(line, state, { published, seen: hasSeen, digest }) : checkUnchained(line, state)
      state = step.state
      return withLine(step.faults)
    },
    skip() {
      lines += 1
      return noteUnreadable('too_long', 'The line is longer than any entry')
    },
    end() {
      lines += 1
      return withLine(atEnd(state, published))
    },
    progress: () => state.progress,
  }
}

/** The digest of the entry; undefined when it is nested so deeply that recursion overflows the stack. */
function digestOf({ entry }: ExportedLine): string | undefined {
  try {
    return entryDigest(entry)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function checkUnchained(line: ExportedLine, state: State): Step {
  const { progress } = state
  const makeFault = (reason: string): Found => ({ position: null, kind: 'unchained', reason })
  const faults: Found[] = []
  if (line.previous_hash !== null || line.hash !== null) faults.push(makeFault('An entry without a position has hashes'))
  if (progress.chained > 0) faults.push(makeFault('An entry without a position follows chained ones'))
  faults.push(...otherInstance(line, progress))
  const account_id = progress.account_id ?? line.entry.account_id
  return { faults, state: { ...state, progress: { ...progress, account_id, unchained: progress.unchained + 1 } } }
}

interface ChainedLine extends ExportedLine {
  readonly position: number
}

const isChained = (line: ExportedLine): line is ChainedLine => line.position !== null

interface Known {
  readonly published: ChainHead | undefined
  readonly seen: (position: number) => boolean
  readonly digest: string
}

function checkChained(line: ChainedLine, state: State, { published, seen, digest }: Known): Step {
  const { progress, unread } = state
  const { head } = progress
  const previous = line.previous_hash ?? ''
  // the hash of the entry before that this one links to: the computed or the recorded one
  const base = previous === state.computed ? state.computed : head.hash
  const isLinked = previous === base
  const expected = nextHash({ position: head.position, hash: base }, digest)
  const isOwn = line.hash === nextHash({ position: line.position - 1, hash: previous }, digest)
  const faults: Found[] = []
  const find = (kind: FaultKind, reason: string) => faults.push({ position: line.position, kind, reason })
  const distance = line.position - head.position
  const isNext = distance === 1
  const isBehindUnread = distance > 1 && distance <= unread + 1
  // its hash or its link is that of the next entry, but its position is not
  const isMisnumbered = !isNext && !isBehindUnread && !isOwn && (line.hash === expected || isLinked)
  const isEarlier = distance < 1 && !isMisnumbered
  const position = isMisnumbered ? head.position + 1 : line.position
  const isRepeated = seen(position)

  if (isMisnumbered) find('wrong_position', `Position ${position} was expected: the position has been changed`)
  else if (isEarlier)
    find(
      isRepeated ? 'repeated_position' : 'wrong_order',
      `Position ${head.position + 1} was to be next: ${isRepeated ? 'the position is a duplicate' : 'the entry is out of order'}`,
    )
  else if (!isNext && !isBehindUnread) {
    const missing = distance - 1 - unread
    find('gap', `Position ${head.position + 1} was to be next: ${missing} entries are missing before this one`)
  }
  if ((isNext || isMisnumbered) && !isLinked)
    find('wrong_link', 'The entry does not follow the one before: its previous_hash is not the hash of that one')
  const isProven = isOwn || ((isNext || isMisnumbered) && line.hash === expected)
  if (!isProven) find('wrong_hash', 'The entry has been changed: its contents do not have this hash')
  faults.push(...otherInstance(line, progress))
  const isPublished = position === published?.position
  if (isPublished && line.hash !== published.hash) find('other_head', 'The hash is not the published one: the log up to here was rewritten')

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

/** True when the published head may be in one of the unreadable lines after a position. */
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
  // the published head may be in an unreadable line, which is reported already
  if (published === undefined || has_published || isWithin(published, head.position, unread)) return []
  const reason =
    published.position > head.position
      ? `The published head is at ${published.position}: entries are missing at the end`
      : `The published head is at ${published.position}: no line has this position`
  return [{ position: Math.min(published.position, head.position + 1), kind: 'cut_off', reason }]
}

/** The number of spans of positions kept. A file with more gaps has been reported as faulty anyway. */
const MAX_SPANS = 1000

/** Returns a function that reports whether a position was seen before. Positions are kept as spans, so a log without gaps takes one. */
function makePositionSet(beginning: number): (position: number) => boolean {
  const spans: { from: number; to: number }[] = [{ from: beginning + 1, to: beginning }]
  return (position) => {
    if (spans.some(({ from, to }) => position >= from && position <= to)) return true
    const last = ensureDefined(spans.at(-1))
    if (position === last.to + 1) last.to = position
    else if (spans.length < MAX_SPANS) spans.push({ from: position, to: position })
    return false
  }
}
