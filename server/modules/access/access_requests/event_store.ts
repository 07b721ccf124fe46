/** Every statement on the history of access requests. Events are never changed or removed. */
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { RequestState } from './states.ts'
import type { StepName } from './step_table.ts'

/** What happened to a request: a step, its filing, an edit, a comment, or a rotation of its credential. */
export type EventType = StepName | 'submit' | 'edit' | 'comment' | 'rotate'

/** An event to insert. The caller is its actor. */
export interface NewEvent {
  readonly type: EventType
  readonly body?: string
  readonly from_state?: RequestState
  readonly to_state?: RequestState
}

/** An event with the name of its actor. */
export interface EventRow {
  readonly id: number
  readonly type: string
  readonly actor_id: number
  readonly actor_name: string | null
  readonly from_state: RequestState | null
  readonly to_state: RequestState | null
  readonly body: string
  readonly created_at: string
}

const insert = defineStatement<{ id: number }>(`insert into access_request_events
    (account_id, access_request_id, type, actor_id, from_state, to_state, body, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`)
const selectCommenters = defineStatement<{ actor_id: number }>(`select distinct actor_id from access_request_events
  where account_id = $1 and access_request_id = $2 and type = 'comment' and actor_id > 0`)
const byId = [{ key: 'id', column: 'e.id', kind: 'number' }] as const

/** The history is sorted in the order it happened. */
export const EVENT_SORTING: Sorting = { fallback: byId, cursor: { id: byId } }

/** Inserts an event with the caller as its actor, and returns its id. */
export async function insertEvent(tx: Context, requestId: number, event: NewEvent): Promise<number> {
  const { type, from_state = null, to_state = null, body = '' } = event
  const row = await tx.db.first(insert(tx.account.id, requestId, type, tx.actor.id, from_state, to_state, body, tx.now))
  return ensureDefined(row).id
}

function select(ctx: Context, requestId: number) {
  return q
    .selectFrom('access_request_events as e')
    .leftJoin('users as u', (join) => join.onRef('u.account_id', '=', 'e.account_id').onRef('u.id', '=', 'e.actor_id'))
    .select(['e.id', 'e.type', 'e.actor_id', 'e.from_state', 'e.to_state', 'e.body', 'e.created_at', 'u.name as actor_name'])
    .where('e.account_id', '=', ctx.account.id)
    .where('e.access_request_id', '=', requestId)
    .$castTo<EventRow>()
}

/** A page of the history of a request; only its comments with `onlyComments`. */
export function listEvents(ctx: Context, requestId: number, onlyComments: boolean, paging: Paging): Promise<Page<EventRow>> {
  const query = select(ctx, requestId)
  return readPage<EventRow>(ctx, onlyComments ? query.where('e.type', '=', 'comment') : query, paging)
}

/** One event of a request. It must exist. */
export async function getEvent(ctx: Context, requestId: number, id: number): Promise<EventRow> {
  return ctx.db.one(select(ctx, requestId).where('e.id', '=', id).$castTo<EventRow>())
}

/** The ids of the users who have commented on a request. */
export async function findCommenters(ctx: Context, requestId: number): Promise<number[]> {
  return (await ctx.db.all(selectCommenters(ctx.account.id, requestId))).map((row) => row.actor_id)
}
