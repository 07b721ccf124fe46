/** Plays one rule test on an instance of its own: takes the steps, and collects what is there afterwards. Not here: what is given (given.ts). */
import { isObject } from '#lib/json.ts'
import { AccountError } from '#accounts/create.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { ApiAudit, ApiDelivery, ApiTicket } from './api_shapes.ts'
import { type ApiAnswer, type ApiClient, refusalText } from './client.ts'
import { historyOf, tellValue, type TellingAudit } from './history.ts'
import { makeNames, type Names, UnknownName } from './names.ts'
import type { Receiver, ReceivedCall } from './receiver.ts'
import type { Path, Source } from './source.ts'
import type { RuleTest } from './test_file.ts'

/** The units of `advance_clock`, in seconds. */
const UNITS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }
/** How often an advance is continued: each time it has got as far as one request allows. */
const MAX_CALLS = 500

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
export async function callApi<Body>(
  { api, source }: Stage,
  path: Path,
  ...[method, url, sent, as]: Parameters<ApiClient['call']>
): Promise<ApiAnswer<Body>> {
  const answer = await api.call<Body>(method, url, sent, as)
  if (answer.status >= 300) source.refuse(path, `is refused with ${refusalText(answer)}`)
  return answer
}

/** Replaces the names in a part of the test. @throws AccountError with file and line */
export function resolveNames({ names, source }: Stage, path: Path, value: unknown): unknown {
  try {
    return names.resolve(value)
  } catch (error) {
    if (error instanceof UnknownName) source.refuse(path, `cannot be read: ${error.message}`)
    throw error
  }
}

/** Names a record. @throws AccountError when another one has the name */
export function addName({ names, source }: Stage, at: Path, ...[kind, name, id]: Parameters<Names['add']>): void {
  if (names.find(name) !== undefined) source.refuse(at, `has the name of another record: ${name}`)
  names.add(kind, name, id)
}

/** Waits until everything that was caused is done: an advance of the clock by nothing. */
export async function settle(stage: Stage, at: Path): Promise<void> {
  const { body } = await callApi<{ settings: { clock: { at: string } } }>(stage, at, 'GET', '/api/v2/deskhand/settings')
  await advance(stage, at, { to: body.settings.clock.at })
}

