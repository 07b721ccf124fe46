/** The statement that lists the stages of a permanent deletion, read from the audit log. */
import { sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { q } from '#db/builder.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { Timestamp } from '#lib/clock.ts'

/** A stage of the permanent deletion of a user. */
export interface DeletionStage {
  readonly id: number
  readonly action: string
  readonly application: string
  readonly executer_id: number | null
  readonly created_at: Timestamp
}

export const STAGE_SORTING: Sorting = { fallback: [{ key: 'id', column: 'd.id', kind: 'number' }] }

/** The stages of a permanent deletion: requested, started and completed in the same act. */
const stages = (accountId: number, userId: number) => sql<DeletionStage>`(select s.id, s.action, s.application, l.created_at,
    case when s.id = 1 then l.actor_id end as executer_id
  from (select a.actor_id, a.created_at from audit_logs a
    where a.account_id = ${accountId} and a.source_type = 'user' and a.source_id = ${userId} and a.action = 'destroy'
    and exists (select 1 from users u where u.account_id = ${accountId} and u.id = ${userId} and u.permanently_deleted)
    order by a.created_at desc, a.id desc limit 1) as l,
  (values (1, 'request_deletion', 'all'), (2, 'started', 'support'), (3, 'complete', 'support')) as s (id, action, application))`

/** A page of the stages of a user's permanent deletion, of all applications or of one; empty unless the user was permanently deleted. */
export function listStages(ctx: Context, userId: number, application: string | undefined, paging: Paging): Promise<Page<DeletionStage>> {
  const every = q
    .selectFrom(stages(ctx.account.id, userId).as('d'))
    .select(['d.id', 'd.action', 'd.application', 'd.executer_id', 'd.created_at'])
  return readPage(ctx, application ? every.where('d.application', '=', application) : every, paging)
}
