// The search parameters of the audit log page, and the API parameters they become.

import type { AuditQuery } from './queries.ts'
import { isKeyOf } from '#lib/objects.ts'
import { toWireTime } from '#lib/wire_time.ts'

/** The actions, with their labels in the filter. */
export const ACTIONS = {
  create: 'Created',
  update: 'Updated',
  destroy: 'Deleted',
  login: 'Signed in',
  login_refused: 'Sign-in refused',
  exported: 'Exported',
} as const
type Action = keyof typeof ACTIONS

/** The titles of the types of records in the log. Other types are shown by their names. */
const TYPES: Readonly<Record<string, string>> = {
  access_person: 'Access duties',
  access_request: 'Access request',
  account: 'Account',
  account_setting: 'Setting',
  apitoken: 'API token',
  audit_log: 'Audit log',
  brand: 'Brand',
  custom_status: 'Ticket status',
  group: 'Group',
  group_membership: 'Group membership',
  identity_provider: 'Identity provider',
  integration: 'Integration',
  mail: 'Mail',
  oauth_authorization: 'OAuth authorization',
  oauth_client: 'OAuth client',
  oauth_token: 'OAuth token',
  organization: 'Organization',
  organization_membership: 'Organization membership',
  rule: 'Rule',
  shared_secret: 'One-time secret',
  ticket: 'Ticket',
  user: 'User',
  webhook: 'Webhook',
}

/** The longest text the API searches for, in characters. */
const MAX_TEXT_LENGTH = 255

export interface AuditSearch {
  /** Words or prefixes of words. */
  text?: string
  action?: Action
  type?: string
  /** The id of the record of that type. */
  source?: number
  /** Who acted. */
  actor?: number
  /** The IP address of the caller. */
  address?: string
  /** Days, `2027-05-01`, both included. */
  from?: string
  to?: string
  after?: string
  before?: string
  /** The id of the entry whose details are open. */
  entry?: number
  /** The id of an export that was requested. */
  export?: number
}

const DAY = /^\d{4}-\d\d-\d\d$/
const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isDay = (value: unknown): value is string => isText(value) && DAY.test(value) && !Number.isNaN(Date.parse(value))

/** Parses the search parameters; invalid ones are left out. */
export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { text, action, type, source, actor, address, from, to, after, before, entry } = search
  return {
    ...(isText(text) ? { text: text.slice(0, MAX_TEXT_LENGTH) } : {}),
    ...(isKeyOf(ACTIONS, action) ? { action } : {}),
    ...(isText(type) ? { type } : {}),
    ...(isText(type) && isWhole(source) ? { source } : {}),
    ...(isWhole(actor) ? { actor } : {}),
    ...(isText(address) ? { address } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(isText(after) ? { after } : isText(before) ? { before } : {}),
    ...(isWhole(entry) ? { entry } : {}),
    ...(isWhole(search['export']) ? { export: search['export'] } : {}),
  }
}

/** The filters as API parameters. Days begin and end in the reader's time zone. */
export function filtersOf({ text, action, type, source, actor, address, from, to }: AuditSearch): AuditQuery {
  const formatMoment = (day: string, time: string) => toWireTime(`${day}T${time}`)
  const times = [formatMoment(from ?? '1970-01-02', '00:00:00'), ...(to === undefined ? [] : [formatMoment(to, '23:59:59.999')])]
  return {
    ...(text === undefined || text.trim() === '' ? {} : { 'filter[text]': text.trim() }),
    ...(action === undefined ? {} : { 'filter[action]': action }),
    ...(type === undefined ? {} : { 'filter[source_type]': type }),
    ...(source === undefined ? {} : { 'filter[source_id]': source }),
    ...(actor === undefined ? {} : { 'filter[actor_id]': actor }),
    ...(address === undefined ? {} : { 'filter[ip_address]': address.trim() }),
    ...(from === undefined && to === undefined ? {} : { 'filter[created_at]': times }),
  }
}

/** The API parameters: the filters and the cursor. */
export function readSearch(search: AuditSearch): AuditQuery {
  const { after, before } = search
  return {
    ...filtersOf(search),
    ...(after === undefined ? {} : { 'page[after]': after }),
    ...(before === undefined ? {} : { 'page[before]': before }),
  }
}

/** Whether any filter is set. */
export function isFiltered(search: AuditSearch): boolean {
  return Object.keys(filtersOf(search)).length > 0
}

/** The title of a type of record. */
export function typeTitle(type: string): string {
  return TYPES[type] ?? type
}

/** A short title of an entry: "Updated: Group Support". */
export function titleOf(entry: { action_label: string; source_type: string; source_label: string }): string {
  const type = typeTitle(entry.source_type)
  return `${entry.action_label}: ${type === entry.source_label ? type : `${type} ${entry.source_label}`}`
}

/** The types to choose from, sorted by title, including the chosen one if it is unknown. */
export function typeChoices(chosen: string | undefined): { value: string; label: string }[] {
  const all = chosen === undefined || Object.hasOwn(TYPES, chosen) ? TYPES : { ...TYPES, [chosen]: chosen }
  return Object.entries(all)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label))
}
