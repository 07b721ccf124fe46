/** The statements that all kinds of rules share. */
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'
import { CUSTOM_FIELD_TYPES, type CustomField, type CustomFieldTypes } from '../../../rules/facts.ts'

interface FieldOfTicket {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly options: CustomField['options']
}

const lock = fixed<unknown>('select id from accounts where id = $1 for no key update')
const selectFields = fixed<FieldOfTicket>(
  'select id, type, title, options from ticket_fields where account_id = $1 and active and not system',
)

/**
 * Locks the account row until the transaction ends: unique keys, positions, limits of active rules and checks for duplicates depend on all
 * rules of the account.
 */
export function lockRules(ctx: Context): Promise<unknown> {
  return ctx.db.run(lock(ctx.account.id))
}

function typesOf(fields: readonly FieldOfTicket[]): CustomFieldTypes {
  const known = new Set<string>(CUSTOM_FIELD_TYPES)
  return new Map(
    fields
      .filter(({ type }) => known.has(type))
      .map(({ id, type, title, options }) => [String(id), { type, title, options } as CustomField]),
  )
}

/** The active custom ticket fields of the account by id, with the types and options that conditions are checked against. */
export async function customFieldTypes(ctx: Context): Promise<CustomFieldTypes> {
  return typesOf(await ctx.db.all(selectFields(ctx.account.id)))
}
