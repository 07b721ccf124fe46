/** Members that get more than they take. With caches: machine_listener.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStopwatch } from '#lib/clock.ts'
import type { News } from './machine_messages.ts'
import { MachineMembers } from './machine_members.ts'

const HOUR_MS = 3_600_000
const messages = [['other-1', 'topic']] as const

/** A member that takes nothing, of a process with a long lease: the news and confirmations sent to it. */
function makeMember() {
  const members = new MachineMembers()
  const news: News[] = []
  const confirmed: string[] = []
  members.renew({ until: readStopwatch() + HOUR_MS, pid: 7 }, [])
  const member = members.add((sent) => {
    if (sent.type === 'news') news.push(sent.news)
    if (sent.type === 'confirmed') confirmed.push(sent.message[0])
  }, 'own')
  return { members, member, news, confirmed }
}

test('so many news are kept for a member, and no more; when it has seen these, it is to drop everything', () => {
  const { members, member, news } = makeMember()
  let done = 0
  for (let times = 0; times < 2000; times += 1) members.spread({ messages }, () => (done += 1))
  assert.equal(news.length, 1000)
  members.see(member, 999)
  assert.deepEqual([done, news.length], [998, 1000]) // the first news were the lease
  members.see(member, 1000)
  assert.deepEqual([done, news.length], [999, 1002])
  assert.deepEqual([news[1000]?.has_missed, news[1000]?.lease, news[1001]?.lease?.pid], [true, undefined, 7])
  members.see(member, 1001)
  assert.equal(done, 2000)
  members.remove(member)
})

test('a member from which news are kept is granted no lease, and does not learn that its own messages are confirmed', () => {
  const { members, member, news, confirmed } = makeMember()
  assert.equal(members.confirm(['own-1', null, 8]), true)
  assert.equal(members.confirm(['other-1', null, 8]), false)
  for (let times = 0; times < 2000; times += 1) members.spread({ messages }, () => {})
  members.renew({ until: readStopwatch() + 2 * HOUR_MS, pid: 7 }, [])
  members.grant(member)
  assert.equal(members.confirm(['own-2', null, 8]), true)
  assert.deepEqual([news.length, confirmed], [1000, ['own-1']])
  members.remove(member)
})

test('a member is granted a lease as long as it has seen the news of the heartbeat before', () => {
  const { members, member, news } = makeMember()
  const countLeases = () => news.filter(({ lease }) => lease !== undefined).length
  const renew = () => members.renew({ until: readStopwatch() + HOUR_MS, pid: 7 }, [])
  renew()
  assert.equal(countLeases(), 2)
  renew()
  renew()
  assert.equal(countLeases(), 2)
  members.see(member, 2)
  renew()
  assert.equal(countLeases(), 3)
  members.remove(member)
})
