/** Every statement on activity: sums of calls by group and by day, and the names of their subjects. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { isKeyOf } from '#lib/objects.ts'
import { listKnownIds } from '#lib/known_ids.ts'

/** Which calls are summed. Days as `2026-11-20`; both are included. */
export interface ActivityFilter {
  readonly from: string
  readonly to: string
  readonly credential_kind?: string
  readonly credential_id?: number
  readonly client_id?: number
  readonly user_id?: number
  readonly method?: string
  readonly route?: string
  readonly user_agent?: string
  readonly ip_address?: string
}

/** The subject of sums. Members that the grouping does not determine are null; 0 and '' mean unknown. */
export interface Subject {
  readonly credential_kind: string | null
  readonly credential_id: number | null
  readonly client_id: number | null
  readonly user_id: number | null
  readonly method: string | null
  readonly route: string | null
  readonly user_agent: string | null
  readonly ip_address: string | null
}

/** Numbers of calls, of errors, and of calls refused by rate limits. */
export interface Sums {
  readonly calls: number
  readonly errors: number
  readonly limited: number
}

/** One row of activity. `key` identifies its subject within the grouping. */
export interface ActivityRow extends Subject, Sums {
  readonly key: string
  readonly first_at: string
  readonly last_at: string
}

/** The sums of one day. */
export interface DayRow extends Sums {
  readonly day: string
}

const SUBJECT = ['credential_kind', 'credential_id', 'client_id', 'user_id', 'method', 'route', 'user_agent', 'ip_address'] as const
type Member = (typeof SUBJECT)[number]

/** A grouping: the key of its rows, and the members that are the same for all calls of a row. */
interface GroupingRow {
  readonly key: RawBuilder<string>
  readonly determines: readonly Member[]
  /** The condition for calls that have such a key. */
  readonly only?: RawBuilder<boolean>
}

/** Tokens are identified by their id, sessions and passwords by their user. Calls without a known credential have the id 0. */
const credentialKey = sql<string>`r.credential_kind || ':' || case when r.credential_kind in ('api_token', 'oauth') then r.credential_id else r.user_id end`

/** Per credential, client, user, user agent, address and endpoint. @source docs/reference/access_governance.md §12.2 */
export const GROUPINGS = {
  credential: { key: credentialKey, determines: ['credential_kind'] },
  client: { key: sql<string>`r.client_id::text`, determines: ['client_id'], only: sql<boolean>`r.client_id <> 0` },
  user: { key: sql<string>`r.user_id::text`, determines: ['user_id'] },
  user_agent: { key: sql<string>`r.user_agent`, determines: ['user_agent'] },
  address: { key: sql<string>`r.ip_address`, determines: ['ip_address'] },
  endpoint: { key: sql<string>`r.method || ' ' || r.route`, determines: ['method', 'route'] },
} as const satisfies Record<string, GroupingRow>

export type Grouping = keyof typeof GROUPINGS

const byKey = { key: 'key', column: 'a.key', kind: 'text', descending: true } as const
const orderByCount = (name: 'calls' | 'errors' | 'limited') =>
  [{ key: name, column: `a.${name}`, kind: 'number', descending: true }, byKey] as const
const byTime = [{ key: 'last_at', column: 'a.last_at', kind: 'moment', descending: true }, byKey] as const
const ORDERS = {
  calls: orderByCount('calls'),
  errors: orderByCount('errors'),
  limited: orderByCount('limited'),
  last_at: byTime,
  key: [byKey],
}

/** How activity may be sorted; by default the most calls first. */
export const ACTIVITY_SORTING: Sorting = { fallback: ORDERS.calls, cursor: ORDERS, offset: ORDERS }

function rows(ctx: Context, filter: ActivityFilter) {
  let query = q
    .selectFrom('request_activity as r')
    .where('r.account_id', '=', ctx.account.id)
    .where('r.day', '>=', filter.from)
    .where('r.day', '<=', filter.to)
  for (const name of SUBJECT) {
    const value = filter[name]
    if (value !== undefined) query = query.where(`r.${name}`, '=', value)
  }
  return query
}

const SUMS = [
  sql<number>`sum(r.calls)::bigint`.as('calls'),
  sql<number>`sum(r.errors)::bigint`.as('errors'),
  sql<number>`sum(r.limited)::bigint`.as('limited'),
] as const

/** What the key of a credential determines besides its kind: the ids of a token, or the user of a session or password. */
const CREDENTIAL_MEMBERS = {
  credential_id: sql<number | null>`case when r.credential_kind in ('api_token', 'oauth') then max(r.credential_id) end`,
  client_id: sql<number | null>`case when r.credential_kind = 'oauth' then max(r.client_id) end`,
  user_id: sql<
    number | null
  >`case when r.credential_kind not in ('api_token', 'oauth') or max(r.user_id) = min(r.user_id) then max(r.user_id) end`,
} as const

