/** The statements that find records referring to another one in a lookup field. @source docs/reference/custom_objects.md §5 */
import { sql } from 'kysely'
import { organizationScope, userScope } from '#permissions/people_scope.ts'
import { ticketScope } from '#permissions/ticket_scope.ts'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { toJson } from '#db/types.ts'
import { NotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { TargetType } from '#modules/custom_data/custom_fields/targets.ts'

/** Sorted by creation. */
export const SOURCE_SORTING: Sorting = {
  fallback: [{ key: 'id', column: 'id', kind: 'number' }],
  cursor: { id: [{ key: 'id', column: 'id', kind: 'number' }] },
}

interface LookupField {
  /** The key of the value in a record's custom fields. */
  readonly key: string
  readonly relationship_target_type: string | null
}

const FIELDS: Readonly<Record<TargetType, ReturnType<typeof defineStatement<LookupField>>>> = {
  'zen:ticket': defineStatement(
    "select id::text as key, relationship_target_type from ticket_fields where account_id = $1 and id = $2 and type = 'lookup'",
  ),
  'zen:user': defineStatement(
    "select coalesce(stored_as, key) as key, relationship_target_type from user_custom_fields where account_id = $1 and id = $2 and type = 'lookup' and deleted_at is null",
  ),
  'zen:organization': defineStatement(
    "select coalesce(stored_as, key) as key, relationship_target_type from organization_custom_fields where account_id = $1 and id = $2 and type = 'lookup' and deleted_at is null",
  ),
}

/**
 * The key of a lookup field's value in records of this type.
 * @throws NotFound when there is no such field, or its target is another type
 */
export async function lookupKey(ctx: Context, source: TargetType, fieldId: number, target: string): Promise<string> {
  const field = await ctx.db.first(FIELDS[source](ctx.account.id, fieldId))
  if (field === undefined || field.relationship_target_type !== target) throw new NotFound()
  return field.key
}

/** A page of the ids of records of this type that the caller can see and that have this value. */
export function listSources(
  ctx: Context,
  source: TargetType,
  held: { readonly key: string; readonly value: string },
  paging: Paging,
): Promise<Page<{ id: number }>> {
  const value = toJson({ [held.key]: held.value })
  const account = ctx.account.id
  if (source === 'zen:user') {
    const holds = sql<boolean>`(user_fields <> '{}' and user_fields @> ${value}::jsonb)`
    return readPage(
      ctx,
      q
        .selectFrom('users')
        .select('id')
        .where('account_id', '=', account)
        .where('active', '=', true)
        .where(holds)
        .where(userScope(ctx) ?? sql<boolean>`true`),
      paging,
    )
  }
  if (source === 'zen:organization') {
    const holds = sql<boolean>`(organization_fields <> '{}' and organization_fields @> ${value}::jsonb)`
    const organizations = q.selectFrom('organizations').select('id').where('account_id', '=', account).where(holds)
    return readPage(ctx, organizations.where(organizationScope(ctx) ?? sql<boolean>`true`), paging)
  }
  const tickets = q.selectFrom('tickets').select('id').where('account_id', '=', account).where('deleted_at', 'is', null)
  const holds = sql<boolean>`(custom_fields <> '{}' and custom_fields @> ${value}::jsonb)`
  return readPage(ctx, tickets.where(holds).where(ticketScope(ctx.actor)), paging)
}
