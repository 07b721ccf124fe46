/** Caches that listen through one process, over channels that the test can hold. With real processes: test/crash/revocation.test.ts. */
import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { waitFor } from '#test/jobs.ts'
import { announce } from './announce.ts'
import { defineStatement } from './builder.ts'
import { type Cache, openCache } from './cache.ts'
import { LEASE_MS } from './lease.ts'
import type { Notification } from './listening.ts'
import { makeMachineListening } from './machine_listener.ts'
import { makeMemberListening } from './member_listener.ts'
import { INVALIDATION_CHANNEL } from './topics.ts'

const MEMBERS = 4
const INVALIDATIONS = 5
const scratch = await testDatabase()
const { database, address } = scratch
const machine = makeMachineListening()
/** A topic that processes do something about, beside dropping values; members have done it when the test says so. */
const WORK = 'work'
const doneByMembers: PromiseWithResolvers<void>[] = []
const leader = await openCache({
  address,
  db: database,
  openListener: machine.openListener,
  heard: (topic) => (topic === WORK ? Promise.resolve() : undefined),
})
/** A process by itself, as another machine may have. */
const other = await openCache({ address, db: database })
const heard: Notification[] = []
const subscription = await database.driver.listen(INVALIDATION_CHANNEL, (payload) => heard.push(JSON.parse(payload) as Notification))
after(async () => {
  for (const member of members) await member.close()
  for (const cache of [leader, other]) await cache.close()
  await subscription.unlisten()
  await scratch.close()
})

afterEach(() => {
  for (const { release } of members) release()
})

interface Member {
  readonly cache: Cache
  /** From now on nothing reaches it, as if it were stopped. */
  hold(): void
  /** What was held arrives. */
  release(): void
  countHeldLeases(): number
  countLeases(): number
  /** Its process ends. */
  end(): void
  close(): Promise<void>
}

const hasLease = (text: string) => text.includes('"until"')

/** Messages arrive in order and later, as between processes, and as what JSON makes of them. */
async function openMember(through = machine): Promise<Member> {
  let held: string[] | undefined
  let leases = 0
  const link = through.admit((message) => {
    const text = JSON.stringify(message)
    setImmediate(() => receive(text))
  })
  const listening = makeMemberListening((message) => {
    const text = JSON.stringify(message)
    setImmediate(() => link.receive(JSON.parse(text) as typeof message))
  })
  // what was under way when the channel was held arrives in its turn
  const take = (text: string) => {
    if (hasLease(text)) leases += 1
    listening.receive(JSON.parse(text) as never)
  }
  const receive = (text: string) => void (held === undefined ? take(text) : held.push(text))
  const handle = () => {
    const done = Promise.withResolvers<void>()
    doneByMembers.push(done)
    return done.promise
  }
  const cache = await openCache({
    address,
    db: database,
    openListener: listening.openListener,
    heard: (topic) => (topic === WORK ? handle() : undefined),
  })
  const release = () => {
    const texts = held ?? []
    held = undefined
    for (const text of texts) take(text)
  }
  return {
    cache,
    hold: () => void (held ??= []),
    release,
    countHeldLeases: () => held?.filter(hasLease).length ?? 0,
    countLeases: () => leases,
    end: link.end,
    close: () => cache.close(),
  }
}

const members: Member[] = []
for (let opened = 0; opened < MEMBERS; opened += 1) members.push(await openMember())
const [first, second] = members as [Member, Member]
const caches = () => [leader, other, ...members.map(({ cache }) => cache)]

let topics = 0
/** A value that all processes have cached, and that has changed in the database. */
async function makeStale() {
  const topic = `machine:${(topics += 1)}`
  let value = 'old'
  const read = (cache: Cache) => cache.load(topic, 'key', async () => value)
  for (const cache of caches()) {
    await waitFor(async () => cache.isHearing(), true)
    assert.equal(await read(cache), 'old')
  }
  value = 'new'
  return { topic, read }
}

/** Begins to wait for the invalidations of a process. */
function settle(cache: Cache): { readonly done: Promise<void>; isDone(): boolean } {
  let isDone = false
  return { done: cache.settled().then(() => void (isDone = true)), isDone: () => isDone }
}

/** When it returns, all have received what was sent before, and what any has answered to that at once. */
async function waitForAll(): Promise<void> {
  // an answer may be sent after the message that a process catches up by
  for (let times = 0; times < 3; times += 1) for (const cache of [leader, other]) await cache.caughtUp()
  await new Promise((resolve) => setImmediate(resolve))
}

