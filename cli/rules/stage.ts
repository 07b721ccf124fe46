/** Plays one rule test on an instance of its own: makes what is given, takes the steps, and collects what is there afterwards. */
import { isObject } from '../../server/lib/json.ts'
import { AccountError } from '../../server/accounts/create.ts'
import { defined } from '../../server/lib/defined.ts'
import type { ApiAudit, ApiTicket } from './api_shapes.ts'
import { type ApiAnswer, type ApiClient, refusalText } from './client.ts'
import { historyOf, telling, type TellingAudit } from './history.ts'
import { makeNames, type Names, UnknownName } from './names.ts'
import type { Receiver, ReceivedCall } from './receiver.ts'
import type { Path, Source } from './source.ts'
import { KINDS, type RuleTest } from './test_file.ts'

/** The units of `advance_clock`, in seconds. */
const UNITS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }
/** How often an advance is continued: each time it has got as far as one request allows. */
const MOST_CALLS = 500

interface Made {
  readonly id: number | string
}

interface JobStatus {
  readonly id: string
  readonly status: string
  readonly message: string | null
  readonly results: readonly { readonly id?: number }[] | null
}

interface Resource {
  readonly identifier: string
  readonly resource_id: number
  readonly type: string
}

interface Mail {
  readonly id: number
  readonly created_at: string
  readonly to: string
  readonly subject: string
  readonly body: string
}

/** What a test is played on. */
export interface Stage {
  readonly api: ApiClient
  readonly receiver: Receiver
  readonly source: Source
  readonly test: RuleTest
  readonly names: Names
  /** The tickets by their names in the test. */
  readonly tickets: Map<string, number>
  /** The addresses of the users, and whether they are end users, by their names. */
  readonly people: Map<string, { readonly email: string; readonly isEndUser: boolean }>
}

/** An empty stage. */
export function makeStage(parts: Pick<Stage, 'api' | 'receiver' | 'source' | 'test'>): Stage {
  return { ...parts, names: makeNames(), tickets: new Map(), people: new Map() }
}

/** Calls the API for a part of the test. @throws AccountError with file and line when it refuses */
async function call<Body>(
  { api, source }: Stage,
  path: Path,
  ...[method, url, sent, as]: Parameters<ApiClient['call']>
): Promise<ApiAnswer<Body>> {
  const answer = await api.call<Body>(method, url, sent, as)
  if (answer.status >= 300) source.refuse(path, `is refused with ${refusalText(answer)}`)
  return answer
}

/** Replaces the names in a part of the test. @throws AccountError with file and line */
function resolved({ names, source }: Stage, path: Path, value: unknown): unknown {
  try {
    return names.resolve(value)
  } catch (error) {
    if (error instanceof UnknownName) source.refuse(path, `cannot be read: ${error.message}`)
    throw error
  }
}

/** Sets the clock and makes what is given. @throws AccountError */
export async function makeGiven(stage: Stage, collection: unknown): Promise<void> {
  const { test, source } = stage
  const settings = { ...test.settings, clock: { mode: 'frozen', at: test.clock } }
  await call(stage, ['given', 'settings'], 'PUT', '/api/v2/deskhand/settings', { settings })
  if (test.account_settings !== null)
    await call(stage, ['given', 'account_settings'], 'PUT', '/api/v2/account/settings', { settings: test.account_settings })
  const me = await call<{ user: Made }>(stage, [], 'GET', '/api/v2/users/me')
  stage.names.add('users', 'owner', me.body.user.id)
  if (!test.with_standard_rules) await switchOffRules(stage)
  if (test.collection !== null) await makeCollection(stage, collection)
  for (const given of test.given) {
    const at = ['given', given.kind, given.name]
    const kind = KINDS[given.kind]
    if (kind === undefined) return source.refuse(at, 'is of no known kind')
    await makeRecord(stage, at, given.kind, completed(stage, given.kind, given.name, resolved(stage, at, given.record)))
  }
}

/** What a record of a test need not say. */
function completed({ receiver, people }: Stage, kind: string, name: string, record: unknown): Record<string, unknown> {
  const given = isObject(record) ? record : {}
  if (kind === 'users') {
    const email = typeof given.email === 'string' ? given.email : `${name.toLowerCase()}@example.com`
    people.set(name, { email: email.toLowerCase(), isEndUser: given.role === undefined || given.role === 'end-user' })
    return { name, verified: true, skip_verify_email: true, ...given, email }
  }
  if (kind === 'webhooks') {
    const endpoint = `${receiver.url}/${name}`
    return { name, status: 'active', http_method: 'POST', request_format: 'json', ...given, endpoint }
  }
  if (kind === 'ticket_fields' || kind === 'triggers' || kind === 'automations' || kind === 'sla_policies') return { title: name, ...given }
  return kind === 'schedules' ? { name, time_zone: 'UTC', ...given } : { name, ...given }
}

