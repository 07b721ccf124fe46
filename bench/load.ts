/** The load generator, a process of its own, so that it and what it measures each use a core. Started by setup.ts; a message is a {@link Load}. */
import { readStopwatch } from '#lib/clock.ts'
import { answerParent } from './child.ts'
import { type Connection, openConnection, writeRequest } from './connection.ts'

/** Calls of one kind, and how long they are made: for some seconds, or until there were so many. */
export interface Load {
  readonly port: number
  readonly connections: number
  readonly method: string
  /** `{id}` stands for the ids from `first_id` to `last_id` in turn. */
  readonly path: string
  readonly first_id: number
  readonly last_id: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly most: { readonly seconds: number } | { readonly calls: number }
}

/** How many calls were made, and in which time: until the last answer. */
export interface LoadResult {
  readonly calls: number
  readonly seconds: number
}

/** The connections to each port, kept open from one load to the next. */
const open = new Map<number, Promise<Connection[]>>()
/** Calls in all, so that each load goes on with the ids after those of the one before. */
let turn = 0

function connectionsTo({ port, connections }: Load): Promise<Connection[]> {
  const found = open.get(port) ?? Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  open.set(port, found)
  return found
}

async function generateLoad(load: Load): Promise<LoadResult> {
  const { method, path, first_id, last_id, headers, body, most } = load
  const connections = await connectionsTo(load)
  const begun = readStopwatch()
  let calls = 0
  const isOver = 'calls' in most ? () => calls >= most.calls : () => readStopwatch() - begun >= most.seconds * 1000
  const callUntilOver = async (connection: Connection) => {
    while (!isOver()) {
      calls += 1
      const id = first_id + (turn++ % (last_id - first_id + 1))
      await connection.call(writeRequest(method, path.replace('{id}', String(id)), headers, body))
    }
  }
  await Promise.all(connections.map(callUntilOver))
  return { calls, seconds: (readStopwatch() - begun) / 1000 }
}

answerParent({}, generateLoad)