const selectListeners = defineStatement<{ pid: number }>(
  "select pid from pg_stat_activity where datname = current_database() and application_name = 'deskhand listener'",
)
const terminate = defineStatement<unknown>('select pg_terminate_backend($1)')
const notify = defineStatement<unknown>('select pg_notify($1, $2)')

/** Sends a message, and waits until everything before it has arrived here. @returns how many messages had */
async function markChannel(): Promise<number> {
  const mark = `mark:${(topics += 1)}`
  await database.run(notify(INVALIDATION_CHANNEL, JSON.stringify(['', mark])))
  const find = () => heard.findIndex(([, topic]) => topic === mark)
  await waitFor(async () => find() >= 0, true)
  return find() + 1
}

/** The messages from one mark to another that are no heartbeats. */
const listMessages = (from: number, to: number) => heard.slice(from, to - 1).filter(([id]) => !id.startsWith('beat-'))

test('a machine listens once, and confirms an invalidation once, however many processes it has', async () => {
  assert.equal((await database.all(selectListeners())).length, 2)
  const writers = caches()
  for (const writer of writers) {
    const { topic, read } = await makeStale()
    const from = await markChannel()
    for (let times = 0; times < INVALIDATIONS; times += 1) {
      await database.transaction((tx) => writer.invalidate(tx, topic))
      await writer.settled()
    }
    for (const cache of caches()) assert.equal(await read(cache), 'new')
    // each of them, and the confirmation of the machine that has not written it
    const messages = listMessages(from, await markChannel())
    assert.equal(messages.length, 2 * INVALIDATIONS, JSON.stringify(messages))
  }
})

test('a machine has confirmed nothing before each of its processes has dropped it', async () => {
  for (const writer of [other, leader, second.cache]) {
    const { topic, read } = await makeStale()
    first.hold()
    await database.transaction((tx) => writer.invalidate(tx, topic))
    const settling = settle(writer)
    await waitFor(() => read(second.cache), 'new')
    await waitForAll()
    assert.equal(settling.isDone(), false)
    assert.equal(await read(first.cache), 'old')
    first.release()
    await settling.done
    assert.equal(await read(first.cache), 'new')
  }
})

test('a process that does not answer is waited for until its lease is over, and caches again when it answers', async () => {
  const { topic, read } = await makeStale()
  first.hold()
  await database.transaction((tx) => other.invalidate(tx, topic))
  await other.settled()
  assert.equal(first.cache.isHearing(), false)
  // or each write would wait as long
  assert.ok(first.countHeldLeases() <= 2, 'it is granted no other while it does not answer')
  assert.equal(await read(first.cache), 'new')
  first.release()
  await waitFor(async () => first.cache.isHearing(), true)
  await first.cache.received()
  assert.equal(await read(first.cache), 'new')
})

test('a process that ends while it is waited for is waited for no longer', async () => {
  const ending = await openMember()
  const { topic } = await makeStale()
  ending.hold()
  await database.transaction((tx) => second.cache.invalidate(tx, topic))
  const settling = settle(second.cache)
  await waitForAll()
  assert.equal(settling.isDone(), false)
  ending.end()
  await waitForAll()
  assert.equal(settling.isDone(), true)
  await ending.close()
})

test('a process that begins to listen while an invalidation is under way has cached nothing that it missed', async () => {
  const { topic, read } = await makeStale()
  first.hold()
  await database.transaction((tx) => other.invalidate(tx, topic))
  const settling = settle(other)
  await waitForAll()
  const late = await openMember()
  assert.equal(late.cache.isHearing(), true)
  assert.equal(await read(late.cache), 'new')
  first.release()
  await settling.done
  await late.close()
})

test('a machine that begins to listen between an invalidation and its commit is waited for, too', async () => {
  const { topic, read } = await makeStale()
  const late = makeMachineListening()
  const opened = await database.transaction(async (tx) => {
    await other.invalidate(tx, topic)
    const cache = await openCache({ address, db: database, openListener: late.openListener })
    const member = await openMember(late)
    let isOld = true
    const readLate = () => member.cache.load(topic, 'late', async () => (isOld ? 'old' : 'new'))
    assert.equal(await readLate(), 'old')
    isOld = false
    member.hold()
    return { cache, member, readLate }
  })
  const settling = settle(other)
  await waitFor(() => read(first.cache), 'new')
  await opened.cache.caughtUp()
  await waitForAll()
  assert.equal(settling.isDone(), false)
  opened.member.release()
  await settling.done
  assert.equal(await opened.readLate(), 'new')
  await opened.member.close()
  await waitForAll()
  await opened.cache.close()
})