async function advance(stage: Stage, at: Path, clock: Record<string, unknown>): Promise<void> {
  let next = clock
  for (let calls = 0; calls < MAX_CALLS; calls++) {
    const { clock_advance } = (
      await callApi<{ clock_advance: { is_complete: boolean; to: string } }>(stage, at, 'POST', '/api/v2/deskhand/clock/advance', {
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
  const ticket = resolveNames(stage, [...at, 'create_ticket'], step.create_ticket)
  const [path, key] = actor?.isEndUser === true ? ['requests', 'request'] : ['tickets', 'ticket']
  const { body } = await callApi<Record<string, { id: number }>>(stage, at, 'POST', `/api/v2/${path}`, { [key]: ticket }, actor?.email)
  const { id } = ensureDefined(body[key])
  const name = String(step.as)
  addName(stage, at, 'tickets', name, id)
  stage.tickets.set(name, id)
}

async function updateTicket(stage: Stage, at: Path, step: Readonly<Record<string, unknown>>): Promise<void> {
  const actor = actorOf(stage, at, step.by)
  const id = stage.tickets.get(String(step.update_ticket).replace(/^\$/, ''))
  if (id === undefined) return stage.source.refuse([...at, 'update_ticket'], 'must be the name of a ticket of this test')
  const set = resolveNames(stage, [...at, 'set'], step.set)
  if (actor?.isEndUser !== true) return void (await callApi(stage, at, 'PUT', `/api/v2/tickets/${id}`, { ticket: set }, actor?.email))
  // an end user rates by a call of its own
  const { satisfaction_rating, ...request } = isObject(set) ? set : {}
  if (Object.keys(request).length > 0) await callApi(stage, at, 'PUT', `/api/v2/requests/${id}`, { request }, actor.email)
  if (satisfaction_rating !== undefined)
    await callApi(stage, at, 'POST', `/api/v2/tickets/${id}/satisfaction_rating`, { satisfaction_rating }, actor.email)
}

/** What is there when the steps are taken, in the shape of `then`. */
export async function outcomeOf(stage: Stage): Promise<Record<string, unknown>> {
  const tickets: Record<string, unknown> = {}
  const history: Record<string, TellingAudit[]> = {}
  for (const [name, id] of stage.tickets) {
    tickets[name] = tellingTicket(
      stage,
      (await callApi<{ ticket: ApiTicket }>(stage, ['then'], 'GET', `/api/v2/tickets/${id}`)).body.ticket,
    )
    history[name] = historyOf(await auditsOf(stage.api, id), stage.names)
  }
  return { tickets, history, mails: await mailsOf(stage), calls: stage.receiver.take().map(tellingCall) }
}

function tellingTicket({ names }: Stage, ticket: ApiTicket): Record<string, unknown> {
  const members = Object.entries(ticket).map(([member, value]) => [member, tellValue(names, member, value)] as const)
  const fields = (ticket.custom_fields ?? []).map(({ id, value }): [string, unknown] => [
    names.nameOf('ticket_fields', id)?.slice(1) ?? String(id),
    value,
  ])
  return { ...Object.fromEntries(members), fields: Object.fromEntries(fields) }
}

/** All audits of a ticket, oldest first: mails and calls with the texts and recipients of their rules, which do not go by ids and names. */
export async function auditsOf(api: ApiClient, id: number): Promise<ApiAudit[]> {
  const audits: ApiAudit[] = []
  for (let page = 1; page <= 100; page++) {
    const path = `/api/v2/tickets/${id}/audits?include=deliveries&page=${page}`
    const answer = await api.call<{ audits: ApiAudit[]; deliveries: ApiDelivery[]; next_page: string | null }>('GET', path)
    if (answer.status >= 300) throw new AccountError(`The audits of ticket ${id} cannot be read: ${refusalText(answer)}`)
    const rules = new Map(answer.body.deliveries.map(({ event_id, rule }) => [event_id, rule]))
    audits.push(...answer.body.audits.map((audit) => withRuleTexts(audit, rules)))
    if (answer.body.next_page === null) break
  }
  return audits
}

/** `rules`: the texts of rules by event. */
function withRuleTexts(audit: ApiAudit, rules: ReadonlyMap<number, ApiDelivery['rule']>): ApiAudit {
  const events = audit.events.map((event) => {
    const own = event.id === undefined ? undefined : rules.get(event.id)
    return own === undefined ? event : { ...event, body: own.body, ...(own.subject === null ? {} : { ...own, subject: own.subject }) }
  })
  return { ...audit, events }
}

/** The mails of rules, at most 100: by their time, address and subject. */
async function mailsOf(stage: Stage): Promise<unknown[]> {
  const { body } = await callApi<{ mails: Mail[] }>(
    stage,
    ['then', 'mails'],
    'GET',
    '/api/v2/deskhand/mails?filter[topic]=ticket.notification&page[size]=100',
  )
  const mails: { at: string; to: string; subject: string; body: string }[] = []
  for (const { id, created_at, to, subject } of body.mails) {
    const { mail } = (await callApi<{ mail: Mail }>(stage, ['then', 'mails'], 'GET', `/api/v2/deskhand/mails/${id}`)).body
    mails.push({ at: created_at, to, subject, body: mail.body })
  }
  // mails of one moment have no order of their own
  const key = ({ at, to, subject }: (typeof mails)[number]) => `${at} ${to} ${subject}`
  return mails.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
}

const tellingCall = ({ method, path, body }: ReceivedCall) => ({ webhook: path.slice(1).replace(/\?.*/, ''), method, body })
