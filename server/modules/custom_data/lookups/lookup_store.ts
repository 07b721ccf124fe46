// TARGETS OF LOOKUP FIELDS: finding the users, organizations, tickets and records of custom objects that values refer to.
// Not here: the fields and their values (custom_fields/), reading relationships backwards (relationships/); no routes.

/**
 * Finds records by id, or by `external_id:…`, as far as the caller can see them. One statement per type of record.
 * @source docs/reference/people.md §7
 */
import { type RawBuilder, sql } from 'kysely'
import { organizationScope, userScope } from '#permissions/people_scope.ts'
import { can } from '#permissions/permissions.ts'
import { ticketScope } from '#permissions/ticket_scope.ts'
import type { Context } from '#core/context.ts'
import { compileSql } from '#db/builder.ts'
import { textOf } from '#lib/json.ts'
import { findAllowedRecords } from '../custom_object_permissions/access.ts'
import { filterSql } from '../custom_object_permissions/filter_store.ts'
import { customObjects } from '../custom_objects/store.ts'
import { isTargetType, targetObject, type TargetType } from '../custom_fields/targets.ts'
import { INVALID } from '../custom_fields/types.ts'
import { type ProfileField, type ProfileValues, getStoredKey } from '../custom_fields/values.ts'
import { plainKey } from '#lib/text_forms.ts'

interface Found {
  readonly id: number | string
  readonly external_id: string | null
  /** False if the caller cannot see the record, so that it can only stay in the field that already holds it. */
  readonly in_scope: boolean
}

interface Kind {
  readonly table: string
  readonly external: RawBuilder<string>
  readonly living: RawBuilder<boolean>
  /** The records a caller can name: only those they can also read by other routes. */
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

interface Names {
  readonly ids: readonly number[]
  /** The ids that the fields hold already: found without a check of access, so that what was read can be sent back. */
  readonly kept: readonly number[]
  readonly externals: readonly string[]
}

function recordsNamed(ctx: Context, type: TargetType, { ids, kept, externals }: Names): Promise<Found[]> {
  const { table, external, living, scope } = KINDS[type]
  const text = sql<Found>`select id, external_id, coalesce(${scope(ctx)}, false) as in_scope from ${sql.table(table)}
    where account_id = ${ctx.account.id} and ${living}
    and (((id = any(${ids}::bigint[]) or ${external} = any(${externals}::text[])) and ${scope(ctx)}) or id = any(${kept}::bigint[]))`
  return ctx.db.all(compileSql(text))
}

/** The records of a custom object that the caller can read, and those already held. Empty for an unknown object. */
async function recordsOfObject(ctx: Context, objectKey: string, { words, kept, externals }: Words): Promise<Found[]> {
  const object = (await customObjects(ctx)).find((one) => one.key === objectKey)
  if (object === undefined) return []
  const allowed = await findAllowedRecords(ctx, object, 'read')
  const scope = () => (allowed === undefined ? sql<boolean>`false` : filterSql(allowed))
  const text = sql<Found>`select id, external_id, coalesce(${scope()}, false) as in_scope from custom_object_records
    where account_id = ${ctx.account.id} and custom_object_id = ${object.id} and deleted_at is null
    and (((id = any(${words}::text[]) or external_id = any(${externals}::text[])) and ${scope()}) or id = any(${kept}::text[]))`
  return ctx.db.all(compileSql(text))
}

const EXTERNAL = 'external_id:'

/** A value that refers to a record of this type. */
export interface NamedTarget {
  readonly type: string | null
  readonly value: unknown
  /** The field's value before the write. */
  readonly held: unknown
}

/**
 * The id each value refers to, as text; a field's current value stays valid by its id only. INVALID if there is no such record, or the
 * caller cannot see it.
 */
export async function findTargets(ctx: Context, named: readonly NamedTarget[]): Promise<(string | typeof INVALID)[]> {
  const byType = Map.groupBy(named, (one) => one.type)
  const found = new Map<string, number | string>()
  const living = new Set<string>()
  for (const [type, some] of byType) {
    const words = some.map((one) => textOf(one.value))
    const externals = words.filter((word) => word.startsWith(EXTERNAL)).map((word) => externalOf(type, word))
    for (const row of await findNamed(ctx, type, { words, kept: some.filter(isKept).map((one) => textOf(one.value)), externals })) {
      living.add(`${type} ${row.id}`)
      if (!row.in_scope) continue
      found.set(`${type} ${row.id}`, row.id)
      if (row.external_id !== null) found.set(`${type} ${EXTERNAL}${externalOf(type, `${EXTERNAL}${row.external_id}`)}`, row.id)
    }
  }
  return named.map((one) => {
    const { type, value } = one
    const word = textOf(value)
    if (isKept(one) && living.has(`${type} ${word}`)) return word
    const name = word.startsWith(EXTERNAL) ? `${EXTERNAL}${externalOf(type, word)}` : word.replace(/^0+(?=\d+$)/, '')
    const id = found.get(`${type} ${name}`)
    return id === undefined ? INVALID : String(id)
  })
}

const isKept = ({ value, held }: NamedTarget) => textOf(value) === textOf(held)

interface Words {
  readonly words: readonly string[]
  readonly kept: readonly string[]
  readonly externals: readonly string[]
}

async function findNamed(ctx: Context, type: string | null, { words, kept, externals }: Words): Promise<Found[]> {
  const object = targetObject(type)
  if (object !== undefined) return recordsOfObject(ctx, object, { words, kept, externals })
  return isTargetType(type) ? recordsNamed(ctx, type, { ids: numbers(words), kept: numbers(kept), externals }) : []
}

const numbers = (words: readonly string[]) => words.filter((word) => /^\d{1,15}$/.test(word)).map(Number)

/** External ids of users and organizations ignore case. */
function externalOf(type: string | null, word: string): string {
  const external = plainKey(word.slice(EXTERNAL.length))
  return type === 'zen:user' || type === 'zen:organization' ? external.toLowerCase() : external
}

/**
 * The sent values of a record, with those of lookup fields resolved to ids; `before` are its current values. Makes no query without lookup
 * fields.
 */
export async function withTargets(
  ctx: Context,
  fields: readonly ProfileField[],
  { before, sent }: { readonly before: ProfileValues; readonly sent: ProfileValues },
): Promise<ProfileValues> {
  const named = fields.filter(
    (field) => field.type === 'lookup' && field.active && Object.hasOwn(sent, field.key) && !isEmpty(sent[field.key]),
  )
  if (named.length === 0) return sent
  const ids = await findTargets(
    ctx,
    named.map((field) => ({ type: field.relationship_target_type, value: sent[field.key], held: before[getStoredKey(field)] })),
  )
  return { ...sent, ...Object.fromEntries(named.map((field, index) => [field.key, ids[index]])) }
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
