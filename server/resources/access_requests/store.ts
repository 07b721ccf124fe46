/** Every statement on one access request; lists: list_store.ts, the history: event_store.ts. */
import { takenBy } from '../../http/taken.ts'
import type { Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import { fixed, q } from '../../db/builder.ts'
import type { Db } from '../../db/client.ts'
import type { AccessRequestsTable } from '../../db/tables.ts'
import { NotFound } from '../../errors.ts'
import type { RequestKind, RequestState } from './states.ts'
import type { StepName } from './step_table.ts'

/** An access request as stored. */
export type AccessRequestRow = Omit<Selectable<AccessRequestsTable>, 'account_id' | 'kind' | 'state'> & {
  readonly kind: RequestKind
  readonly state: RequestState
}

/** What whoever files a request says; what else a new row holds follows. */
export type RequestTexts = Pick<
  AccessRequestRow,
  'title' | 'business_reason' | 'use_case' | 'integration_kind' | 'scopes' | 'lifetime_days' | 'external_url'
>

/** What a request leads to. */
export type RequestLinks = Partial<Pick<AccessRequestRow, 'api_token_id' | 'integration_id' | 'shared_secret_id'>>

/** What is said when another request stands for the same issue. */
export const EXTERNAL_URL_TAKEN = takenBy(
  'access_requests_external_url',
  'external_url',
  'External URL',
  'has already been taken by another access request',
)

/** The columns of an {@link AccessRequestRow}. */
export const REQUEST_COLUMNS = [
  ...(['id', 'kind', 'state', 'title', 'business_reason', 'use_case', 'integration_kind', 'scopes', 'lifetime_days'] as const),
  ...(['requester_id', 'manager_id', 'approved_by_id', 'reviewed_by_id', 'decided_by_id', 'issued_by_id'] as const),
  ...(['external_url', 'deadline_at', 'api_token_id', 'integration_id', 'shared_secret_id'] as const),
  ...(['approved_at', 'reviewed_at', 'accepted_at', 'issued_at', 'handed_over_at', 'activated_at', 'closed_at'] as const),
  ...(['created_at', 'updated_at'] as const),
] as const

const LISTED = REQUEST_COLUMNS.join(', ')
const byId = fixed<AccessRequestRow>(`select ${LISTED} from access_requests where account_id = $1 and id = $2`)
const locked = fixed<AccessRequestRow>(`select ${LISTED} from access_requests where account_id = $1 and id = $2 for update`)
const byExternalUrl = fixed<AccessRequestRow>(`select ${LISTED} from access_requests where account_id = $1
  and rtrim(split_part(external_url, '#', 1), '/') = $2 order by id limit 1`)
const accountsWaiting = fixed<{ account_id: number }>(`select distinct r.account_id from access_requests r
    where r.account_id = any($1::bigint[]) and r.deadline_at <= $2
  union
  select r.account_id from access_requests r join api_tokens t on t.account_id = r.account_id and t.id = r.api_token_id
    where r.account_id = any($1::bigint[]) and t.account_id = any($1::bigint[]) and r.state = 'handed_over' and t.last_used_at is not null`)
const waiting = fixed<{ id: number; step: 'expire' | 'activate' }>(`select r.id, 'expire' as step from access_requests r
    where r.account_id = $1 and r.deadline_at <= $2
  union all
  select r.id, 'activate' as step from access_requests r join api_tokens t on t.account_id = r.account_id and t.id = r.api_token_id
    where r.account_id = $1 and t.account_id = $1 and r.state = 'handed_over' and t.last_used_at is not null
  order by 1`)

/** The access request, whoever asks; undefined when there is none. */
export function findAccessRequest(ctx: Context, id: number): Promise<AccessRequestRow | undefined> {
  return ctx.db.first(byId(ctx.account.id, id))
}

/** The access request, whoever asks. @throws NotFound */
export async function getAccessRequest(ctx: Context, id: number): Promise<AccessRequestRow> {
  return found(await findAccessRequest(ctx, id))
}

/** The access request, held against every change until the transaction ends. @throws NotFound */
export async function lockAccessRequest(tx: Context, id: number): Promise<AccessRequestRow> {
  return found(await tx.db.first(locked(tx.account.id, id)))
}

/** The access request that stands for an issue of an outside tracker; `url` as `issueOf` has it. */
export function findByExternalUrl(ctx: Context, url: string): Promise<AccessRequestRow | undefined> {
  return ctx.db.first(byExternalUrl(ctx.account.id, url))
}

/** Writes a new access request as the caller's. */
export async function insertAccessRequest(
  tx: Context,
  request: RequestTexts & Pick<AccessRequestRow, 'kind' | 'manager_id'> & { readonly deadline_at: Date },
): Promise<AccessRequestRow> {
  const { now } = tx
  const values = {
    ...request,
    account_id: tx.account.id,
    state: 'submitted',
    requester_id: tx.actor.id,
    created_at: now,
    updated_at: now,
  }
  return (await tx.db.first(q.insertInto('access_requests').values(values).returning(REQUEST_COLUMNS))) as AccessRequestRow
}

/** Writes changed members of an access request. */
export async function updateAccessRequest(
  tx: Context,
  id: number,
  change: Partial<Omit<AccessRequestRow, 'id' | 'created_at' | 'updated_at'>>,
): Promise<AccessRequestRow> {
  const statement = q
    .updateTable('access_requests')
    .set({ ...change, updated_at: tx.now })
    .where('account_id', '=', tx.account.id)
    .where('id', '=', id)
    .returning(REQUEST_COLUMNS)
  return found((await tx.db.first(statement)) as AccessRequestRow | undefined)
}

/** Of these accounts those where a request has waited too long at `now`, or a credential was used for the first time. */
export async function accountsWithRequestsDue(db: Db, accountIds: readonly number[], now: Date): Promise<number[]> {
  return (await db.all(accountsWaiting(accountIds, now))).map((row) => row.account_id)
}

/** The requests whose time has come, and the step each is to take. */
export function findRequestsDue(ctx: Context): Promise<{ id: number; step: StepName }[]> {
  return ctx.db.all(waiting(ctx.account.id, ctx.now))
}

function found(row: AccessRequestRow | undefined): AccessRequestRow {
  if (row === undefined) throw new NotFound()
  return row
}
