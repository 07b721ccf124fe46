/** Statements on what was stored of the runs of rules. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { RuleRun } from '#modules/tickets/tickets/write/rule_run.ts'
import type { Snapshot } from '../triggers/revision_store.ts'

/** What was stored of the rules of one write. */
export interface StoredRun {
  readonly audit_id: number
  readonly created_at: string
  readonly performed_at: string | null
  readonly kept: RuleRun['kept'] | null
  readonly fired: readonly number[]
  /** The text of the comment of the write as it is now; null if it had none. */
  readonly comment: string | null
}

/** A trigger of a set, as it was; `snapshot` is null if it has been deleted since. */
export interface SetMember {
  readonly id: number
  readonly revision_id: number
  readonly snapshot: Pick<Snapshot, 'title' | 'conditions' | 'actions'> | null
}

const COMMENT = `(select c.plain_body from ticket_comments c
    where c.account_id = $1 and c.ticket_id = r.ticket_id and c.audit_id = r.audit_id order by c.id limit 1) as comment`
const selectRun = defineStatement<StoredRun>(`select r.audit_id, r.created_at, r.performed_at, r.known as kept, r.fired, ${COMMENT}
  from ticket_rule_runs r where r.account_id = $1 and r.ticket_id = $2 and r.audit_id = $3`)
const selectSet = defineStatement<SetMember>(`select m.trigger_id as id, m.revision_id, v.snapshot
  from trigger_sets s cross join unnest(s.trigger_ids, s.revision_ids) with ordinality as m (trigger_id, revision_id, place)
  left join trigger_revisions v on v.account_id = $1 and v.id = m.revision_id
  where s.account_id = $1 and s.id = $2 order by m.place`)

/** What was stored of the rules of one write; undefined if none ran, or after 30 days. */
export function findRun(ctx: Context, ticketId: number, auditId: number): Promise<StoredRun | undefined> {
  return ctx.db.first(selectRun(ctx.account.id, ticketId, auditId))
}

/** The triggers of a set in their order, as they were; [] if it is not kept. */
export function findSet(ctx: Context, id: string): Promise<SetMember[]> {
  return ctx.db.all(selectSet(ctx.account.id, id))
}
