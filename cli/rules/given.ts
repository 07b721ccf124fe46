/** Makes what a rule test is given, on its fresh instance: the clock, settings, records. Not here: its steps (stage.ts). */
import { isObject } from '#lib/json.ts'
import { ensureDefined } from '#lib/defined.ts'
import { addName, callApi, resolveNames, settle, type Stage } from './stage.ts'
import type { Path } from './source.ts'
import { KINDS } from './test_file.ts'

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

/** Sets the clock and makes what is given. @throws AccountError */
export async function makeGiven(stage: Stage, collection: unknown): Promise<void> {
  const { test, source } = stage
  const settings = { ...test.settings, clock: { mode: 'frozen', at: test.clock } }
  await callApi(stage, ['given', 'settings'], 'PUT', '/api/v2/deskhand/settings', { settings })
  if (test.account_settings !== null)
    await callApi(stage, ['given', 'account_settings'], 'PUT', '/api/v2/account/settings', { settings: test.account_settings })
  const me = await callApi<{ user: Made }>(stage, [], 'GET', '/api/v2/users/me')
  stage.names.add('users', 'owner', me.body.user.id)
  if (!test.with_standard_rules) await switchOffRules(stage)
  if (test.collection !== null) await makeCollection(stage, collection)
  for (const given of test.given) {
    const at = ['given', given.kind, given.name]
    const kind = KINDS[given.kind]
    if (kind === undefined) return source.refuse(at, 'is of no known kind')
    await makeRecord(stage, at, given.kind, completeRecord(stage, given.kind, given.name, resolveNames(stage, at, given.record)))
  }
}

/** What a record of a test need not say. */
function completeRecord({ receiver, people }: Stage, kind: string, name: string, record: unknown): Record<string, unknown> {
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
  const there = await findFresh(stage, at, kindName, members)
  const [method, url, sent] = there ?? (['POST', `/api/v2/${path}`, members] as const)
  const made = ensureDefined((await callApi<Record<string, Made>>(stage, at, method, url, { [key]: sent })).body[key])
  addName(stage, at, kindName, String(at.at(-1)), made.id)
  if (intervals !== undefined) await callApi(stage, at, 'PUT', `/api/v2/${path}/${made.id}/workweek`, { workweek: { intervals } })
  if (Array.isArray(user_ids)) await addMembers(stage, at, made.id, user_ids)
}

/** The members by which a record of a fresh instance is known, by its kind. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  groups: ['name'],
  custom_statuses: ['status_category', 'agent_label'],
  ticket_forms: ['name'],
}

/** The call that changes the record of a fresh instance that a given one means; undefined if it is to be made. */
async function findFresh(stage: Stage, at: Path, kindName: string, record: Record<string, unknown>) {
  const keys = KEYS[kindName]
  if (keys === undefined) return undefined
  const { path } = KINDS[kindName] ?? { path: '' }
  const { body } = await callApi<Record<string, (Made & Record<string, unknown>)[]>>(stage, at, 'GET', `/api/v2/${path}`)
  const found = body[kindName]?.find((one) => keys.every((key) => one[key] === record[key]))
  if (found === undefined) return undefined
  const changes = Object.fromEntries(Object.entries(record).filter(([member]) => !keys.includes(member)))
  // beside the fields of the system
  if (Array.isArray(changes.ticket_field_ids))
    changes.ticket_field_ids = [...(Array.isArray(found.ticket_field_ids) ? found.ticket_field_ids : []), ...changes.ticket_field_ids]
  return ['PUT', `/api/v2/${path}/${found.id}`, changes] as const
}

/** Makes users the members of a group, and nobody else: all agents are put into the group of a fresh instance when they are made. */
async function addMembers(stage: Stage, at: Path, group_id: Made['id'], user_ids: readonly unknown[]): Promise<void> {
  const url = `/api/v2/groups/${group_id}/memberships?per_page=100`
  const { group_memberships } = (await callApi<{ group_memberships: { id: number; user_id: number }[] }>(stage, at, 'GET', url)).body
  const there = new Set<unknown>(group_memberships.map(({ user_id }) => user_id))
  for (const user_id of user_ids)
    if (!there.has(user_id)) await callApi(stage, at, 'POST', '/api/v2/group_memberships', { group_membership: { group_id, user_id } })
  for (const { id, user_id } of group_memberships)
    if (!user_ids.includes(user_id)) await callApi(stage, at, 'DELETE', `/api/v2/group_memberships/${id}`)
}

/** Switches off the rules of a fresh instance. */
async function switchOffRules(stage: Stage): Promise<void> {
  for (const kind of ['triggers', 'automations']) {
    const { body } = await callApi<Record<string, Made[]>>(stage, [], 'GET', `/api/v2/${kind}?active=true`)
    const changes = (body[kind] ?? []).map(({ id }) => ({ id, active: false }))
    if (changes.length > 0) await callApi(stage, [], 'PUT', `/api/v2/${kind}/update_many`, { [kind]: changes })
  }
}

async function makeCollection(stage: Stage, collection: unknown): Promise<void> {
  const at = ['given', 'collection']
  const payload = isObject(collection) && isObject(collection.payload) ? collection : { payload: collection }
  const { body } = await callApi<{ job_status: JobStatus }>(stage, at, 'POST', '/api/v2/resource_collections', payload)
  await settle(stage, at)
  const { job_status } = (await callApi<{ job_status: JobStatus }>(stage, at, 'GET', `/api/v2/job_statuses/${body.job_status.id}`)).body
  const id = job_status.results?.[0]?.id
  if (job_status.status !== 'completed' || id === undefined)
    return stage.source.refuse(at, `cannot be made: ${job_status.message ?? JSON.stringify(job_status.results)}`)
  const { resources } = (
    await callApi<{ resource_collection: { resources: Resource[] } }>(stage, at, 'GET', `/api/v2/resource_collections/${id}`)
  ).body.resource_collection
  for (const { identifier, resource_id, type } of resources) addName(stage, at, type, identifier, resource_id)
}
