/** Every statement on attribute values, the skills. */
import type { Selectable } from 'kysely'
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'
import type { RoutingAttributeValuesTable } from '../../../db/tables.ts'
import { json } from '../../../db/types.ts'
import { orNotFound } from '../../../errors.ts'
import { refusingDuplicates, uniqueIndex } from '../../../http/unique_values.ts'
import type { Conditions } from '../../../rules/condition.ts'

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
const every = fixed<AttributeValueRow>(
  `select ${LISTED} from routing_attribute_values where account_id = $1 order by attribute_id, lower(name)`,
)
const some = fixed<AttributeValueRow>(
  `select ${LISTED} from routing_attribute_values where account_id = $1 and id = any($2::text[]) order by lower(name), id`,
)
const ofAttribute = fixed<AttributeValueRow>(
  `select ${LISTED} from routing_attribute_values where account_id = $1 and attribute_id = $2 order by lower(name)`,
)
const one = fixed<AttributeValueRow>(
  `select ${LISTED} from routing_attribute_values where account_id = $1 and attribute_id = $2 and id = $3`,
)
const total = fixed<{ total: number }>('select count(*) as total from routing_attribute_values where account_id = $1')
const insert =
  fixed<AttributeValueRow>(`insert into routing_attribute_values (account_id, id, attribute_id, name, conditions, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $6) returning ${LISTED}`)
const update = fixed<AttributeValueRow>(`update routing_attribute_values set name = $3, conditions = $4, updated_at = $5
  where account_id = $1 and id = $2 returning ${LISTED}`)
const takeAway = fixed<LostValue>(
  `delete from routing_agent_values where account_id = $1 and attribute_value_id = any($2::text[]) returning id, user_id, attribute_value_id`,
)
const remove = fixed<unknown>('delete from routing_attribute_values where account_id = $1 and id = any($2::text[])')

/** All skills, those of an attribute together. */
export function listAllValues(ctx: Context): Promise<AttributeValueRow[]> {
  return ctx.db.all(every(ctx.account.id))
}

/** The skills of an attribute by name. */
export function listValues(ctx: Context, attributeId: string): Promise<AttributeValueRow[]> {
  return ctx.db.all(ofAttribute(ctx.account.id, attributeId))
}

/** The skills with these ids by name; unknown ids are left out. */
export async function findValues(ctx: Context, ids: readonly string[]): Promise<AttributeValueRow[]> {
  return ids.length === 0 ? [] : ctx.db.all(some(ctx.account.id, ids))
}

/** One skill of an attribute. @throws NotFound */
export async function getValue(ctx: Context, attributeId: string, id: string): Promise<AttributeValueRow> {
  return orNotFound(await ctx.db.first(one(ctx.account.id, attributeId, id)))
}

/** How many skills the account has. */
export async function countValues(ctx: Context): Promise<number> {
  return (await ctx.db.one(total(ctx.account.id))).total
}

/** Writes a new skill. @throws RecordInvalid when its name is taken */
export function insertValue(ctx: Context, id: string, attributeId: string, draft: AttributeValueDraft): Promise<AttributeValueRow> {
  const { name, conditions } = draft
  return refusingDuplicates(NAME_TAKEN, () => ctx.db.one(insert(ctx.account.id, id, attributeId, name, json(conditions), ctx.now)))
}

/** Writes a changed skill. @throws RecordInvalid when its name is taken */
export function updateValue(ctx: Context, id: string, { name, conditions }: AttributeValueDraft): Promise<AttributeValueRow> {
  return refusingDuplicates(NAME_TAKEN, () => ctx.db.one(update(ctx.account.id, id, name, json(conditions), ctx.now)))
}

/** Removes skills, and takes them away from the agents who have them: returned. Tickets keep their ids, which mean nothing any more. */
export async function deleteValues(ctx: Context, ids: readonly string[]): Promise<LostValue[]> {
  const lost = await ctx.db.all(takeAway(ctx.account.id, ids))
  await ctx.db.run(remove(ctx.account.id, ids))
  return lost
}
