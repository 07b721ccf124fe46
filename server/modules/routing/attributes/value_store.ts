/** Every statement on attribute values, the skills. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { RoutingAttributeValuesTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { refuseDuplicates, uniqueIndex } from '#http/unique_values.ts'
import type { Conditions } from '#rules/condition.ts'

export type AttributeValueRow = Omit<Selectable<RoutingAttributeValuesTable>, 'account_id' | 'conditions'> & {
  readonly conditions: Conditions
}
/** The members that can be written. */
export type AttributeValueDraft = Pick<AttributeValueRow, 'name' | 'conditions'>

/** A skill that an agent no longer has, because it was deleted. */
interface LostValue {
  readonly id: string
  readonly user_id: number
  readonly attribute_value_id: string
}

const LISTED = 'id, attribute_id, name, conditions, created_at, updated_at'
const NAME_TAKEN = uniqueIndex('routing_attribute_values_name', 'name', 'Name')
const selectValues = defineStatement<AttributeValueRow>(
  `select ${LISTED} from routing_attribute_values where account_id = $1 order by attribute_id, lower(name)`,
)
const selectValuesWithIds = defineStatement<AttributeValueRow>(
  `select ${LISTED} from routing_attribute_values where account_id = $1 and id = any($2::text[]) order by lower(name), id`,
)
const ofAttribute = defineStatement<AttributeValueRow>(
  `select ${LISTED} from routing_attribute_values where account_id = $1 and attribute_id = $2 order by lower(name)`,
)
const selectValue = defineStatement<AttributeValueRow>(
  `select ${LISTED} from routing_attribute_values where account_id = $1 and attribute_id = $2 and id = $3`,
)
const selectTotal = defineStatement<{ total: number }>('select count(*) as total from routing_attribute_values where account_id = $1')
const insert =
  defineStatement<AttributeValueRow>(`insert into routing_attribute_values (account_id, id, attribute_id, name, conditions, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $6) returning ${LISTED}`)
const update = defineStatement<AttributeValueRow>(`update routing_attribute_values set name = $3, conditions = $4, updated_at = $5
  where account_id = $1 and id = $2 returning ${LISTED}`)
const takeAway = defineStatement<LostValue>(
  `delete from routing_agent_values where account_id = $1 and attribute_value_id = any($2::text[]) returning id, user_id, attribute_value_id`,
)
const remove = defineStatement<unknown>('delete from routing_attribute_values where account_id = $1 and id = any($2::text[])')

/** All skills, those of an attribute together. */
export function listAllValues(ctx: Context): Promise<AttributeValueRow[]> {
  return ctx.db.all(selectValues(ctx.account.id))
}

/** The skills of an attribute by name. */
export function listValues(ctx: Context, attributeId: string): Promise<AttributeValueRow[]> {
  return ctx.db.all(ofAttribute(ctx.account.id, attributeId))
}

/** The skills with these ids by name; unknown ids are left out. */
export async function findValues(ctx: Context, ids: readonly string[]): Promise<AttributeValueRow[]> {
  return ids.length === 0 ? [] : ctx.db.all(selectValuesWithIds(ctx.account.id, ids))
}

/** One skill of an attribute. @throws NotFound */
export async function getValue(ctx: Context, attributeId: string, id: string): Promise<AttributeValueRow> {
  return orNotFound(await ctx.db.first(selectValue(ctx.account.id, attributeId, id)))
}

/** How many skills the account has. */
export async function countValues(ctx: Context): Promise<number> {
  return (await ctx.db.one(selectTotal(ctx.account.id))).total
}

/** Writes a new skill. @throws RecordInvalid when its name is taken */
export function insertValue(ctx: Context, id: string, attributeId: string, draft: AttributeValueDraft): Promise<AttributeValueRow> {
  const { name, conditions } = draft
  return refuseDuplicates(NAME_TAKEN, () => ctx.db.one(insert(ctx.account.id, id, attributeId, name, toJson(conditions), ctx.now)))
}

/** Writes a changed skill. @throws RecordInvalid when its name is taken */
export function updateValue(ctx: Context, id: string, { name, conditions }: AttributeValueDraft): Promise<AttributeValueRow> {
  return refuseDuplicates(NAME_TAKEN, () => ctx.db.one(update(ctx.account.id, id, name, toJson(conditions), ctx.now)))
}

/** Removes skills, and takes them away from the agents who have them: returned. Tickets keep their ids, which mean nothing any more. */
export async function deleteValues(ctx: Context, ids: readonly string[]): Promise<LostValue[]> {
  const lost = await ctx.db.all(takeAway(ctx.account.id, ids))
  await ctx.db.run(remove(ctx.account.id, ids))
  return lost
}
