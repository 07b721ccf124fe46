/** Statements that only placeholders need. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** A comment as placeholders show it. */
export interface ShownComment {
  readonly id: number
  readonly author_id: number
  readonly public: boolean
  readonly plain_body: string
  readonly html_body: string
  readonly created_at: string
  readonly has_files: boolean
}

interface CommentOfTicket extends ShownComment {
  readonly ticket_id: number
}

/** The title of each option of a field by its value. */
export type OptionTitles = ReadonlyMap<string, string>

const COMMENT = `c.id, c.author_id, c.public, c.plain_body, c.html_body, c.created_at,
    exists (select from attachments a where a.account_id = $1 and a.comment_id = c.id) as has_files`
const select = (where: string) => `select ${COMMENT} from ticket_comments c
    where c.account_id = $1 and c.ticket_id = t.id and ${where} order by c.created_at desc, c.id desc`
const selectOfTickets = (comments: string) => `select t.id as ticket_id, n.* from tickets t cross join lateral (${comments}) n
  where t.account_id = $1 and t.id = any($2::bigint[]) order by n.created_at desc, n.id desc`
const selectNewestComments = defineStatement<CommentOfTicket>(selectOfTickets(`${select('(c.public or not $3)')} limit $4`))
const selectLatestComments = defineStatement<CommentOfTicket>(
  selectOfTickets(`(${select('not c.public')} limit 1) union all (${select('c.public')} limit 1)`),
)
const firstPublic = defineStatement<{ plain_body: string }>(`select c.plain_body from ticket_comments c
  where c.account_id = $1 and c.ticket_id = $2 and c.public order by c.created_at, c.id limit 1`)
const optionsOf = defineStatement<{ id: number; options: readonly { name: string; value: string }[] }>(
  'select id, options from ticket_fields where account_id = $1 and id = any($2::bigint[])',
)
const formName = defineStatement<{ name: string }>('select name from ticket_forms where account_id = $1 and id = $2')

/** The newest comments of each of these tickets, newest first, at most `most`; only public ones with `only_public`. */
export async function findNewestComments(
  ctx: Context,
  ticketIds: readonly number[],
  only_public: boolean,
  most: number,
): Promise<ReadonlyMap<number, readonly ShownComment[]>> {
  return groupByTicket(await ctx.db.all(selectNewestComments(ctx.account.id, ticketIds, only_public, most)))
}

/** The newest private comment of each of these tickets and its newest public one, newest first. */
export async function findLatestComments(
  ctx: Context,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ShownComment[]>> {
  return groupByTicket(await ctx.db.all(selectLatestComments(ctx.account.id, ticketIds)))
}

const groupByTicket = (rows: readonly CommentOfTicket[]) => Map.groupBy(rows, ({ ticket_id }) => ticket_id)

/** The text of the first public comment of a ticket; '' without one. */
export async function firstPublicText(ctx: Context, ticketId: number): Promise<string> {
  return (await ctx.db.first(firstPublic(ctx.account.id, ticketId)))?.plain_body ?? ''
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
