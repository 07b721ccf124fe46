/** The statement that tells when and by whom a user was deleted for good: the audit log keeps it. */
import type { Context } from '../../context.ts'
import { fixed } from '../../db/builder.ts'
import type { Timestamp } from '../../lib/clock.ts'

/** The permanent deletion of a user. */
export interface Deletion {
  readonly actor_id: number
  readonly created_at: Timestamp
}

const find = fixed<Deletion>(`select l.actor_id, l.created_at from audit_logs l
  where l.account_id = $1 and l.source_type = 'user' and l.source_id = $2 and l.action = 'destroy'
  and exists (select 1 from users u where u.account_id = $1 and u.id = $2 and u.permanently_deleted)
  order by l.created_at desc, l.id desc limit 1`)

/** The permanent deletion of a user; undefined when he has not been deleted for good. */
export function findDeletion(ctx: Context, userId: number): Promise<Deletion | undefined> {
  return ctx.db.first(find(ctx.account.id, userId))
}