async function makeRecord(stage: Stage, at: Path, kindName: string, record: Record<string, unknown>): Promise<void> {
  const { path, key } = KINDS[kindName] ?? { path: '', key: '' }
  // what the API sets by calls of its own
  const { intervals, user_ids, ...members } = record
  const made = defined((await call<Record<string, Made>>(stage, at, 'POST', `/api/v2/${path}`, { [key]: members })).body[key])
  addName(stage, at, kindName, String(at.at(-1)), made.id)
  if (intervals !== undefined) await call(stage, at, 'PUT', `/api/v2/${path}/${made.id}/workweek`, { workweek: { intervals } })
  for (const user_id of Array.isArray(user_ids) ? user_ids : [])
    await call(stage, at, 'POST', '/api/v2/group_memberships', { group_membership: { group_id: made.id, user_id } })
}

/** Names a record. @throws AccountError when another one has the name */
function addName({ names, source }: Stage, at: Path, ...[kind, name, id]: Parameters<Names['add']>): void {
  if (names.find(name) !== undefined) source.refuse(at, `has the name of another record: ${name}`)
  names.add(kind, name, id)
}

/** Switches off the rules of a fresh instance. */
async function switchOffRules(stage: Stage): Promise<void> {
  for (const kind of ['triggers', 'automations']) {
    const { body } = await call<Record<string, Made[]>>(stage, [], 'GET', `/api/v2/${kind}?active=true`)
    const changes = (body[kind] ?? []).map(({ id }) => ({ id, active: false }))
    if (changes.length > 0) await call(stage, [], 'PUT', `/api/v2/${kind}/update_many`, { [kind]: changes })
  }
}

async function makeCollection(stage: Stage, collection: unknown): Promise<void> {
  const at = ['given', 'collection']
  const payload = isObject(collection) && isObject(collection.payload) ? collection : { payload: collection }
  const { body } = await call<{ job_status: JobStatus }>(stage, at, 'POST', '/api/v2/resource_collections', payload)
  await settle(stage, at)
  const { job_status } = (await call<{ job_status: JobStatus }>(stage, at, 'GET', `/api/v2/job_statuses/${body.job_status.id}`)).body
  const id = job_status.results?.[0]?.id
  if (job_status.status !== 'completed' || id === undefined)
    return stage.source.refuse(at, `cannot be made: ${job_status.message ?? JSON.stringify(job_status.results)}`)
  const { resources } = (
    await call<{ resource_collection: { resources: Resource[] } }>(stage, at, 'GET', `/api/v2/resource_collections/${id}`)
  ).body.resource_collection
  for (const { identifier, resource_id, type } of resources) addName(stage, at, type, identifier, resource_id)
}

/** Waits until everything that was caused is done: an advance of the clock by nothing. */
async function settle(stage: Stage, at: Path): Promise<void> {
  const { body } = await call<{ settings: { clock: { at: string } } }>(stage, at, 'GET', '/api/v2/deskhand/settings')
  await advance(stage, at, { to: body.settings.clock.at })
}

async function advance(stage: Stage, at: Path, clock: Record<string, unknown>): Promise<void> {
  let next = clock
  for (let calls = 0; calls < MOST_CALLS; calls++) {
    const { clock_advance } = (
      await call<{ clock_advance: { is_complete: boolean; to: string } }>(stage, at, 'POST', '/api/v2/deskhand/clock/advance', {
        clock: next,
      })
    ).body
    if (clock_advance.is_complete) return
    next = { to: clock_advance.to }
  }
  throw new AccountError(`The clock did not get to ${JSON.stringify(clock)}`)
}

/** Takes the steps of the test, each when the one before has had all its effects. @throws AccountError */
export async function takeSteps(stage: Stage): Promise<void> {
  for (const [index, step] of stage.test.steps.entries()) {
    const at = ['when', index]
    if ('advance_clock' in step) await advance(stage, at, clockOf(stage, at, step.advance_clock))
    else if ('create_ticket' in step) await createTicket(stage, at, step)
    else await updateTicket(stage, at, step)
    await settle(stage, at)
  }
}

function clockOf({ source }: Stage, at: Path, given: unknown): Record<string, unknown> {
  const members = isObject(given) ? given : {}
  const [[unit, amount] = ['', undefined], more] = Object.entries(members)
  if (more !== undefined || unit === '') source.refuse(at, `must have one of ${[...Object.keys(UNITS), 'to'].join(', ')}`)
  if (unit === 'to') return { to: amount }
  const seconds = UNITS[unit]
  if (seconds === undefined || typeof amount !== 'number' || !Number.isInteger(amount * seconds))
    return source.refuse(at, `must have a number of ${Object.keys(UNITS).join(', ')}`)
  return { seconds: amount * seconds }
}

