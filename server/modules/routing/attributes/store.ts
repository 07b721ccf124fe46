/** Every statement on attributes, the types of skills. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { RoutingAttributesTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { refuseDuplicates, uniqueIndex } from '#http/unique_values.ts'

export type AttributeRow = Omit<Selectable<RoutingAttributesTable>, 'account_id'>

const LISTED = 'id, name, created_at, updated_at'
const NAME_TAKEN = uniqueIndex('routing_attributes_name', 'name', 'Name')
const selectAttributes = defineStatement<AttributeRow>(
  `select ${LISTED} from routing_attributes where account_id = $1 order by lower(name)`,
)
const selectAttribute = defineStatement<AttributeRow>(`select ${LISTED} from routing_attributes where account_id = $1 and id = $2`)
const insert = defineStatement<AttributeRow>(
  `insert into routing_attributes (account_id, id, name, created_at, updated_at) values ($1, $2, $3, $4, $4) returning ${LISTED}`,
)
const update = defineStatement<AttributeRow>(
  `update routing_attributes set name = $3, updated_at = $4 where account_id = $1 and id = $2 returning ${LISTED}`,
)
const remove = defineStatement<unknown>('delete from routing_attributes where account_id = $1 and id = $2')

/** All attributes by name. */
export function listAttributes(ctx: Context): Promise<AttributeRow[]> {
  return ctx.db.all(selectAttributes(ctx.account.id))
}

/** One attribute. @throws NotFound */
export async function getAttribute(ctx: Context, id: string): Promise<AttributeRow> {
  return orNotFound(await ctx.db.first(selectAttribute(ctx.account.id, id)))
}

/** Writes a new attribute. @throws RecordInvalid when its name is taken */
export function insertAttribute(ctx: Context, id: string, name: string): Promise<AttributeRow> {
  return refuseDuplicates(NAME_TAKEN, () => ctx.db.one(insert(ctx.account.id, id, name, ctx.now)))
}

/** Renames an attribute. @throws RecordInvalid when the name is taken */
export function updateAttribute(ctx: Context, id: string, name: string): Promise<AttributeRow> {
  return refuseDuplicates(NAME_TAKEN, () => ctx.db.one(update(ctx.account.id, id, name, ctx.now)))
}

/** Removes an attribute without values. */
export async function deleteAttribute(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}
