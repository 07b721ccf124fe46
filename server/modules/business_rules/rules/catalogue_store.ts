/** The custom fields that rules can name. */
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'
import { CUSTOM_FIELD_TYPES, type CustomField, type RuleCatalogue } from '../../../rules/facts.ts'
import { customFieldTypes } from './store.ts'

interface FieldOfPerson {
  readonly holder: 'user' | 'organization'
  readonly key: string
  readonly type: string
  readonly title: string
  readonly options: CustomField['options']
  readonly stored_as: string | null
}

const selectFields = fixed<FieldOfPerson>(`select 'user' as holder, key, type, title, options, stored_as, position, id
    from user_custom_fields where account_id = $1 and active and deleted_at is null
  union all select 'organization', key, type, title, options, stored_as, position, id
    from organization_custom_fields where account_id = $1 and active and deleted_at is null
  order by holder, position, id`)

/** A `dropdown` compares as a `tagger`. */
const typeNamed = (type: string) => CUSTOM_FIELD_TYPES.find((known) => known === (type === 'dropdown' ? 'tagger' : type))

/** The active custom fields of tickets, users and organizations, with what rules and definitions need of them. */
export async function ruleCatalogue(ctx: Context): Promise<RuleCatalogue> {
  const fields = await ctx.db.all(selectFields(ctx.account.id))
  const of = (holder: FieldOfPerson['holder']) =>
    new Map(
      fields.flatMap(({ holder: mine, key, type: stored, ...rest }) => {
        const type = typeNamed(stored)
        return mine === holder && type !== undefined ? [[key, { type, ...rest }] as const] : []
      }),
    )
  return { ticket: await customFieldTypes(ctx), user: of('user'), organization: of('organization') }
}
