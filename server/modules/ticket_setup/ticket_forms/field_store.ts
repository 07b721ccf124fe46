/** Ticket fields as forms need them. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** The members of a ticket field that forms need. */
export interface FormField {
  readonly id: number
  readonly type: string
  readonly system: boolean
  readonly options: readonly { readonly value: string }[]
}

const selectFields = defineStatement<FormField>(
  'select id, type, system, options from ticket_fields where account_id = $1 order by position, id',
)

/** All ticket fields by position. */
export function formFields(ctx: Context): Promise<FormField[]> {
  return ctx.db.all(selectFields(ctx.account.id))
}
