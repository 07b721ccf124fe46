/** Finds the records that values of lookup fields name: by id, or by `external_id:…`. One statement for each kind of record. @source users_orgs.md §7 lookup */
import { sql } from 'kysely'
import { ticketScope } from '../../access/ticket_scope.ts'
import type { Context } from '../../context.ts'
import { fixed, q } from '../../db/builder.ts'
import { textOf } from '../../lib/json.ts'
import { isTargetType, targetObject, type TargetType } from './targets.ts'
import { INVALID } from './types.ts'
import type { ProfileField, ProfileValues } from './values.ts'

interface Found {
  readonly id: number | string
  readonly external_id: string | null
}

const FIND: Readonly<Record<Exclude<TargetType, 'zen:ticket'>, ReturnType<typeof fixed<Found>>>> = {
  'zen:user': fixed(
    'select id, external_id from users where account_id = $1 and active and (id = any($2::bigint[]) or lower(external_id) = any($3::text[]))',
  ),
  'zen:organization': fixed(
    'select id, external_id from organizations where account_id = $1 and (id = any($2::bigint[]) or lower(external_id) = any($3::text[]))',
  ),
}
/** An external id tells a number only of tickets the caller sees; numbers themselves are taken as they are, so that what was read can be sent back. */
const ticketsNamed = (ctx: Context, ids: readonly number[], externals: readonly string[]): Promise<Found[]> =>
  ctx.db.all(
    q
      .selectFrom('tickets')
      .select(['id', 'external_id'])
      .where('account_id', '=', ctx.account.id)
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`(id = any(${ids}::bigint[]) or (external_id = any(${externals}::text[]) and ${ticketScope(ctx.actor)}))`),
  )
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
  if (!isTargetType(type)) return []
  return type === 'zen:ticket' ? ticketsNamed(ctx, ids, externals) : ctx.db.all(FIND[type](ctx.account.id, ids, externals))
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
