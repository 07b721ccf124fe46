/** What becomes of forms when a field is created or deleted. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { toJson } from '#db/types.ts'

/** A condition of a form, as far as removing a field needs it. */
interface FormCondition {
  readonly parent_field_id: number
  readonly child_fields: readonly { readonly id: number }[]
}

interface Holding {
  readonly id: number
  readonly agent_conditions: readonly FormCondition[]
  readonly end_user_conditions: readonly FormCondition[]
}

const join = defineStatement<unknown>(`update ticket_forms set ticket_field_ids = ticket_field_ids || $2::bigint, updated_at = $3
  where account_id = $1 and deleted_at is null and (select count(*) from ticket_forms o where o.account_id = $1 and o.deleted_at is null) = 1`)
const selectFormsWithField = defineStatement<Holding>(
  'select id, agent_conditions, end_user_conditions from ticket_forms where account_id = $1 and ticket_field_ids @> array[$2::bigint]',
)
const strip =
  defineStatement<unknown>(`update ticket_forms f set ticket_field_ids = array_remove(f.ticket_field_ids, $3::bigint), agent_conditions = g.agent_conditions,
    end_user_conditions = g.end_user_conditions, updated_at = $4
  from jsonb_to_recordset($2::jsonb) as g (id bigint, agent_conditions jsonb, end_user_conditions jsonb) where f.account_id = $1 and f.id = g.id`)

/** Adds a new field to the form of an account that has only one form: it shows all fields. */
export async function addFieldToOnlyForm(ctx: Context, fieldId: number): Promise<void> {
  await ctx.db.run(join(ctx.account.id, fieldId, ctx.now))
}

function removeField(conditions: readonly FormCondition[], fieldId: number): FormCondition[] {
  return conditions
    .filter((condition) => condition.parent_field_id !== fieldId)
    .map((condition) => ({ ...condition, child_fields: condition.child_fields.filter((child) => child.id !== fieldId) }))
    .filter((condition) => condition.child_fields.length > 0)
}

/** Removes a field from all forms and their conditions. */
export async function removeFieldFromForms(ctx: Context, fieldId: number): Promise<void> {
  const forms = (await ctx.db.all(selectFormsWithField(ctx.account.id, fieldId))).map((form) => ({
    id: form.id,
    agent_conditions: removeField(form.agent_conditions, fieldId),
    end_user_conditions: removeField(form.end_user_conditions, fieldId),
  }))
  if (forms.length > 0) await ctx.db.run(strip(ctx.account.id, toJson(forms), fieldId, ctx.now))
}
