/** SQL of SCIM: staff by filters, and the credentials a person knows. */
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { orNotFound } from '#core/errors.ts'
import { allOf } from '#lib/all_of.ts'
import { USER_COLUMNS, type UserRow } from '#modules/people/users/store.ts'
import type { Comparison } from './filter.ts'

const COLUMNS = {
  id: sql`users.id::text`,
  email: sql`lower(users.email)`,
  external_id: sql`users.external_id`,
  name: sql`lower(users.name)`,
  role: sql`users.role`,
  active: sql`(not users.suspended)`,
} as const
/** Compared case-insensitively. @source RFC 7643 §2.2 */
const FOLDED: readonly string[] = ['email', 'name', 'role']

const knownTokens = defineStatement<{ id: number }>(`select t.id from api_tokens t
  left join access_requests r on r.account_id = t.account_id and r.id = t.access_request_id
  where t.account_id = $1 and (r.account_id = $1 or r.account_id is null) and t.active
    and (t.assigned_user_id = $2 or r.requester_id = $2
      or (t.user_id = $2 and t.seen_by_creator and t.exception is distinct from 'team_automation')) order by t.id`)
const dropCodes = defineStatement<unknown>('delete from oauth_codes where account_id = $1 and user_id = $2')
const waitingSecrets = defineStatement<{ id: number }>(
  `select id from shared_secrets where account_id = $1 and reader_id = $2 and state = 'waiting' order by id`,
)

function pattern(text: string, operator: Comparison['operator']): string {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  return `${operator === 'sw' ? '' : '%'}${escaped}${operator === 'ew' ? '' : '%'}`
}

function condition({ member, operator, value }: Comparison): RawBuilder<SqlBool> {
  const column = COLUMNS[member]
  if (operator === 'pr') return sql<SqlBool>`${column} is not null`
  const folded = typeof value === 'string' && FOLDED.includes(member) ? value.toLowerCase() : value
  const isFlag = member === 'active'
  if (isFlag !== (typeof folded === 'boolean') && folded !== null) return sql<SqlBool>`${operator === 'ne'}`
  const same = isFlag ? sql`${folded}::boolean` : sql`${folded}::text`
  if (operator === 'eq') return sql<SqlBool>`${column} is not distinct from ${same}`
  if (operator === 'ne') return sql<SqlBool>`${column} is distinct from ${same}`
  return sql<SqlBool>`${column}::text like ${pattern(String(folded), operator)}`
}

function staff(ctx: Context, comparisons: readonly Comparison[]) {
  let query = q
    .selectFrom('users')
    .where('users.account_id', '=', ctx.account.id)
    .where(sql<SqlBool>`users.active and users.role <> 'end-user'`)
  for (const comparison of comparisons) query = query.where(condition(comparison))
  return query
}

/** The agents and administrators that match all comparisons, ordered by id, and their full number. `offset` counts from 0. */
export async function findStaff(
  ctx: Context,
  comparisons: readonly Comparison[],
  { offset, count }: { offset: number; count: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const query = staff(ctx, comparisons)
  const [rows, counted] = await allOf(
    () =>
      count === 0 ? [] : ctx.db.all<UserRow>(query.select(USER_COLUMNS).orderBy('users.id').offset(offset).limit(count).$castTo<UserRow>()),
    () => ctx.db.first(query.select((eb) => eb.fn.countAll<number>().as('total'))),
  )
  return { rows, total: counted?.total ?? 0 }
}

const selectStaffMember = (ctx: Context, id: number) => staff(ctx, []).where('users.id', '=', id).select(USER_COLUMNS).$castTo<UserRow>()

/** One agent or administrator, possibly suspended, but not deleted. @throws NotFound */
export async function getStaff(ctx: Context, id: number): Promise<UserRow> {
  return orNotFound(await ctx.db.first(selectStaffMember(ctx, id)))
}

/**
 * As {@link getStaff}, with the row locked until the transaction ends. Inserting rows that refer to the user is not blocked.
 * @throws NotFound
 */
export async function lockStaff(tx: Context, id: number): Promise<UserRow> {
  return orNotFound(await tx.db.first(selectStaffMember(tx, id).forNoKeyUpdate()))
}

/**
 * The active API tokens whose value a person knows: assigned to them, issued for their request, or shown to them when they made them.
 * Tokens of team automations that they made are excluded, because the team keeps using and rotates them.
 */
export async function findTokensKnownTo(ctx: Context, userId: number): Promise<number[]> {
  return (await ctx.db.all(knownTokens(ctx.account.id, userId))).map((row) => row.id)
}

/** The unopened one-time secrets for a person. */
export async function findSecretsWaitingFor(ctx: Context, userId: number): Promise<number[]> {
  return (await ctx.db.all(waitingSecrets(ctx.account.id, userId))).map((row) => row.id)
}

/** Deletes a person's authorization codes. */
export async function deleteCodesOf(ctx: Context, userId: number): Promise<void> {
  await ctx.db.run(dropCodes(ctx.account.id, userId))
}