/** The user a step names; undefined for the owner. */
function actorOf({ people, source }: Stage, at: Path, by: unknown) {
  if (by === undefined || by === 'owner' || by === '$owner') return undefined
  const person = typeof by === 'string' ? people.get(by.replace(/^\$/, '')) : undefined
  return person ?? source.refuse([...at, 'by'], 'must be the name of a user of this test')
}

async function createTicket(stage: Stage, at: Path, step: Readonly<Record<string, unknown>>): Promise<void> {
  const actor = actorOf(stage, at, step.by)
  const ticket = resolved(stage, [...at, 'create_ticket'], step.create_ticket)
  const [path, key] = actor?.isEndUser === true ? ['requests', 'request'] : ['tickets', 'ticket']
  const { body } = await call<Record<string, { id: number }>>(stage, at, 'POST', `/api/v2/${path}`, { [key]: ticket }, actor?.email)
  const { id } = defined(body[key])
  const name = String(step.as)
  addName(stage, at, 'tickets', name, id)
  stage.tickets.set(name, id)
}

async function updateTicket(stage: Stage, at: Path, step: Readonly<Record<string, unknown>>): Promise<void> {
  const actor = actorOf(stage, at, step.by)
  const id = stage.tickets.get(String(step.update_ticket).replace(/^\$/, ''))
  if (id === undefined) return stage.source.refuse([...at, 'update_ticket'], 'must be the name of a ticket of this test')
  const set = resolved(stage, [...at, 'set'], step.set)
  const [path, key] = actor?.isEndUser === true ? ['requests', 'request'] : ['tickets', 'ticket']
  await call(stage, at, 'PUT', `/api/v2/${path}/${id}`, { [key]: set }, actor?.email)
}

/** What is there when the steps are taken, in the shape of `then`. */
export async function outcomeOf(stage: Stage): Promise<Record<string, unknown>> {
  const tickets: Record<string, unknown> = {}
  const history: Record<string, TellingAudit[]> = {}
  for (const [name, id] of stage.tickets) {
    tickets[name] = tellingTicket(stage, (await call<{ ticket: ApiTicket }>(stage, ['then'], 'GET', `/api/v2/tickets/${id}`)).body.ticket)
    history[name] = historyOf(await auditsOf(stage.api, id), stage.names)
  }
  return { tickets, history, mails: await mailsOf(stage), calls: stage.receiver.take().map(tellingCall) }
}

function tellingTicket({ names }: Stage, ticket: ApiTicket): Record<string, unknown> {
  const members = Object.entries(ticket).map(([member, value]) => [member, telling(names, member, value)] as const)
  const fields = (ticket.custom_fields ?? []).map(({ id, value }): [string, unknown] => [
    names.nameOf('ticket_fields', id)?.slice(1) ?? String(id),
    value,
  ])
  return { ...Object.fromEntries(members), fields: Object.fromEntries(fields) }
}

/** All audits of a ticket, oldest first. */
export async function auditsOf(api: ApiClient, id: number): Promise<ApiAudit[]> {
  const audits: ApiAudit[] = []
  for (let page = 1; page <= 100; page++) {
    const answer = await api.call<{ audits: ApiAudit[]; next_page: string | null }>('GET', `/api/v2/tickets/${id}/audits?page=${page}`)
    if (answer.status >= 300) throw new AccountError(`The audits of ticket ${id} cannot be read: ${refusalText(answer)}`)
    audits.push(...answer.body.audits)
    if (answer.body.next_page === null) break
  }
  return audits
}

/** The mails of rules, at most 100: by their time, address and subject. */
async function mailsOf(stage: Stage): Promise<unknown[]> {
  const { body } = await call<{ mails: Mail[] }>(
    stage,
    ['then', 'mails'],
    'GET',
    '/api/v2/deskhand/mails?filter[topic]=ticket.notification&page[size]=100',
  )
  const mails: { at: string; to: string; subject: string; body: string }[] = []
  for (const { id, created_at, to, subject } of body.mails) {
    const { mail } = (await call<{ mail: Mail }>(stage, ['then', 'mails'], 'GET', `/api/v2/deskhand/mails/${id}`)).body
    mails.push({ at: created_at, to, subject, body: mail.body })
  }
  // mails of one moment have no order of their own
  const key = ({ at, to, subject }: (typeof mails)[number]) => `${at} ${to} ${subject}`
  return mails.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
}

const tellingCall = ({ method, path, body }: ReceivedCall) => ({ webhook: path.slice(1).replace(/\?.*/, ''), method, body })