function selectGroups(ctx: Context, grouping: Grouping, filter: ActivityFilter) {
  const { key, determines, only }: GroupingRow = GROUPINGS[grouping]
  const columnFor = (name: Member): RawBuilder<unknown> => {
    if (determines.includes(name)) return sql.ref(`r.${name}`)
    if (grouping === 'credential' && isKeyOf(CREDENTIAL_MEMBERS, name)) return CREDENTIAL_MEMBERS[name]
    return sql`null`
  }
  const base = only === undefined ? rows(ctx, filter) : rows(ctx, filter).where(only)
  return base
    .select([key.as('key'), ...SUMS, sql<string>`min(r.first_at)`.as('first_at'), sql<string>`max(r.last_at)`.as('last_at')])
    .select(SUBJECT.map((name) => columnFor(name).as(name)))
    .groupBy([key, ...determines.map((name) => `r.${name}` as const)])
}

/** A page of sums. */
export function listActivity(ctx: Context, grouping: Grouping, filter: ActivityFilter, paging: Paging): Promise<Page<ActivityRow>> {
  const query = q
    .selectFrom(selectGroups(ctx, grouping, filter).as('a'))
    .selectAll('a')
    .$castTo<ActivityRow>()
  return readPage(ctx, query, paging)
}

/** The first `most` rows in the given order, for the CSV export. */
export function topActivity(
  ctx: Context,
  grouping: Grouping,
  filter: ActivityFilter,
  order: Paging['order'],
  most: number,
): Promise<ActivityRow[]> {
  const query = q
    .selectFrom(selectGroups(ctx, grouping, filter).as('a'))
    .selectAll('a')
    .$castTo<ActivityRow>()
  const sorted = order.reduce((one, { column, descending }) => one.orderBy(sql.ref(column), descending === true ? 'desc' : 'asc'), query)
  return ctx.db.all(sorted.limit(most))
}

/** The sums per day of each row, by its key. */
export async function trendsOf(
  ctx: Context,
  grouping: Grouping,
  filter: ActivityFilter,
  keys: readonly string[],
): Promise<Map<string, DayRow[]>> {
  const { key, only }: GroupingRow = GROUPINGS[grouping]
  const base = only === undefined ? rows(ctx, filter) : rows(ctx, filter).where(only)
  const query = base
    .select([key.as('key'), 'r.day', ...SUMS])
    .where(sql<boolean>`${key} = any(${keys}::text[])`)
    .groupBy([key, 'r.day'])
    .orderBy('r.day')
  const found = new Map<string, DayRow[]>()
  for (const { key: name, ...day } of keys.length === 0 ? [] : await ctx.db.all(query)) found.set(name, [...(found.get(name) ?? []), day])
  return found
}

/** The sums of each day with calls. */
export function daysOf(ctx: Context, grouping: Grouping, filter: ActivityFilter): Promise<DayRow[]> {
  const { only }: GroupingRow = GROUPINGS[grouping]
  const base = only === undefined ? rows(ctx, filter) : rows(ctx, filter).where(only)
  return ctx.db.all(
    base
      .select(['r.day', ...SUMS])
      .groupBy('r.day')
      .orderBy('r.day'),
  )
}

/** A name, and a detail that distinguishes it from equal names. */
export interface Name {
  readonly label: string
  readonly detail: string | null
}

type NameRow = Name & { readonly kind: 'api_token' | 'oauth' | 'client' | 'user'; readonly id: number }

const selectNames =
  defineStatement<NameRow>(`select 'api_token' as kind, t.id, t.description as label, t.visible_token as detail from api_tokens t where t.account_id = $1 and t.id = any($2::bigint[])
  union all select 'oauth', o.id, c.name, coalesce(u.email, u.name) from oauth_tokens o
    join oauth_clients c on c.account_id = o.account_id and c.id = o.client_id join users u on u.account_id = o.account_id and u.id = o.user_id
    where o.account_id = $1 and o.id = any($3::bigint[])
  union all select 'client', c.id, c.name, c.identifier from oauth_clients c where c.account_id = $1 and c.id = any($4::bigint[])
  union all select 'user', u.id, u.name, u.email from users u where u.account_id = $1 and u.id = any($5::bigint[])`)

/** The names of tokens, clients and users, by `kind:id`. One statement. */
export async function namesOf(
  ctx: Context,
  subjects: readonly Pick<Subject, 'credential_kind' | 'credential_id' | 'client_id' | 'user_id'>[],
): Promise<ReadonlyMap<string, Name>> {
  const credentials = (kind: string) => listKnownIds(subjects.filter((one) => one.credential_kind === kind).map((one) => one.credential_id))
  const clients = listKnownIds(subjects.map((one) => one.client_id))
  const users = listKnownIds(subjects.map((one) => one.user_id))
  const found = await ctx.db.all(selectNames(ctx.account.id, credentials('api_token'), credentials('oauth'), clients, users))
  return new Map(found.map(({ kind, id, label, detail }) => [`${kind}:${id}`, { label, detail }]))
}
