/** The command that writes a rule test from the history of a real ticket. */
import { stringify } from 'yaml'
import { AccountError } from '../../server/accounts/create.ts'
import type { ApiAudit, ApiRecord, ApiRule, ApiTicket } from './api_shapes.ts'
import { type ApiClient, apiClient, refusalText, tokenHeader } from './client.ts'
import { historyOf, telling } from './history.ts'
import { makeNames, type Names } from './names.ts'
import { portableRule, referencesOf } from './portable.ts'
import { auditsOf } from './stage.ts'
import { repeatable, stepsOf } from './recorded_steps.ts'

/** The `role_type` of the owner of an instance. */
const OWNER = 4
/** The most rules of a recorded test. */
const MOST_RULES = 500

interface RecordOptions {
  readonly url: string
  readonly host?: string
}

/**
 * The test of a ticket of a running server as YAML: its people, fields and the active rules as given, what people did as steps, and what is
 * there as the expectation. Names and addresses of people are left out.
 * @throws AccountError when the server refuses
 */
export async function recordRules(ticketId: string, { url, host }: RecordOptions): Promise<string> {
  if (!/^\d{1,15}$/.test(ticketId)) throw new AccountError(`"${ticketId}" is no id of a ticket`)
  const api = clientFromEnvironment(url, host)
  const { ticket } = await read<{ ticket: ApiTicket }>(api, `/api/v2/tickets/${ticketId}`)
  const whole = await auditsOf(api, Number(ticketId))
  const audits = repeatable(whole)
  const automations = await activeRules(api, 'automations')
  const rules = { triggers: await activeRules(api, 'triggers'), automations: automations.filter(({ id }) => hasActed(id, audits)) }
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
      { tickets: { ticket: expectedTicket(ticketAfter(ticket, whole, audits), names) }, history: { ticket: historyOf(audits, names) } },
    ],
  ]
  return stringify(Object.fromEntries(parts), { lineWidth: 140, aliasDuplicateObjects: false }).trimEnd()
}

/** Whether an automation has changed the ticket. One that has not may be newer than the ticket, and would change it in the test. */
const hasActed = (id: number, audits: readonly ApiAudit[]) =>
  audits.some(({ via }) => via.source?.rel === 'automation' && via.source.from?.id === id)

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
type Page<Item> = Readonly<Record<string, readonly Item[] | undefined>> & { readonly next_page: string | null | undefined }

async function activeRules(api: ApiClient, kind: 'triggers' | 'automations'): Promise<ApiRule[]> {
  const rules: ApiRule[] = []
  for (let page = 1; rules.length < MOST_RULES; page++) {
    const body = await read<Page<ApiRule>>(api, `/api/v2/${kind}?active=true&sort_by=position&page=${page}&per_page=100`)
    rules.push(...(body[kind] ?? []))
    if (!body.next_page) break
  }
  return rules
}

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
  const list = async (kind: string) => (await read<Lists>(api, `/api/v2/${kind}`))[kind] ?? []
  const all = async (kind: string) => (await list(kind)).filter(({ id }) => wanted.get(kind)?.has(String(id)))
  const ids = [...(wanted.get('users') ?? [])].slice(0, 100)
  const users = ids.length === 0 ? [] : ((await read<Lists>(api, `/api/v2/users/show_many?ids=${ids.join(',')}`)).users ?? [])
  const given: Record<string, Record<string, object>> = {}
  const add = (kind: string, word: string, id: number | string, kept: object) => {
    const name = `${word}_${String(id).toLowerCase()}`
    names.add(kind, name, id)
    given[kind] = { ...given[kind], [name]: kept }
  }
  const firms = new Set(users.map(({ organization_id }) => organization_id))
  for (const { id, tags, shared_tickets, shared_comments } of await list('organizations'))
    if (firms.has(Number(id)) || wanted.get('organizations')?.has(String(id)))
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
  for (const { id, name } of await all('groups')) {
    const { group_memberships } = await read<{ group_memberships: { user_id: number }[] }>(
      api,
      `/api/v2/groups/${id}/memberships?per_page=100`,
    )
    add('groups', 'group', id, { name, user_ids: group_memberships.flatMap(({ user_id }) => names.nameOf('users', user_id) ?? []) })
  }
  for (const { id, status_category, agent_label } of await all('custom_statuses'))
    add('custom_statuses', 'status', id, { status_category, agent_label })
  for (const { id, type, title, tag, custom_field_options: options } of await all('ticket_fields'))
    add('ticket_fields', 'field', id, {
      type,
      title,
      ...(tag ? { tag } : {}),
      ...(options ? { custom_field_options: options.map(({ name, value }) => ({ name, value })) } : {}),
    })
  for (const { id, name, ticket_field_ids = [] } of await all('ticket_forms'))
    add('ticket_forms', 'form', id, {
      name,
      ticket_field_ids: ticket_field_ids.flatMap((field) => names.nameOf('ticket_fields', field) ?? []),
    })
  for (const { id, name } of await all('webhooks')) add('webhooks', 'webhook', id, { name })
  return given
}

function expectedTicket(ticket: ApiTicket, names: Names): object {
  const members = ['status', 'priority', 'type', 'assignee_id', 'group_id', 'requester_id', 'tags']
  return Object.fromEntries(members.map((member) => [member, telling(names, member, ticket[member])]))
}
