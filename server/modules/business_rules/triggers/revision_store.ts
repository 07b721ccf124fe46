/** Every statement on the revisions of triggers, except those that write them with the trigger (store.ts). */
import type { Context } from '#core/context.ts'
import { q } from '#db/builder.ts'
import { orNotFound } from '#core/errors.ts'
import type { TriggerRow } from './store.ts'

/** What a trigger was after a change. */
export type Snapshot = Pick<TriggerRow, 'title' | 'description' | 'active' | 'conditions' | 'actions'>

/** One revision. `author_id` −1 is the system. */
export interface RevisionRow {
  readonly id: number
  readonly trigger_id: number
  readonly author_id: number
  readonly created_at: string
  readonly snapshot: Snapshot
}

const COLUMNS = ['id', 'trigger_id', 'author_id', 'created_at', 'snapshot'] as const

const select = (ctx: Context, trigger_id: number) =>
  q
    .selectFrom('trigger_revisions')
    .select(COLUMNS)
    .where('account_id', '=', ctx.account.id)
    .where('trigger_id', '=', trigger_id)
    .$castTo<RevisionRow>()

/** Revisions older than an id, the newest of them first. */
export function revisionsBefore(ctx: Context, trigger_id: number, id: number | null, most: number): Promise<RevisionRow[]> {
  const found = id === null ? select(ctx, trigger_id) : select(ctx, trigger_id).where('id', '<', id)
  return ctx.db.all(found.orderBy('id', 'desc').limit(most))
}

/** Revisions newer than an id, the oldest of them first. */
export function revisionsAfter(ctx: Context, trigger_id: number, id: number, most: number): Promise<RevisionRow[]> {
  return ctx.db.all(select(ctx, trigger_id).where('id', '>', id).orderBy('id').limit(most))
}

/** @throws NotFound */
export async function getRevision(ctx: Context, trigger_id: number, id: number): Promise<RevisionRow> {
  return orNotFound(await ctx.db.first(select(ctx, trigger_id).where('id', '=', id)))
}
