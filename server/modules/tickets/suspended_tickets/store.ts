/** Every statement on suspended tickets. */
import type { Selectable } from 'kysely'
import type { Context, Via } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { type AccountsWithWork, accountsWith, subtractFromNow } from '#db/clocks.ts'
import { insertRow } from '#db/columns.ts'
import type { SuspendedTicketsTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { type Problem, orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { TicketInput } from '../tickets/schema.ts'

/** A stored suspended ticket. `asked` is the input of the ticket. */
export interface SuspendedRow extends Omit<Selectable<SuspendedTicketsTable>, 'account_id' | 'via' | 'asked' | 'error_messages'> {
  readonly via: Via
  readonly asked: TicketInput
  readonly error_messages: readonly Problem[] | null
}

const COLUMNS = [
  'id',
  'author_id',
  'author_name',
  'author_email',
  'subject',
  'content',
  'cause_id',
  'cause',
  'error_messages',
  'message_id',
  'ticket_id',
  'recipient',
  'via',
  'brand_id',
  'asked',
  'created_at',
  'updated_at',
] as const
const LISTED = COLUMNS.join(', ')
const byId = { key: 'id', column: 'id', kind: 'number' } as const
const text = (key: string) => [{ key, column: key, kind: 'text' } as const, byId]
const orders = {
  id: [byId],
  created_at: [{ key: 'created_at', column: 'created_at', kind: 'moment' } as const, byId],
  author_email: text('author_email'),
  cause: text('cause'),
  subject: text('subject'),
}

/** @source docs/reference/tickets.md §11.2 */
export const SUSPENDED_SORTING: Sorting = { fallback: orders.id, cursor: orders, offset: orders }

const GIVEN = [
  'author_id',
  'author_name',
  'author_email',
  'subject',
  'content',
  'cause_id',
  'cause',
  'recipient',
  'via',
  'brand_id',
  'asked',
] as const
/** The members of a new one. */
export type NewSuspended = Pick<SuspendedRow, (typeof GIVEN)[number]>

const insert = insertRow<SuspendedRow>()('suspended_tickets', ['account_id', ...GIVEN, 'created_at', 'updated_at'], COLUMNS)
const remove = defineStatement<unknown>('delete from suspended_tickets where account_id = $1 and id = any($2::bigint[])')
const lock = defineStatement<SuspendedRow>(
  `select ${LISTED} from suspended_tickets where account_id = $1 and id = any($2::bigint[]) order by id for update`,
)
const note = defineStatement<SuspendedRow>(
  `update suspended_tickets set error_messages = $3, updated_at = $4 where account_id = $1 and id = $2 returning ${LISTED}`,
)
const lockOld = defineStatement<{ id: number }>(
  'select id from suspended_tickets where account_id = $1 and created_at <= $2 order by created_at, id limit $3 for update skip locked',
)
const selectNewestTickets = defineStatement<SuspendedRow>(
  `select ${LISTED} from suspended_tickets where account_id = $1 order by created_at desc, id desc limit $2`,
)

const select = (ctx: Context) =>
  q.selectFrom('suspended_tickets').select(COLUMNS).where('account_id', '=', ctx.account.id).$castTo<SuspendedRow>()

/** A page of suspended tickets. */
export function listSuspended(ctx: Context, paging: Paging): Promise<Page<SuspendedRow>> {
  return readPage<SuspendedRow>(ctx, select(ctx), paging)
}

/** The newest suspended tickets. */
export function newestSuspended(ctx: Context, most: number): Promise<SuspendedRow[]> {
  return ctx.db.all(selectNewestTickets(ctx.account.id, most))
}

/** @throws NotFound */
export async function getSuspended(ctx: Context, id: number): Promise<SuspendedRow> {
  return orNotFound(await ctx.db.first(select(ctx).where('id', '=', id)))
}

/** Writes a new suspended ticket. */
export async function insertSuspended(ctx: Context, given: NewSuspended): Promise<SuspendedRow> {
  const stamps = { created_at: ctx.now, updated_at: ctx.now }
  return ctx.db.one(insert({ account_id: ctx.account.id, ...given, via: toJson(given.via), asked: toJson(given.asked), ...stamps }))
}

/** Those of the suspended tickets that exist, locked until the transaction ends. */
export function lockSuspended(tx: Context, ids: readonly number[]): Promise<SuspendedRow[]> {
  return tx.db.all(lock(tx.account.id, ids))
}

/** Some that were created until this moment, locked; rows that another transaction has locked are skipped. */
export async function lockSuspendedBefore(tx: Context, moment: Date, most: number): Promise<number[]> {
  return (await tx.db.all(lockOld(tx.account.id, moment, most))).map((row) => row.id)
}

/** Removes suspended tickets; their uploads must be removed before. */
export async function deleteSuspended(tx: Context, ids: readonly number[]): Promise<void> {
  await tx.db.run(remove(tx.account.id, ids))
}

/** Records why one could not be recovered; undefined if it no longer exists. */
export function noteFailure(ctx: Context, id: number, messages: readonly Problem[]): Promise<SuspendedRow | undefined> {
  return ctx.db.first(note(ctx.account.id, id, toJson(messages), ctx.now))
}

/** Of the given accounts, those with a suspended ticket of this age. */
export function accountsWithSuspendedFor(seconds: number): AccountsWithWork {
  return accountsWith('suspended_tickets d', `d.created_at <= ${subtractFromNow(seconds)}`)
}
