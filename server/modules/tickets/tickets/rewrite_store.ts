/**
 * Rewrites one member of many tickets, because what it refers to no longer applies: an organization, or an agent as a member of a group.
 * Each ticket gets an audit; no business rule is run. Not here: changes that callers request (change.ts).
 * @source docs/reference/people.md §4, §4.1, §5.1
 */
import { atThisMoment, type Context, inTransaction } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { toJson } from '#db/types.ts'
import type { TicketEventDraft } from '../ticket_audits/event.ts'
import { auditMetadata } from '../ticket_audits/metadata.ts'

/** The tickets to change, and how: those whose `member` is `from`, and that match the rest, get `to`. */
export interface TicketRewrite {
  readonly member: 'organization_id' | 'assignee_id'
  readonly from: number
  readonly to: number | null
  readonly group_id?: number
  readonly requester_id?: number
  /** Includes closed and deleted tickets. */
  readonly closed_too: boolean
  /** true: only solved tickets; false: only others. */
  readonly solved?: boolean
}

/** Tickets per statement; each takes two ids of a block of 1,000. */
const AT_ONCE = 400

const find = (member: TicketRewrite['member']) =>
  defineStatement<{
    id: number
  }>(`select id from tickets where account_id = $1 and ${member} = $2 and ($3::bigint is null or group_id = $3) and ($4::bigint is null or requester_id = $4)
    and ($5::boolean or (status <> 'closed' and deleted_at is null)) and ($6::boolean is null or (status = 'solved') = $6) order by id limit ${AT_ONCE} for update`)

const write = (member: TicketRewrite['member'], also = '') =>
  defineStatement<unknown>(`with changed as (
    update tickets t set ${member} = $5::bigint, updated_at = $9, generated_at = $9, lock_version = t.lock_version + 1${also}
    from unnest($2::bigint[]) as f (id) where t.account_id = $1 and t.id = f.id)
  insert into ticket_audits (account_id, id, ticket_id, author_id, via, metadata, events, created_at)
  select $1, f.audit_id, f.id, $6, $7::jsonb, $8::jsonb, jsonb_build_array($10::jsonb || jsonb_build_object('id', f.event_id)), $9
  from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as f (id, audit_id, event_id)`)

const STATEMENTS = {
  organization_id: { find: find('organization_id'), write: write('organization_id') },
  assignee_id: { find: find('assignee_id'), write: write('assignee_id', ', assignee_updated_at = $9') },
}

/** Rewrites the tickets; returns how many. In the caller's transaction if there is one, else up to 400 in each of its own. */
export async function rewriteTickets(ctx: Context, rewrite: TicketRewrite): Promise<number> {
  let total = 0
  let found: number
  do {
    found = await inTransaction(atThisMoment(ctx), (tx) => rewriteSome(tx, rewrite))
    total += found
  } while (found === AT_ONCE)
  return total
}

async function rewriteSome(tx: Context, rewrite: TicketRewrite): Promise<number> {
  const { member, from, to, group_id = null, requester_id = null, closed_too, solved = null } = rewrite
  const statements = STATEMENTS[member]
  const ids = (await tx.db.all(statements.find(tx.account.id, from, group_id, requester_id, closed_too, solved))).map((row) => row.id)
  if (ids.length === 0) return 0
  const fresh = await tx.services.ids.take(tx.services.database, ids.length * 2)
  const auditIds = fresh.slice(0, ids.length)
  const eventIds = fresh.slice(ids.length)
  const event: TicketEventDraft = {
    type: 'Change',
    field_name: member,
    value: to === null ? null : String(to),
    previous_value: String(from),
  }
  await tx.db.run(
    statements.write(
      tx.account.id,
      ids,
      auditIds,
      eventIds,
      to,
      tx.actor.id,
      toJson(tx.via),
      toJson(auditMetadata(tx)),
      tx.now,
      toJson(event),
    ),
  )
  return ids.length
}
