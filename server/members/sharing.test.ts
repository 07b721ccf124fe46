/** How connections are shared among members that do not reply, miss one, or are dead. With real processes: test/crash/workers.test.ts. */
import assert from 'node:assert/strict'
import type { Worker } from 'node:cluster'
import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, mock, test } from 'node:test'
import type { ToLeader, ToMember } from './messages.ts'
import { makeSharing } from './sharing.ts'

// this does not mock the sockets' own timeouts
beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
afterEach(() => mock.timers.reset())
const SOON = { wait_ms: 50, reply_timeout_ms: 1000 }
const LATE = { wait_ms: 60_000, reply_timeout_ms: 1000 }

/** A fake web process: records the messages it receives, and sends those the test wants. */
class Member extends EventEmitter {
  readonly connections: number[] = []
  readonly asked: number[] = []
  /** The result of sending to it: null for success. */
  error: Error | null = null
  dead = false
  readonly worker = this as unknown as Worker
  isDead = () => this.dead
  isConnected = () => !this.dead
  send(message: ToMember, ...rest: unknown[]) {
    const { error } = this
    if (error === null && message.type === 'connection') this.connections.push(message.id)
    if (error === null && message.type === 'have') this.asked.push(message.id)
    this.emit('sent')
    queueMicrotask(() => {
      ;(rest.at(-1) as (error: Error | null) => void)(error)
      this.emit('told')
    })
  }
  say(message: ToLeader) {
    this.emit('message', message)
  }
  end() {
    this.dead = true
    this.emit('exit', null, 'SIGKILL')
  }
  async has(count: number) {
    while (this.connections.length < count) await once(this, 'sent')
    assert.equal(this.connections.length, count)
  }
}

async function makeOpen(times: typeof SOON) {
  const sharing = makeSharing(times)
  const { address, close } = await sharing.open(0, '127.0.0.1')
  const call = (): Socket => connect(address.port, '127.0.0.1').on('error', () => {})
  const add = () => {
    const member = new Member()
    sharing.add(member.worker)
    return member
  }
  return { sharing, call, add, close }
}

test('connections that no member took in time do not occupy a member', async () => {
  const { call, add, close } = await makeOpen(SOON)
  await Promise.all(Array.from({ length: 30 }, () => once(call().resume(), 'close')))
  const member = add()
  const client = call()
  await member.has(1)
  member.say({ type: 'taken', id: member.connections[0] ?? 0 })
  await close()
  client.destroy()
})

test('a stop does not wait for connections that have been closed meanwhile', async () => {
  const { sharing, call, add, close } = await makeOpen(SOON)
  const frozen = add()
  const clients = Array.from({ length: 5 }, () => call().resume())
  await Promise.all(clients.map((client) => once(client, 'close')))
  await frozen.has(1)
  mock.timers.tick(SOON.reply_timeout_ms)
  mock.timers.tick(SOON.reply_timeout_ms)
  assert.deepEqual([frozen.connections.length, frozen.asked.length, sharing.size()], [1, 1, 0])
  await close()
})

test('a connection that a member missed goes to another one, and the member is skipped once', async () => {
  const { sharing, call, add, close } = await makeOpen(LATE)
  const first = add()
  const second = add()
  const clients = [call()]
  await first.has(1)
  mock.timers.tick(LATE.reply_timeout_ms)
  assert.deepEqual(first.asked, first.connections)
  first.say({ type: 'missed', id: first.asked[0] ?? 0 })
  await second.has(1)
  assert.equal(sharing.size(), 1)
  clients.push(call())
  second.say({ type: 'taken', id: second.connections[0] ?? 0 })
  await second.has(2)
  assert.equal(first.connections.length, 1)
  mock.timers.tick(LATE.reply_timeout_ms)
  assert.equal(sharing.size(), 2)
  clients.push(call())
  await first.has(2)
  const closed = close()
  for (const member of [first, second]) member.say({ type: 'taken', id: member.connections.at(-1) ?? 0 })
  await closed
  for (const client of clients) client.destroy()
})

test('a connection that could not be sent to a living member goes to another one, and a failed query is repeated', async () => {
  const { call, add, close } = await makeOpen(LATE)
  const first = add()
  const second = add()
  first.error = new Error('no memory for it')
  const client = call()
  await second.has(1)
  second.error = new Error('no memory for the question')
  mock.timers.tick(LATE.reply_timeout_ms)
  await once(second, 'told')
  assert.deepEqual(second.asked, [])
  second.error = null
  mock.timers.tick(LATE.reply_timeout_ms)
  assert.deepEqual(second.asked, second.connections)
  first.error = null
  second.say({ type: 'missed', id: second.asked[0] ?? 0 })
  await first.has(1)
  first.say({ type: 'taken', id: first.connections[0] ?? 0 })
  await close()
  client.destroy()
})

test('a silent member gets no more connections and is not counted, until it replies or ends', async () => {
  const { sharing, call, add, close } = await makeOpen(LATE)
  const frozen = add()
  const clients = [call()]
  await frozen.has(1)
  mock.timers.tick(LATE.reply_timeout_ms)
  mock.timers.tick(LATE.reply_timeout_ms)
  assert.equal(sharing.size(), 0)
  clients.push(call(), call())
  const other = add()
  await other.has(1)
  frozen.say({ type: 'taken', id: frozen.connections[0] ?? 0 })
  await frozen.has(2)
  assert.equal(sharing.size(), 2)
  frozen.end()
  mock.timers.tick(LATE.reply_timeout_ms)
  other.say({ type: 'taken', id: other.connections[0] ?? 0 })
  await other.has(2)
  other.say({ type: 'taken', id: other.connections[1] ?? 0 })
  await close()
  assert.equal(sharing.size(), 1)
  for (const client of clients) client.destroy()
})

test('a member that is dead when its ready message is read gets no connections and is not counted', async () => {
  const { sharing, call, add, close } = await makeOpen(LATE)
  const dead = new Member()
  dead.end()
  sharing.add(dead.worker)
  assert.equal(sharing.size(), 0)
  const member = add()
  const client = call()
  await member.has(1)
  member.dead = true // its exit event has not fired yet
  assert.equal(sharing.size(), 0)
  member.end()
  await close() // no member is left that could take the returned connection
  assert.deepEqual(dead.connections, [])
  client.destroy()
})
