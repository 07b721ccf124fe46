/** Finds the records that values of lookup fields name: by id, or by `external_id:…`. One statement for each kind of record. @source users_orgs.md §7 lookup */
import { type RawBuilder, sql } from 'kysely'
import { organizationScope, userScope } from '../../access/people_scope.ts'
import { can } from '../../access/permissions.ts'
import { ticketScope } from '../../access/ticket_scope.ts'
import type { Context } from '../../context.ts'
import { fixed, raw } from '../../db/builder.ts'
import { textOf } from '../../lib/json.ts'
import { isTargetType, targetObject, type TargetType } from './targets.ts'
import { INVALID } from './types.ts'
import type { ProfileField, ProfileValues } from './values.ts'

interface Found {
  readonly id: number | string
  readonly external_id: string | null
}

interface Kind {
  readonly table: string
  readonly external: RawBuilder<string>
  readonly living: RawBuilder<boolean>
  /** The records whose external id tells the caller their number: no more than he finds elsewhere. */
  readonly scope: (ctx: Context) => RawBuilder<boolean>
}

const KINDS: Readonly<Record<TargetType, Kind>> = {
  'zen:user': {
    table: 'users',
    external: sql`lower(users.external_id)`,
    living: sql`users.active`,
    scope: (ctx) => (can(ctx, 'user.list') ? (userScope(ctx) ?? sql`true`) : sql`users.id = ${ctx.actor.id}::bigint`),
  },
  'zen:organization': {
    table: 'organizations',
    external: sql`lower(organizations.external_id)`,
    living: sql`true`,
    scope: (ctx) => organizationScope(ctx) ?? sql`true`,
  },
  'zen:ticket': {
    table: 'tickets',
    external: sql`tickets.external_id`,
    living: sql`tickets.deleted_at is null`,
    scope: (ctx) => ticketScope(ctx.actor),
  },
}

/** Numbers themselves are taken as they are, so that what was read can be sent back. */
function recordsNamed(ctx: Context, type: TargetType, ids: readonly number[], externals: readonly string[]): Promise<Found[]> {
  const { table, external, living, scope } = KINDS[type]
  const text = sql<Found>`select id, external_id from ${sql.table(table)} where account_id = ${ctx.account.id} and ${living}
    and (id = any(${ids}::bigint[]) or (${external} = any(${externals}::text[]) and ${scope(ctx)}))`
  return ctx.db.all(raw(text))
}

const ofObject = fixed<Found>(`select r.id, r.external_id from custom_objects o join custom_object_records r on r.custom_object_id = o.id
  where o.account_id = $1 and r.account_id = $1 and o.key = $2 and o.deleted_at is null and r.deleted_at is null
    and (r.id = any($3::text[]) or r.external_id = any($4::text[]))`)
const EXTERNAL = 'external_id:'

/** A value that is to name a record of this kind. */
export interface NamedTarget {
  readonly type: string | null
  readonly value: unknown
}

/** The id each value names, as text; INVALID where there is no such record. */
export async function findTargets(ctx: Context, named: readonly NamedTarget[]): Promise<(string | typeof INVALID)[]> {
  const byType = Map.groupBy(named, (one) => one.type)
  const found = new Map<string, number | string>()
  for (const [type, some] of byType) {
    const words = some.map((one) => textOf(one.value))
    const externals = words.filter((word) => word.startsWith(EXTERNAL)).map((word) => externalOf(type, word))
    for (const row of await findNamed(ctx, type, words, externals)) {
      found.set(`${type} ${row.id}`, row.id)
      if (row.external_id !== null) found.set(`${type} ${EXTERNAL}${externalOf(type, `${EXTERNAL}${row.external_id}`)}`, row.id)
    }
  }
  return named.map(({ type, value }) => {
    const word = textOf(value)
    const name = word.startsWith(EXTERNAL) ? `${EXTERNAL}${externalOf(type, word)}` : word.replace(/^0+(?=\d+$)/, '')
    const id = found.get(`${type} ${name}`)
    return id === undefined ? INVALID : String(id)
  })
}

async function findNamed(ctx: Context, type: string | null, words: readonly string[], externals: readonly string[]): Promise<Found[]> {
  const object = targetObject(type)
  if (object !== undefined) return ctx.db.all(ofObject(ctx.account.id, object, words, externals))
  const ids = words.filter((word) => /^\d{1,15}$/.test(word)).map(Number)
  return isTargetType(type) ? recordsNamed(ctx, type, ids, externals) : []
}

/** External ids of people and organizations are the same whatever their case. */
function externalOf(type: string | null, word: string): string {
  const external = word.slice(EXTERNAL.length)
  return type === 'zen:user' || type === 'zen:organization' ? external.toLowerCase() : external
}

/** The sent values of a record kept by key, with what lookup fields name as ids. Without lookup fields nothing is asked. */
export async function withTargets(ctx: Context, fields: readonly ProfileField[], sent: ProfileValues): Promise<ProfileValues> {
  const named = fields.filter(
    (field) => field.type === 'lookup' && field.active && Object.hasOwn(sent, field.key) && !isEmpty(sent[field.key]),
  )
  if (named.length === 0) return sent
  const ids = await findTargets(
    ctx,
    named.map((field) => ({ type: field.relationship_target_type, value: sent[field.key] })),
  )
  return { ...sent, ...Object.fromEntries(named.map((field, index) => [field.key, ids[index]])) }
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
