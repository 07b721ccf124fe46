/**
 * The access logs of several web processes as one. A pipe that processes share is not theirs: lines longer than it takes at once mix, and each
 * new process makes it one that is waited for. So each writes to a pipe of its own, and whole lines are handed on from there.
 */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { forEachOf } from '../lib/all_of.ts'

/** How long is waited for the last lines of members that have ended. */
const LAST_MS = 2000

/** What members write. */
export interface Outputs {
  /** Hands on what one of them writes. */
  take(member: Worker): void
  /** Waits until all that members wrote which have ended is handed on, a moment at most. */
  ended(): Promise<unknown>
}

/**
 * From now on members write to us, and it is handed on as fast as it is read: who reads too slowly is waited for, and the member counts what it
 * leaves out. Null where the output is a file, which members write to themselves.
 */
export function takeOutputs(): Outputs | null {
  if (!(process.stdout instanceof Socket) || process.stdout.isTTY) return null
  cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const open = new Set<Promise<void>>()
  const reader = makeReader()
  return {
    take(member) {
      const output = member.process.stdout
      if (output === null) return
      // nobody reads any more: then members are to notice it
      const handed = handOn(output.setEncoding('utf8'), reader).catch(() => void output.destroy())
      open.add(handed)
      void handed.then(() => open.delete(handed))
    },
    ended: () => Promise.race([forEachOf([...open], (handed) => handed), sleep(LAST_MS, undefined, { ref: false })]),
  }
}

type Reader = ReturnType<typeof makeReader>

/** Who reads our output, for all members: one listener of each kind, however many members wait. */
function makeReader() {
  const gone = new AbortController()
  process.stdout.once('close', () => gone.abort())
  let drained: Promise<unknown> | null = null
  return {
    isGone: () => process.stdout.destroyed,
    /** Waits until there is room for more. @throws AbortError when nobody reads any more */
    waitForRoom: () => (drained ??= once(process.stdout, 'drain', { signal: gone.signal }).finally(() => (drained = null))),
  }
}

async function handOn(output: NodeJS.ReadableStream, reader: Reader): Promise<void> {
  let rest = ''
  for await (const chunk of output) {
    const text = rest + String(chunk)
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    if (reader.isGone()) return
    if (end > 0 && !process.stdout.write(text.slice(0, end))) await reader.waitForRoom()
  }
}
