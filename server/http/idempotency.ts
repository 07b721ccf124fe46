/** The Idempotency-Key header: the same request sent twice creates one record and gets the same answer. @source docs/reference/conventions.md §9.2 */
import { createHash } from 'node:crypto'
import { type Context, inTransaction } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { BadRequest } from '#core/errors.ts'
import { addSeconds } from '#lib/clock.ts'
import { exactJson } from './exact_json.ts'
import type { Result } from './route.ts'

const KEPT_SECONDS = 7200
const MAX_KEY_LENGTH = 255

interface Kept {
  readonly request_hash: string
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

const deleteExpired = defineStatement<unknown>('delete from idempotency_keys where account_id = $1 and created_at < $2')
// a second request with the same key waits here until the first is committed or rolled back
const claim = defineStatement<{ key: string }>(
  'insert into idempotency_keys (account_id, key, request_hash, created_at) values ($1, $2, $3, $4) on conflict do nothing returning key',
)
const find = defineStatement<Kept>('select request_hash, status, headers, body from idempotency_keys where account_id = $1 and key = $2')
const keep = defineStatement<unknown>('update idempotency_keys set status = $3, headers = $4, body = $5 where account_id = $1 and key = $2')

/**
 * Runs `work` at most once for a key. Key, answer and the writes of `work` are one transaction: a crash leaves all of it or nothing.
 * `asked` is everything that makes two requests the same; another user's key is refused, so that no one reads their answer with it.
 * @throws BadRequest when the key was used by another user or for another request, or is too long
 */
export async function runOnce(
  ctx: Context,
  key: string,
  requestIdentity: unknown,
  work: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  if (key.length > MAX_KEY_LENGTH)
    throw new BadRequest('IdempotentRequestError', `The idempotency key may have ${MAX_KEY_LENGTH} characters at most`)
  const hash = createHash('sha256')
    .update(exactJson([ctx.actor.id, requestIdentity ?? null]))
    .digest('hex')
  await ctx.db.run(deleteExpired(ctx.account.id, addSeconds(ctx.now, -KEPT_SECONDS)))
  return inTransaction(ctx, async (tx) => {
    const claimed = await tx.db.first(claim(ctx.account.id, key, hash, ctx.now))
    if (claimed === undefined) return replay(await tx.db.one(find(ctx.account.id, key)), hash)
    const result = await work(tx)
    await tx.db.run(keep(ctx.account.id, key, result.status, JSON.stringify(result.headers ?? {}), JSON.stringify(result.body)))
    return { ...result, headers: { ...result.headers, 'x-idempotency-lookup': 'miss' } }
  })
}

function replay(kept: Kept, hash: string): Result {
  if (kept.request_hash !== hash) throw new BadRequest('IdempotentRequestError', "Request parameters don't match the given idempotency key")
  return { status: kept.status, body: JSON.parse(kept.body), headers: { ...kept.headers, 'x-idempotency-lookup': 'hit' } }
}
