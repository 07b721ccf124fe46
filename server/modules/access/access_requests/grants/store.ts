/** SQL of grants: the hash by which a value is verified to be that of a token. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

const readHash = defineStatement<{ token_hash: Buffer }>('select token_hash from api_tokens where account_id = $1 and id = $2 and active')

/** The hash of an active API token's value; undefined when there is no such token. */
export async function readTokenHash(ctx: Context, id: number): Promise<Buffer | undefined> {
  return (await ctx.db.first(readHash(ctx.account.id, id)))?.token_hash
}
