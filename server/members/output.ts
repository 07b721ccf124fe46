/**
 * Merges the access logs of several web processes. They cannot share one pipe: lines longer than one atomic write would mix, and each new
 * process would make writes to it blocking. So each writes to a pipe of its own, and complete lines are forwarded from there.
 */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { forEachOf } from '#lib/all_of.ts'

/** How long to wait for the last lines of members that have ended. */
const LAST_MS = 2000

/** The output of members. */
export interface Outputs {
  /** Forwards the output of a member. */
  take(member: Worker): void
  /** Resolves when all output of ended members is forwarded, or after two seconds. */
  ended(): Promise<unknown>
}

/**
 * From now on members write to the leader, which forwards the output as fast as it is read: a slow reader applies backpressure, and the
 * member counts the lines it drops. Null when the output is a file, which members write to themselves.
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
      // the reader is gone: destroying the pipe lets members notice
      const handed = forward(output.setEncoding('utf8'), reader).catch(() => void output.destroy())
      open.add(handed)
      void handed.then(() => open.delete(handed))
    },
    ended: () => Promise.race([forEachOf([...open], (handed) => handed), sleep(LAST_MS, undefined, { ref: false })]),
  }
}

type Reader = ReturnType<typeof makeReader>

/** The reader of this process's output, shared by all members: one listener of each kind, however many members wait. */
function makeReader() {
  const gone = new AbortController()
  process.stdout.once('close', () => gone.abort())
  let drained: Promise<unknown> | null = null
  return {
    isGone: () => process.stdout.destroyed,
    /** Waits until there is room for more. @throws AbortError when the reader is gone */
    waitForRoom: () => (drained ??= once(process.stdout, 'drain', { signal: gone.signal }).finally(() => (drained = null))),
  }
}

async function forward(output: NodeJS.ReadableStream, reader: Reader): Promise<void> {
  let rest = ''
  for await (const chunk of output) {
    const text = rest + String(chunk)
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    if (reader.isGone()) return
    if (end > 0 && !process.stdout.write(text.slice(0, end))) await reader.waitForRoom()
  }
}
