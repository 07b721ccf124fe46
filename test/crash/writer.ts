/** Clients that write without pause while the server is killed, and record what was acknowledged. Not here: the killing. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, makeClient } from '../client.ts'

/** Pseudo-random numbers in [0, 1), the same for the same seed (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What was requested and what was acknowledged. Each write has a unique mark, found again as subject or comment. */
export interface Ledger {
  /** Marks of acknowledged writes: each must exist exactly once. The others may exist once. */
  readonly promised: Set<string>
  readonly asked: Set<string>
  /** Marks of one bulk call: all of them or none. */
  readonly together: string[][]
  /** Acknowledged tickets with the marks of their acknowledged comments, the first included. */
  readonly tickets: Map<number, string[]>
  /** Acknowledged jobs with the number of their items. */
  readonly jobs: Map<string, number>
  /** Responses that no client should get, whatever happens to the server. */
  readonly surprises: string[]
}

/** Running writers. */
export interface Writing {
  readonly ledger: Ledger
  /** Stops each writer after its current call. */
  stop(): Promise<void>
  /** Stops them even if their calls never succeed. */
  giveUp(): void
}

const BULK_ITEMS = 15
/** Statuses a client must handle: server errors, too many jobs, concurrent changes of one ticket. */
const isTransient = (status: number) => status >= 500 || status === 429 || status === 409

/** Starts `count` writers. `address` is called before each call, because the URL changes with each start of the server. */
export function startWriters(count: number, address: () => string, headers: Record<string, string>, random: () => number): Writing {
  const ledger: Ledger = { promised: new Set(), asked: new Set(), together: [], tickets: new Map(), jobs: new Map(), surprises: [] }
  let marks = 0
  let isOver = false
  let isGivenUp = false
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]
  const makeMark = (kind: string) => {
    const made = `${kind}-${++marks}`
    ledger.asked.add(made)
    return made
  }

  /** The parsed body, or undefined when the call was not acknowledged. */
  async function call(send: (client: Client) => Promise<{ status: number; body: any }>): Promise<any> {
    const answer = await send(makeClient(address(), headers)).catch(() => undefined)
    if (answer !== undefined && answer.status < 300) return answer.body
    if (answer !== undefined && !isTransient(answer.status)) ledger.surprises.push(`${answer.status} ${JSON.stringify(answer.body)}`)
    await sleep(20)
  }

  const ticketOf = (subject: string) => ({ subject, external_id: subject, comment: { body: subject } })
  const keep = (id: number, subject: string) => {
    ledger.promised.add(subject)
    ledger.tickets.set(id, [subject])
  }

  async function create(): Promise<void> {
    const subject = makeMark('ticket')
    const body = await call((client) => client.post('/api/v2/tickets', { ticket: ticketOf(subject) }))
    if (body !== undefined) keep(body.ticket.id, subject)
  }

  async function createOnce(): Promise<void> {
    const subject = makeMark('keyed')
    for (let body; body === undefined && !isGivenUp;) {
      body = await call((client) => client.post('/api/v2/tickets', { ticket: ticketOf(subject) }, { 'idempotency-key': subject }))
      if (body !== undefined) keep(body.ticket.id, subject)
    }
  }

  async function comment(): Promise<void> {
    const chosen = pick([...ledger.tickets])
    if (chosen === undefined) return
    const [id, marksOfIt] = chosen
    const body = makeMark('comment')
    const answer = await call((client) => client.put(`/api/v2/tickets/${id}`, { ticket: { comment: { body }, tags: [body] } }))
    if (answer === undefined) return
    ledger.promised.add(body)
    marksOfIt.push(body)
  }

  async function sendBulk(kind: string, send: (client: Client, marks: string[]) => Promise<{ status: number; body: any }>): Promise<void> {
    const items = Array.from({ length: BULK_ITEMS }, () => makeMark(kind))
    ledger.together.push(items)
    const body = await call((client) => send(client, items))
    if (body === undefined) return
    ledger.jobs.set(body.job_status.id, items.length)
    for (const item of items) ledger.promised.add(item)
  }

  const createMany = () =>
    sendBulk('bulk', (client, items) => client.post('/api/v2/tickets/create_many', { tickets: items.map((item) => ticketOf(item)) }))

  async function commentMany(): Promise<void> {
    const ids = [...ledger.tickets.keys()]
    if (ids.length === 0) return
    const makeTickets = (items: string[]) => items.map((body) => ({ id: pick(ids), comment: { body } }))
    await sendBulk('many', (client, items) => client.put('/api/v2/tickets/update_many', { tickets: makeTickets(items) }))
  }

  const acts = [create, create, create, createOnce, createOnce, comment, comment, comment, createMany, commentMany]
  const write = async () => {
    while (!isOver) await (pick(acts) ?? create)()
  }
  const writing = Promise.all(Array.from({ length: count }, write))
  return {
    ledger,
    stop: async () => {
      isOver = true
      await writing
    },
    giveUp: () => {
      isOver = true
      isGivenUp = true
    },
  }
}
