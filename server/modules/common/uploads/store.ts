/** Every statement on uploads. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { accountsWith } from '#db/clocks.ts'
import type { UploadsTable } from '#db/tables.ts'
import { networkOf, ownSiteOf } from '#lib/networks.ts'

export type UploadRow = Omit<Selectable<UploadsTable>, 'account_id' | 'token_hash' | 'ip_address' | 'suspended_ticket_id'>

const LISTED = 'id, user_id, created_at, expires_at'
const insert = defineStatement<UploadRow>(
  `insert into uploads (account_id, token_hash, user_id, created_at, expires_at, ip_address) values ($1, $2, $3, $4, $5, $6) returning ${LISTED}`,
)
const lock = defineStatement<UploadRow>(
  `select ${LISTED} from uploads where account_id = $1 and token_hash in (select decode(t, 'hex') from unnest($2::text[]) as t) and expires_at > $3
    and suspended_ticket_id is null order by id for update`,
)
const remove = defineStatement<unknown>('delete from uploads where account_id = $1 and id = any($2::bigint[])')
const selectExpired = defineStatement<{ id: number }>(
  `select id from uploads where account_id = $1 and expires_at <= $2 and suspended_ticket_id is null
    order by expires_at limit $3 for update skip locked`,
)
const ofUser = defineStatement<{ id: number }>('select id from uploads where account_id = $1 and user_id = $2 for update')
const suspend = defineStatement<unknown>('update uploads set suspended_ticket_id = $3 where account_id = $1 and id = any($2::bigint[])')
const ofSuspended = defineStatement<{ id: number }>(
  'select id from uploads where account_id = $1 and suspended_ticket_id = any($2::bigint[]) order by id for update',
)
const lockAll = defineStatement<unknown>("select pg_advisory_xact_lock(hashtextextended('uploads ' || $1::bigint, 0))")

/**
 * Bytes and files of unused uploads: of everyone, of all anonymous callers, of those from the caller's site, and of the caller or their
 * address.
 */
export interface UnusedUploads {
  readonly bytes: number
  readonly files: number
  readonly strangers_bytes: number
  readonly strangers_files: number
  readonly site_bytes: number
  readonly site_files: number
  readonly own_bytes: number
  readonly own_files: number
}

// a forwarded address may be no valid network: only the form that networkOf makes of an IPv6 address is cast to cidr
const isOfSite = `u.user_id = 0
  and case when u.ip_address ~ '^(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,3})?::/64$' then u.ip_address::cidr <<= $4::cidr end`
const isOwn = 'u.user_id = $2 and u.ip_address is not distinct from $3'
const sumUnusedUploads = defineStatement<UnusedUploads>(`select coalesce(sum(a.size), 0)::bigint as bytes, count(*) as files,
    coalesce(sum(a.size) filter (where u.user_id = 0), 0)::bigint as strangers_bytes, count(*) filter (where u.user_id = 0) as strangers_files,
    coalesce(sum(a.size) filter (where ${isOfSite}), 0)::bigint as site_bytes, count(*) filter (where ${isOfSite}) as site_files,
    coalesce(sum(a.size) filter (where ${isOwn}), 0)::bigint as own_bytes, count(*) filter (where ${isOwn}) as own_files
  from uploads u join attachments a on a.account_id = $1 and a.upload_id = u.id where u.account_id = $1`)

/** Anonymous callers are identified by the network of their address. */
const addressOf = ({ actor, caller }: Context) => (actor.id === 0 ? networkOf(caller.ip_address) : null)

/** Serialises counting unused uploads in the account until the transaction ends: two concurrent counts would both stay below the limit. */
export async function lockUnusedUploads(tx: Context): Promise<void> {
  await tx.db.first(lockAll(tx.account.id))
}

/** What unused uploads amount to, including those of suspended tickets. */
export async function countUnusedUploads(ctx: Context): Promise<UnusedUploads> {
  return ctx.db.one(sumUnusedUploads(ctx.account.id, ctx.actor.id, addressOf(ctx), ownSiteOf(ctx.caller.ip_address) ?? null))
}

/** Inserts an upload of the caller's. */
export async function insertUpload(ctx: Context, hash: Buffer, expiresAt: Date): Promise<UploadRow> {
  return ctx.db.one(insert(ctx.account.id, hash, ctx.actor.id, ctx.now, expiresAt, addressOf(ctx)))
}

/** The unexpired uploads with these tokens, locked until the transaction ends so that no other request uses them. */
export function lockUploads(ctx: Context, hashes: readonly Buffer[]): Promise<UploadRow[]> {
  return ctx.db.all(
    lock(
      ctx.account.id,
      hashes.map((hash) => hash.toString('hex')),
      ctx.now,
    ),
  )
}

/** Deletes uploads. Their attachments must have been removed before. */
export async function deleteUploads(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, ids))
}

/** Expired uploads, locked. */
export async function lockExpiredUploads(ctx: Context, most: number): Promise<number[]> {
  return (await ctx.db.all(selectExpired(ctx.account.id, ctx.now, most))).map((row) => row.id)
}

/** The unused uploads of a user, locked. */
export async function lockUploadsOf(ctx: Context, userId: number): Promise<number[]> {
  return (await ctx.db.all(ofUser(ctx.account.id, userId))).map((row) => row.id)
}

/** Attaches uploads to a suspended ticket: their tokens cannot be used any more, and they do not expire. */
export async function suspendUploads(tx: Context, ids: readonly number[], suspendedId: number): Promise<void> {
  if (ids.length > 0) await tx.db.run(suspend(tx.account.id, ids, suspendedId))
}

/** The uploads of these suspended tickets, locked. */
export async function lockUploadsOfSuspended(tx: Context, suspendedIds: readonly number[]): Promise<number[]> {
  return (await tx.db.all(ofSuspended(tx.account.id, suspendedIds))).map((row) => row.id)
}

/** Those of these accounts that have expired uploads. */
export const accountsWithExpiredUploads = accountsWith('uploads d', 'd.expires_at <= c.now and d.suspended_ticket_id is null')
