/** The custom fields that rules can name. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { CUSTOM_FIELD_TYPES, type CustomField, type CustomFieldTypes, type RuleCatalogue } from '#rules/facts.ts'

interface StoredField {
  readonly holder: 'ticket' | 'user' | 'organization'
  readonly key: string
  readonly type: string
  readonly title: string
  readonly options: CustomField['options']
  readonly stored_as: string | null
}

const selectFields =
  defineStatement<StoredField>(`select 'ticket' as holder, id::text as key, type, title, options, null as stored_as, position, id
    from ticket_fields where account_id = $1 and active and not system
  union all select 'user', key, type, title, options, stored_as, position, id
    from user_custom_fields where account_id = $1 and active and deleted_at is null
  union all select 'organization', key, type, title, options, stored_as, position, id
    from organization_custom_fields where account_id = $1 and active and deleted_at is null
  order by holder, position, id`)

/** The type of a field in rules, undefined if they cannot name it. A `dropdown` compares as a `tagger`. */
export const ruleFieldType = (type: string) => CUSTOM_FIELD_TYPES.find((known) => known === (type === 'dropdown' ? 'tagger' : type))

/** The active custom fields of tickets, users and organizations, with what rules and definitions need of them. */
export async function selectCatalogue(db: Db, accountId: number): Promise<RuleCatalogue> {
  const fields = await db.all(selectFields(accountId))
  const mapFieldsOf = (holder: StoredField['holder']): CustomFieldTypes =>
    new Map(
      fields.flatMap(({ holder: own, key, type: stored, title, options, stored_as }) => {
        const type = ruleFieldType(stored)
        return own === holder && type !== undefined ? [[key, { type, title, options, stored_as }] as const] : []
      }),
    )
  return { ticket: mapFieldsOf('ticket'), user: mapFieldsOf('user'), organization: mapFieldsOf('organization') }
}

/** The same for the account of the caller, as its transaction sees it. */
export function ruleCatalogue(ctx: Context): Promise<RuleCatalogue> {
  return selectCatalogue(ctx.db, ctx.account.id)
}
