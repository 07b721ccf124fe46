/** The command that writes a rule test from the history of a real ticket. */
import { stringify } from 'yaml'
import { AccountError } from '#accounts/create.ts'
import type { ApiAudit, ApiRecord, ApiRule, ApiTicket } from './api_shapes.ts'
import { type ApiClient, apiClient, refusalText, tokenHeader } from './client.ts'
import { historyOf, tellValue } from './history.ts'
import { makeNames, type Names } from './names.ts'
import { portableRule, referencesOf } from './portable.ts'
import { auditsOf } from './stage.ts'
import { findRepeatableAudits, stepsOf } from './recorded_steps.ts'

/** The `role_type` of the owner of an instance. */
const OWNER = 4
/** As many records as a test may have. */
const MAX_RECORDED = 500
/** So many records are read by one call. */
const AT_ONCE = 100
/** Of a list whose length the server decides. */
const MAX_LISTED = 10_000

interface RecordOptions {
  readonly url: string
  readonly host?: string
}

/**
 * The test of a ticket of a running server as YAML: its people, fields and the active rules as given, what people did as steps, and what is
 * there as the expectation. Names and addresses of people are left out.
 * @throws AccountError when the server refuses, or has more triggers than a test may have
 */
export async function recordRules(ticketId: string, { url, host }: RecordOptions): Promise<string> {
  if (!/^\d{1,15}$/.test(ticketId)) throw new AccountError(`"${ticketId}" is no id of a ticket`)
  const api = clientFromEnvironment(url, host)
  const { ticket } = await read<{ ticket: ApiTicket }>(api, `/api/v2/tickets/${ticketId}`)
  const allAudits = (await auditsOf(api, Number(ticketId))).map(atItsHour)
  const audits = findRepeatableAudits(allAudits)
  const triggers = await listActiveRules(api, 'triggers')
  if (triggers.length > MAX_RECORDED) throw new AccountError(`More than ${MAX_RECORDED} triggers cannot be recorded`)
  const automations = await listActiveRules(api, 'automations')
  const rules = { triggers, automations: automations.filter(({ id }) => hasActed(id, audits)) }
  const names = makeNames()
  const given = await recordsOf(api, names, { ticket, audits, rules: [...rules.triggers, ...rules.automations] })
  const rulesOf = (list: readonly ApiRule[], word: string) =>
    Object.fromEntries(list.map((rule) => [`${word}_${rule.id}`, portableRule(rule, names)]))
  const parts: [string, unknown][] = [
    ['name', `Recorded from ticket ${ticketId}`],
    ['clock', ticket.created_at],
    ['given', { ...given, triggers: rulesOf(rules.triggers, 'trigger'), automations: rulesOf(rules.automations, 'automation') }],
    ['when', stepsOf(audits, names, ticket)],
    [
      'then',
      {
        tickets: { ticket: makeExpectedTicket(ticketAfter(ticket, allAudits, audits), names) },
        history: { ticket: historyOf(audits, names) },
      },
    ],
  ]
  return stringify(Object.fromEntries(parts), { lineWidth: 140, aliasDuplicateObjects: false }).trimEnd()
}

/** An automation runs for a whole hour. A server comes to it some time later; in a test it acts at once. */
function atItsHour(audit: ApiAudit): ApiAudit {
  return isOfAutomation(audit.via) ? { ...audit, created_at: `${audit.created_at.slice(0, 13)}:00:00Z` } : audit
}

const isOfAutomation = ({ source }: ApiAudit['via']) => source?.rel === 'automation'

/** Whether an automation has changed the ticket. One that has not may be newer than the ticket, and would change it in the test. */
const hasActed = (id: number, audits: readonly ApiAudit[]) => audits.some(({ via }) => isOfAutomation(via) && via.source?.from?.id === id)

/** The ticket as it was after the last audit that a test can have again. */
function ticketAfter(ticket: ApiTicket, audits: readonly ApiAudit[], repeated: readonly ApiAudit[]): ApiTicket {
  const later = audits.slice(audits.findLastIndex((audit) => repeated.includes(audit)) + 1)
  const changes = later.toReversed().flatMap(({ events }) => events.filter(({ type }) => type === 'Change'))
  return { ...ticket, ...Object.fromEntries(changes.map(({ field_name = '', previous_value }) => [field_name, previous_value])) }
}

function clientFromEnvironment(url: string, host?: string): ApiClient {
  const { DESKHAND_ADMIN_EMAIL: email, DESKHAND_API_TOKEN: token } = process.env
  if (email === undefined || token === undefined)
    throw new AccountError('Give the credentials of an administrator in the environment: DESKHAND_ADMIN_EMAIL and DESKHAND_API_TOKEN')
  return apiClient(url.replace(/\/$/, ''), { ...(host === undefined ? {} : { host }), authorization: () => tokenHeader(email, token) })
}

async function read<Body>(api: ApiClient, path: string): Promise<Body> {
  const answer = await api.call<Body>('GET', path)
  if (answer.status >= 300) throw new AccountError(`${path} is refused with ${refusalText(answer)}`)
  return answer.body
}

