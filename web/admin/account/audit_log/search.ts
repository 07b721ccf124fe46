// What the page of the audit log shows, as it stands in its address, and as the API is asked for it.

/** The actions there are, and what a filter calls them. */
export const ACTIONS = {
  create: 'Created',
  update: 'Updated',
  destroy: 'Deleted',
  login: 'Signed in',
  login_refused: 'Sign-in refused',
  exported: 'Exported',
} as const
type Action = keyof typeof ACTIONS

/** Kinds of records the log speaks of. Others are shown as they are called. */
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
}

/** More than this the API does not look for. */
const LONGEST_TEXT = 255

export interface AuditSearch {
  /** Words, or the beginnings of words. */
  text?: string
  action?: Action
  type?: string
  /** The record of that type. */
  source?: number
  /** Who acted. */
  actor?: number
  /** The address it was done from. */
  address?: string
  /** Days, `2027-05-01`, both included. */
  from?: string
  to?: string
  after?: string
  before?: string
  /** The entry whose details are open. */
  entry?: number
  /** An export that was asked for. */
  export?: number
}

const DAY = /^\d{4}-\d\d-\d\d$/
const whole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value)
const words = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isDay = (value: unknown): value is string => words(value) && DAY.test(value) && !Number.isNaN(Date.parse(value))

/** Reads the address; anything that makes no sense is left out. */
export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { text, action, type, source, actor, address, from, to, after, before, entry } = search
  return {
    ...(words(text) ? { text: text.slice(0, LONGEST_TEXT) } : {}),
    ...(words(action) && Object.hasOwn(ACTIONS, action) ? { action: action as Action } : {}),
    ...(words(type) ? { type } : {}),
    ...(words(type) && whole(source) ? { source } : {}),
    ...(whole(actor) ? { actor } : {}),
    ...(words(address) ? { address } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(words(after) ? { after } : words(before) ? { before } : {}),
    ...(whole(entry) ? { entry } : {}),
    ...(whole(search['export']) ? { export: search['export'] } : {}),
  }
}

/** The filters as the API names them. A day begins and ends where the reader is. */
export function filtersOf({ text, action, type, source, actor, address, from, to }: AuditSearch): Record<string, string[]> {
  const moment = (day: string, time: string) => new Date(`${day}T${time}`).toISOString()
  const times = [moment(from ?? '1970-01-02', '00:00:00'), ...(to === undefined ? [] : [moment(to, '23:59:59.999')])]
  return {
    ...(text === undefined || text.trim() === '' ? {} : { 'filter[text]': [text.trim()] }),
    ...(action === undefined ? {} : { 'filter[action]': [action] }),
    ...(type === undefined ? {} : { 'filter[source_type]': [type] }),
    ...(source === undefined ? {} : { 'filter[source_id]': [String(source)] }),
    ...(actor === undefined ? {} : { 'filter[actor_id]': [String(actor)] }),
    ...(address === undefined ? {} : { 'filter[ip_address]': [address.trim()] }),
    ...(from === undefined && to === undefined ? {} : { 'filter[created_at]': times }),
  }
}

/** What the API is asked for: the filters, and from where on. */
export function readSearch(search: AuditSearch): Record<string, string[]> {
  const { after, before } = search
  return {
    ...filtersOf(search),
    ...(after === undefined ? {} : { 'page[after]': [after] }),
    ...(before === undefined ? {} : { 'page[before]': [before] }),
  }
}

/** Whether anything is narrowed down. */
export function isFiltered(search: AuditSearch): boolean {
  return Object.keys(filtersOf(search)).length > 0
}

/** What a kind of record is called. */
export function typeTitle(type: string): string {
  return TYPES[type] ?? type
}

/** An entry in a few words: "Updated: Group Support". */
export function titleOf(entry: { action_label: string; source_type: string; source_label: string }): string {
  const type = typeTitle(entry.source_type)
  return `${entry.action_label}: ${type === entry.source_label ? type : `${type} ${entry.source_label}`}`
}

/** The kinds to choose from, by title; with the chosen one, where it is none of them. */
export function typeChoices(chosen: string | undefined): { value: string; label: string }[] {
  const all = chosen === undefined || Object.hasOwn(TYPES, chosen) ? TYPES : { ...TYPES, [chosen]: chosen }
  return Object.entries(all)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label))
}
