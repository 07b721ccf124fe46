/** Every statement on the caller's OAuth tokens grouped by client: reads clients and tokens, deletes tokens and codes. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'

/** A client with tokens of a user that can be used or refreshed. */
export interface ApplicationRow {
  readonly id: number
  readonly name: string
  readonly company: string | null
  readonly description: string | null
  readonly scopes: readonly string[]
  readonly grant_types: readonly (string | null)[]
  readonly tokens_count: number
  readonly granted_at: string
  readonly last_used_at: string | null
}

const ORDERS = { id: [{ key: 'id', column: 'c.id', kind: 'number' }] } as const

/** How applications may be sorted. */
export const APPLICATION_SORTING: Sorting = { fallback: ORDERS.id, cursor: ORDERS, offset: ORDERS }

// codes are deleted first: this waits for a concurrent exchange, whose token then exists and is deleted, too
const removeCodes = defineStatement<unknown>(
  'delete from oauth_codes where account_id = $1 and client_id = $2 and user_id = $3 and spent_at is null',
)
const removeTokens = defineStatement<{ id: number }>(
  'delete from oauth_tokens where account_id = $1 and client_id = $2 and user_id = $3 returning id',
)

/** The caller’s tokens that can still be used or refreshed, with their clients. */
const selectUsableTokens = (ctx: Context) =>
  q
    .selectFrom('oauth_tokens as t')
    .innerJoin('oauth_clients as c', (join) => join.onRef('c.account_id', '=', 't.account_id').onRef('c.id', '=', 't.client_id'))
    .where('t.account_id', '=', ctx.account.id)
    .where('c.account_id', '=', ctx.account.id)
    .where('t.user_id', '=', ctx.actor.id)
    .where(({ eb, or }) => {
      const now = ctx.now.toISOString()
      return or([eb('t.expires_at', 'is', null), eb('t.expires_at', '>', now), eb('t.refresh_token_expires_at', '>', now)])
    })

const scopes: RawBuilder<string[]> =
  sql`array(select distinct s from unnest(string_to_array(string_agg(array_to_string(t.scopes, ' '), ' '), ' ')) as s order by s)`

/** A page of the clients that hold tokens of the caller, each with aggregates of its tokens. */
export function listApplications(ctx: Context, paging: Paging): Promise<Page<ApplicationRow>> {
  const select = selectUsableTokens(ctx)
    .select(['c.id', 'c.name', 'c.company', 'c.description', scopes.as('scopes')])
    .select(({ fn }) => [
      sql<(string | null)[]>`array_agg(distinct t.grant_type)`.as('grant_types'),
      fn.countAll<number>().as('tokens_count'),
      fn.min('t.created_at').as('granted_at'),
      fn.max('t.used_at').as('last_used_at'),
    ])
    .groupBy(['c.account_id', 'c.id'])
  return readPage<ApplicationRow>(ctx, select, paging, () => countApplications(ctx))
}

async function countApplications(ctx: Context): Promise<number> {
  const row = await ctx.db.first(selectUsableTokens(ctx).select(sql<number>`count(distinct c.id)`.as('total')))
  return row?.total ?? 0
}

/** Deletes every token a client holds of the caller, and its pending codes. Returns the number of tokens, including expired ones. */
export async function deleteApplication(tx: Context, client_id: number): Promise<number> {
  await tx.db.run(removeCodes(tx.account.id, client_id, tx.actor.id))
  return (await tx.db.all(removeTokens(tx.account.id, client_id, tx.actor.id))).length
}
