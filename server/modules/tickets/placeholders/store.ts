/** Statements that only placeholders need. */
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'

/** A comment as placeholders show it. */
export interface ShownComment {
  readonly id: number
  readonly author_id: number
  readonly public: boolean
  readonly plain_body: string
  readonly html_body: string
  readonly created_at: string
}

/** The title of each option of a field by its value. */
export type OptionTitles = ReadonlyMap<string, string>

const COLUMNS = 'id, author_id, public, plain_body, html_body, created_at'
const newest = fixed<ShownComment>(`select ${COLUMNS} from ticket_comments where account_id = $1 and ticket_id = $2 and (public or not $3)
  order by created_at desc, id desc limit $4`)
const optionsOf = fixed<{ id: number; options: readonly { name: string; value: string }[] }>(
  'select id, options from ticket_fields where account_id = $1 and id = any($2::bigint[])',
)
const formName = fixed<{ name: string }>('select name from ticket_forms where account_id = $1 and id = $2')

/** The newest comments of a ticket, newest first; only public ones with `only_public`. */
export function newestComments(ctx: Context, ticketId: number, only_public: boolean, most: number): Promise<ShownComment[]> {
  return ctx.db.all(newest(ctx.account.id, ticketId, only_public, most))
}

/** The titles of the options of ticket fields. */
export async function optionTitles(ctx: Context, fieldIds: readonly number[]): Promise<ReadonlyMap<number, OptionTitles>> {
  if (fieldIds.length === 0) return new Map()
  const rows = await ctx.db.all(optionsOf(ctx.account.id, fieldIds))
  return new Map(rows.map(({ id, options }) => [id, new Map(options.map(({ name, value }) => [value, name]))]))
}

/** The name of a form; '' if it is gone. */
export async function findFormName(ctx: Context, id: number): Promise<string> {
  return (await ctx.db.first(formName(ctx.account.id, id)))?.name ?? ''
}
