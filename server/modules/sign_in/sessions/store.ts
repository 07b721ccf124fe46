/** Every statement on sessions except opening and checking them (auth/sessions.ts). They expire by the machine's clock. */
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { machineNow } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { SESSION_METHODS } from './schema.ts'

/** An active session. */
export interface SessionRow {
  readonly id: number
  readonly user_id: number
  readonly authenticated_at: string
  readonly last_seen_at: string
  readonly ip_address: string | null
  readonly user_agent: string | null
  readonly method: (typeof SESSION_METHODS)[number]
  readonly second_factor: boolean
}

const COLUMNS = ['id', 'user_id', 'authenticated_at', 'last_seen_at', 'ip_address', 'user_agent', 'method', 'second_factor'] as const
const byId = { key: 'id', column: 'id', kind: 'number' } as const

/** How lists of sessions may be sorted: by cursor only. @source docs/reference/conventions.md §3 */
export const SESSION_SORTING: Sorting = {
  only_cursor: true,
  fallback: [byId],
  cursor: { id: [byId], authenticated_at: [{ key: 'authenticated_at', column: 'authenticated_at', kind: 'moment' }, byId] },
}

/** Lists of one user's sessions support both paging styles. */
export const USER_SESSION_SORTING: Sorting = { ...SESSION_SORTING, only_cursor: false }

const find = defineStatement<SessionRow>(
  `select ${COLUMNS.join(', ')} from sessions where account_id = $1 and user_id = $2 and id = $3 and expires_at > $4
    and signed_out_at is null`,
)
const nextId = defineStatement<{ id: number }>("select nextval(pg_get_serial_sequence('sessions', 'id')) as id")
const remove = defineStatement<unknown>('delete from sessions where account_id = $1 and user_id = $2 and id = $3')
const signOut = defineStatement<unknown>('update sessions set signed_out_at = $3 where account_id = $1 and id = $2')

/** A page of sessions: of one user, or of all. */
export function listSessions(ctx: Context, userId: number | undefined, paging: Paging): Promise<Page<SessionRow>> {
  const living = q
    .selectFrom('sessions')
    .select(COLUMNS)
    .where('account_id', '=', ctx.account.id)
    .where('expires_at', '>', machineNow().toISOString())
    .where('signed_out_at', 'is', null)
    .$castTo<SessionRow>()
  return readPage<SessionRow>(ctx, userId === undefined ? living : living.where('user_id', '=', userId), paging)
}

/** One session of a user. @throws NotFound */
export async function getSession(ctx: Context, userId: number, id: number): Promise<SessionRow> {
  return orNotFound(await ctx.db.first(find(ctx.account.id, userId, id, machineNow())))
}

/** An id that no session has or will have. */
export async function nextSessionId(ctx: Context): Promise<number> {
  return ensureDefined(await ctx.db.first(nextId())).id
}

/** Signs a session out: it no longer authenticates, but jobs it started continue. See auth/started_by.ts. */
export async function signOutSession(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(signOut(ctx.account.id, id, machineNow()))
}

/** Deletes a user's session; jobs it started can no longer run. */
export async function deleteSession(ctx: Context, userId: number, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, userId, id))
}
