/** Records that the filters of policies name. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { Condition, Conditions } from '#rules/condition.ts'

const NAMED = ['group_id', 'brand_id', 'ticket_form_id', 'organization_id', 'assignee_id', 'requester_id']

const selectMissingRecords = defineStatement<{
  field: string
  id: number
}>(`select r.field, r.id from unnest($2::text[], $3::bigint[]) as r (field, id)
  where not case r.field
    when 'group_id' then exists (select 1 from groups g where g.account_id = $1 and g.id = r.id and not g.deleted)
    when 'brand_id' then exists (select 1 from brands b where b.account_id = $1 and b.id = r.id and not b.is_deleted)
    when 'ticket_form_id' then exists (select 1 from ticket_forms f where f.account_id = $1 and f.id = r.id and f.deleted_at is null)
    when 'organization_id' then exists (select 1 from organizations o where o.account_id = $1 and o.id = r.id)
    else exists (select 1 from users u where u.account_id = $1 and u.id = r.id and u.active) end`)

function idsOf({ field, value }: Condition): { field: string; id: number }[] {
  if (!NAMED.includes(field)) return []
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((one) => /^[1-9]\d{0,15}$/.test(String(one))).map((one) => ({ field, id: Number(one) }))
}

/** Sentences about conditions that name a record that does not exist, or is deleted. */
export async function describeMissingRecords(ctx: Context, { all, any }: Conditions): Promise<string[]> {
  const named = [...all, ...any].flatMap(idsOf)
  if (named.length === 0) return []
  const fields = named.map(({ field }) => field)
  const rows = await ctx.db.all(
    selectMissingRecords(
      ctx.account.id,
      fields,
      named.map(({ id }) => id),
    ),
  )
  return rows.map(({ field, id }) => `Invalid condition on ${field}: there is no record with id ${id}.`)
}