/** A page of a list, under the key of its kind. */
type Page<Item> = Readonly<Record<string, readonly Item[] | undefined>> & {
  readonly meta: { readonly has_more: boolean; readonly after_cursor: string | null } | undefined
}

/**
 * A list to its end. `path`: with a question mark, and an ampersand after what it asks for.
 * @throws AccountError when it has too many records
 */
async function listAll<Item>(api: ApiClient, kind: string, path = `/api/v2/${kind}?`): Promise<Item[]> {
  const found: Item[] = []
  let after = ''
  do {
    const { [kind]: items = [], meta } = await read<Page<Item>>(api, `${path}page[size]=${AT_ONCE}${after}`)
    found.push(...items)
    if (found.length > MAX_LISTED) throw new AccountError(`${path} has more than ${MAX_LISTED} records`)
    after = meta?.has_more === true && meta.after_cursor !== null ? `&page[after]=${encodeURIComponent(meta.after_cursor)}` : ''
  } while (after !== '')
  return found
}

const listActiveRules = (api: ApiClient, kind: 'triggers' | 'automations') => listAll<ApiRule>(api, kind, `/api/v2/${kind}?active=true&`)

/** What a recorded test is made of. */
interface Recorded {
  readonly ticket: ApiTicket
  readonly audits: readonly ApiAudit[]
  readonly rules: readonly ApiRule[]
}

type Lists = Readonly<Record<string, readonly ApiRecord[] | undefined>>

/** The records that the ticket and the rules name, each with a name of its own. */
async function recordsOf(api: ApiClient, names: Names, recorded: Recorded): Promise<Record<string, Record<string, object>>> {
  const wanted = referencesOf(recorded)
  const wantedOf = async (kind: string) => {
    const ids = wanted.get(kind)
    return ids === undefined ? [] : (await listAll<ApiRecord>(api, kind)).filter(({ id }) => ids.has(String(id)))
  }
  const readRecords = async (kind: 'users' | 'organizations', ids: Iterable<string>) => {
    const all: string[] = [...new Set(ids)]
    const found: ApiRecord[] = []
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE).join(',')
      found.push(...((await read<Lists>(api, `/api/v2/${kind}/show_many?ids=${some}`))[kind] ?? []))
    }
    return found
  }
  const users = await readRecords('users', wanted.get('users') ?? [])
  const given: Record<string, Record<string, object>> = {}
  const add = (kind: string, word: string, id: number | string, kept: object) => {
    const name = `${word}_${String(id).toLowerCase()}`
    names.add(kind, name, id)
    given[kind] = { ...given[kind], [name]: kept }
  }
  const organizationsOfUsers = users.flatMap(({ organization_id: id }) => (id ? [String(id)] : []))
  const organizations = await readRecords('organizations', [...(wanted.get('organizations') ?? []), ...organizationsOfUsers])
  for (const { id, tags, shared_tickets, shared_comments } of organizations)
    add('organizations', 'organization', id, { tags, shared_tickets, shared_comments })
  for (const { id, role, role_type, tags, organization_id } of users) {
    if (role_type === OWNER) {
      names.add('users', 'owner', id) // the test has one of its own
      continue
    }
    const organization = names.nameOf('organizations', organization_id)
    const kept = { ...(tags?.length ? { tags } : {}), ...(organization === undefined ? {} : { organization_id: organization }) }
    add('users', role === 'end-user' ? 'customer' : 'agent', id, role === 'end-user' ? kept : { role, ...kept })
  }
  for (const { id, name } of await wantedOf('groups')) {
    const memberships = await listAll<{ user_id: number }>(api, 'group_memberships', `/api/v2/groups/${id}/memberships?`)
    add('groups', 'group', id, { name, user_ids: memberships.flatMap(({ user_id }) => names.nameOf('users', user_id) ?? []) })
  }
  for (const { id, status_category, agent_label } of await wantedOf('custom_statuses'))
    add('custom_statuses', 'status', id, { status_category, agent_label })
  for (const { id, type, title, tag, custom_field_options: options } of await wantedOf('ticket_fields'))
    add('ticket_fields', 'field', id, {
      type,
      title,
      ...(tag ? { tag } : {}),
      ...(options ? { custom_field_options: options.map(({ name, value }) => ({ name, value })) } : {}),
    })
  for (const { id, name, ticket_field_ids = [] } of await wantedOf('ticket_forms'))
    add('ticket_forms', 'form', id, {
      name,
      ticket_field_ids: ticket_field_ids.flatMap((field) => names.nameOf('ticket_fields', field) ?? []),
    })
  for (const { id, name } of await wantedOf('webhooks')) add('webhooks', 'webhook', id, { name })
  return given
}

function makeExpectedTicket(ticket: ApiTicket, names: Names): object {
  const members = ['status', 'priority', 'type', 'assignee_id', 'group_id', 'requester_id', 'tags']
  return Object.fromEntries(members.map((member) => [member, tellValue(names, member, ticket[member])]))
}
