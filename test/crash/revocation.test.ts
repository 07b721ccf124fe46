/**
 * A token that one machine revokes is refused by each process of another one from the moment the revocation is answered, whatever has happened
 * to those processes. The two machines are two servers on one database; over kept connections each process is called by itself.
 */
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { after } from 'node:test'
import { findProcess } from '#db/embedded/processes.ts'
import { smokeTest, test } from '../processes.ts'
import { makeClient } from '../client.ts'
import { cloneDataDir } from './prepared.ts'
import { leavesNothing, MAIN, membersOf, queryDatabase, startServer, waitUntil, waitUntilGone } from './process.ts'

const TOKEN = 'a-token-for-the-revocation-test'
const PASSWORD = 'a password for the revocation test'
const LISTENERS = "select 1 from pg_stat_activity where application_name = 'deskhand listener'"
const patience = { timeout: 120_000 }
const makeBasicAuth = (user: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` })
type Started = Awaited<ReturnType<typeof startServer>>

/** Creates a token. */
async function createToken({ base_url }: Started): Promise<{ readonly id: number; readonly token: string }> {
  const inPerson = makeClient(base_url, makeBasicAuth('admin@example.com', PASSWORD))
  const made = await inPerson.post('/api/v2/api_tokens', {
    api_token: { description: 'Revoked', exception: 'team_automation', reason: 'Processes have cached it' },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body.api_token
}

type Outcome = number | 'closed'

/** A kept connection: the status of each call on it, or that it was closed. */
function openConnection({ base_url }: Started, token: string): { call(): Promise<Outcome> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  after(() => agent.destroy())
  return {
    call() {
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      const headers = makeBasicAuth('admin@example.com/token', token)
      const sent = request(`${base_url}/api/v2/groups`, { agent, headers }, (answer) => {
        answer.on('error', () => resolve('closed'))
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      })
      sent.once('error', () => resolve('closed'))
      sent.end()
      return promise
    },
  }
}

/**
 * Two web processes that have both cached a token, each with a connection to it, and another server, which revokes the token: when that returns,
 * no process may accept it.
 */
async function openMachines() {
  const env = {
    DATA_DIR: await cloneDataDir(),
    DESKHAND_API_TOKEN: TOKEN,
    DESKHAND_ADMIN_PASSWORD: PASSWORD,
    DESKHAND_RATE_LIMIT: 'off',
  }
  const other = await startServer(env)
  const server = await startServer(env, [MAIN, '--workers', '2'])
  const { id, token } = await createToken(other)
  // the leader gives them out in turn
  const connections = [openConnection(server, token), openConnection(server, token)] as const
  const callAll = () => connections.map(({ call }) => call())
  for (let times = 0; times < 3; times += 1) for (const { call } of connections) assert.equal(await call(), 200)
  // never a default: a signal to process 0 is one to the tests themselves
  const [one = assert.fail('no web process'), two = assert.fail('one web process')] = membersOf(server.pid)
  return {
    server,
    members: [one, two] as const,
    callAll,
    countListeners: async () => (await queryDatabase(env.DATA_DIR, LISTENERS)).length,
    async revokeToken() {
      const client = makeClient(other.base_url, makeBasicAuth('admin@example.com/token', TOKEN))
      assert.equal((await client.put(`/api/v2/api_tokens/${id}`, { api_token: { active: false } })).status, 200)
    },
    async end() {
      if (findProcess(server.pid) !== undefined) assert.equal(await server.end('SIGTERM'), 0, server.output())
      assert.equal(await other.end('SIGTERM'), 0, other.output())
      leavesNothing(env.DATA_DIR)
    },
  }
}

smokeTest('a token revoked elsewhere is refused by all web processes, also by one that was stopped meanwhile', patience, async () => {
  const { members, callAll, revokeToken, countListeners, end } = await openMachines()
  assert.equal(await countListeners(), 2, 'each server listens once')
  process.kill(members[0], 'SIGSTOP')
  await revokeToken()
  const outcomes: Outcome[] = []
  const calls = callAll().map(async (call) => outcomes.push(await call))
  await waitUntil('the running process has answered', () => outcomes.length === 1)
  process.kill(members[0], 'SIGCONT')
  await Promise.all(calls)
  assert.deepEqual(outcomes, [401, 401])
  await end()
})

test('a token revoked while the leader is stopped is refused by its web processes', patience, async () => {
  const { server, callAll, revokeToken, end } = await openMachines()
  process.kill(server.pid, 'SIGSTOP')
  await revokeToken()
  assert.deepEqual(await Promise.all(callAll()), [401, 401])
  process.kill(server.pid, 'SIGCONT')
  await end()
})

test('a token revoked after the leader was killed is accepted by none of its web processes', patience, async () => {
  const { server, members, callAll, revokeToken, end } = await openMachines()
  process.kill(members[0], 'SIGSTOP')
  process.kill(server.pid, 'SIGKILL')
  await waitUntilGone(members[1])
  await revokeToken()
  const calls = callAll()
  process.kill(members[0], 'SIGCONT')
  for (const outcome of await Promise.all(calls)) assert.ok(outcome === 401 || outcome === 'closed', String(outcome))
  await waitUntilGone(members[0])
  await end()
})