test('a member catches up with what is committed', async () => {
  const { topic, read } = await makeStale()
  for (let round = 0; round < 20; round += 1) {
    await database.transaction((tx) => other.invalidate(tx, topic))
    await first.cache.caughtUp()
    assert.equal(await read(first.cache), 'new')
  }
  await other.settled()
})

test('a member that could not catch up uses nothing that it has cached before a heartbeat that was sent later', async () => {
  const { topic, read } = await makeStale()
  const before = first.countLeases()
  // one that has just been released may have a lease that is nearly over
  await waitFor(async () => first.countLeases() >= before + 2, true)
  first.hold()
  await waitFor(async () => first.countHeldLeases() > 0, true)
  assert.equal(first.cache.isHearing(), true)
  await database.transaction((tx) => other.invalidate(tx, topic))
  await first.cache.caughtUp()
  assert.equal(await read(first.cache), 'new')
  first.release()
  assert.equal(first.cache.isHearing(), false)
  await waitFor(async () => first.cache.isHearing(), true)
  await other.settled()
})

test('those that catch up at the same time share two messages', async () => {
  const from = await markChannel()
  await Promise.all(Array.from({ length: 50 }, () => leader.caughtUp()))
  const messages = listMessages(from, await markChannel())
  assert.equal(messages.length, 2, JSON.stringify(messages))
})

test('what processes must do something about is confirmed when each has done it, and not when its lease is over', async () => {
  let isDone = false
  const announcing = announce(address, { topic: WORK, key: '1' }, 60_000).finally(() => (isDone = true))
  await waitFor(async () => doneByMembers.length, MEMBERS)
  for (const { resolve } of doneByMembers.splice(1)) resolve()
  await waitForAll()
  assert.equal(isDone, false)
  doneByMembers.pop()?.resolve()
  assert.deepEqual(await announcing, [])
  first.hold()
  const shared = await findSharedSession()
  const silent = announce(address, { topic: WORK, key: '1' }, LEASE_MS + 1000)
  await waitFor(async () => doneByMembers.length, MEMBERS - 1)
  for (const { resolve } of doneByMembers.splice(0)) resolve()
  assert.deepEqual(await silent, [shared])
  assert.equal(first.cache.isHearing(), false)
  first.release()
  for (const { resolve } of doneByMembers.splice(0)) resolve()
})

test('when the session of a machine ends, its processes drop what they have cached, and receive again by the next one', async () => {
  const { topic, read } = await makeStale()
  const before = (await database.all(selectListeners())).map(({ pid }) => pid)
  const shared = await findSharedSession()
  for (const pid of before) await database.first(terminate(pid))
  await waitFor(async () => heard.some(([, , pid, state]) => pid === shared && state === 'ended'), true)
  for (const cache of caches()) await waitFor(() => read(cache), 'new')
  for (const cache of caches()) await waitFor(async () => cache.isHearing(), true)
  await database.transaction((tx) => first.cache.invalidate(tx, topic))
  await first.cache.settled()
})

test('a writer that has lost its session before the commit waits for as long as it may: it may have missed new sessions', async () => {
  const { topic, read } = await makeStale()
  const shared = await findSharedSession()
  await database.transaction(async (tx) => {
    await first.cache.invalidate(tx, topic)
    await database.first(terminate(shared))
    await waitFor(async () => heard.some(([, , pid, state]) => pid === shared && state === 'ended'), true)
  })
  const settling = settle(first.cache)
  await waitFor(() => read(other), 'new')
  await waitForAll()
  assert.equal(settling.isDone(), false)
  await settling.done
})

test('a writer waits for the processes of a session that has ended unnoticed, until their lease is over', async () => {
  const { topic, read } = await makeStale()
  const pid = await findSharedSession()
  for (const { hold } of members) hold()
  await database.first(terminate(pid))
  await waitFor(async () => (await database.all(selectListeners())).some((row) => row.pid === pid), false)
  await database.transaction((tx) => other.invalidate(tx, topic))
  await other.settled()
  for (const { cache } of members) assert.equal(await read(cache), 'new')
  for (const { release } of members) release()
  for (const cache of caches()) await waitFor(async () => cache.isHearing(), true)
})

/** The session of the leader: its heartbeats say that others listen through it. */
async function findSharedSession(): Promise<number> {
  const from = heard.length
  const find = () => heard.slice(from).find(([, topic, , state]) => topic === null && state === 'shared')
  await waitFor(async () => find() !== undefined, true)
  return Number(find()?.[2])
}
