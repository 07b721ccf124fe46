/** Every statement on single access requests. Lists are in list_store.ts, the history in event_store.ts. */
import { hash } from 'node:crypto'
import { uniqueIndex } from '#http/unique_values.ts'
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { accountsWith } from '#db/clocks.ts'
import type { AccessRequestsTable } from '#db/tables.ts'
import { NotFound } from '#core/errors.ts'
import { type TrackerIssue, trackerIssue } from '#lib/tracker_issue.ts'
import type { RequestKind, RequestState } from './states.ts'
import type { StepName } from './step_table.ts'

/** An access request as stored. */
export type AccessRequestRow = Omit<Selectable<AccessRequestsTable>, 'account_id' | 'external_key' | 'kind' | 'state'> & {
  readonly kind: RequestKind
  readonly state: RequestState
}

/** The columns the requester fills in when filing. */
export type RequestTexts = Pick<
  AccessRequestRow,
  'title' | 'business_reason' | 'use_case' | 'integration_kind' | 'scopes' | 'lifetime_days' | 'external_url'
>

/** The ids of what a request results in. */
export type RequestLinks = Partial<Pick<AccessRequestRow, 'api_token_id' | 'integration_id' | 'shared_secret_id'>>

/** The error when another request already stands for the same issue. */
export const EXTERNAL_URL_TAKEN = uniqueIndex(
  'access_requests_external_key',
  'external_url',
  'External URL',
  'has already been taken by another access request',
)

/** The columns of an {@link AccessRequestRow}. */
export const REQUEST_COLUMNS = [
  'id',
  'kind',
  'state',
  'title',
  'business_reason',
  'use_case',
  'integration_kind',
  'scopes',
  'lifetime_days',
  'requester_id',
  'manager_id',
  'approved_by_id',
  'reviewed_by_id',
  'decided_by_id',
  'issued_by_id',
  'external_url',
  'deadline_at',
  'api_token_id',
  'integration_id',
  'shared_secret_id',
  'approved_at',
  'reviewed_at',
  'accepted_at',
  'issued_at',
  'handed_over_at',
  'activated_at',
  'closed_at',
  'created_at',
  'updated_at',
] as const

/** A {@link Participation} of the request `r`, as one JSON value, for statements that join requests. */
export const PARTICIPATION = `json_build_object('kind', r.kind, 'requester_id', r.requester_id, 'approved_by_id', r.approved_by_id,
  'reviewed_by_id', r.reviewed_by_id, 'decided_by_id', r.decided_by_id)`

const LISTED = REQUEST_COLUMNS.join(', ')
const byId = defineStatement<AccessRequestRow>(`select ${LISTED} from access_requests where account_id = $1 and id = $2`)
const lockRequest = defineStatement<AccessRequestRow>(`select ${LISTED} from access_requests where account_id = $1 and id = $2 for update`)
const byExternalKey = defineStatement<AccessRequestRow>(`select ${LISTED} from access_requests where account_id = $1
  and external_key = sha256(convert_to($2, 'UTF8'))`)
const ofIntegration = defineStatement<AccessRequestRow>(`select ${LISTED} from access_requests where account_id = $1
  and id = (select i.access_request_id from integrations i where i.account_id = $1 and i.id = $2)`)
const selectDueSteps = defineStatement<{ id: number; step: 'expire' | 'activate' }>(`select r.id, 'expire' as step from access_requests r
    where r.account_id = $1 and r.deadline_at <= $2
  union all
  select r.id, 'activate' as step from access_requests r join api_tokens t on t.account_id = r.account_id and t.id = r.api_token_id
    where r.account_id = $1 and t.account_id = $1 and r.state = 'handed_over' and t.last_used_at is not null
  order by 1`)

/** The access request, without a check of rights; undefined when there is none. */
export function findAccessRequest(ctx: Context, id: number): Promise<AccessRequestRow | undefined> {
  return ctx.db.first(byId(ctx.account.id, id))
}

/** The access request, without a check of rights. @throws NotFound */
export async function getAccessRequest(ctx: Context, id: number): Promise<AccessRequestRow> {
  return requireFound(await findAccessRequest(ctx, id))
}

/** The access request an integration was made for, without a check of rights; undefined when there is no such integration. */
export function findRequestOfIntegration(ctx: Context, integrationId: number): Promise<AccessRequestRow | undefined> {
  return ctx.db.first(ofIntegration(ctx.account.id, integrationId))
}

/** The access request, with the row locked until the transaction ends. @throws NotFound */
export async function lockAccessRequest(tx: Context, id: number): Promise<AccessRequestRow> {
  return requireFound(await tx.db.first(lockRequest(tx.account.id, id)))
}

/** The access request that stands for an issue of an external tracker, in any state; undefined when there is none. */
export function findByExternalUrl(ctx: Context, { key }: TrackerIssue): Promise<AccessRequestRow | undefined> {
  return ctx.db.first(byExternalKey(ctx.account.id, key))
}

/** The lookup key of an issue as stored; null when the URL is absent or names no issue. */
function keyOf(external_url: string | null): Buffer | null {
  const issue = external_url === null ? undefined : trackerIssue(external_url)
  return issue === undefined ? null : hash('sha256', issue.key, 'buffer')
}

/** Inserts an access request with the caller as requester. */
export async function insertAccessRequest(
  tx: Context,
  request: RequestTexts & Pick<AccessRequestRow, 'kind' | 'manager_id'> & { readonly deadline_at: Date },
): Promise<AccessRequestRow> {
  const { now } = tx
  const values = {
    ...request,
    external_key: keyOf(request.external_url),
    account_id: tx.account.id,
    state: 'submitted',
    requester_id: tx.actor.id,
    created_at: now,
    updated_at: now,
  }
  return tx.db.one(q.insertInto('access_requests').values(values).returning(REQUEST_COLUMNS).$castTo<AccessRequestRow>())
}

/** Updates columns of an access request. @throws NotFound */
export async function updateAccessRequest(
  tx: Context,
  id: number,
  change: Partial<Omit<AccessRequestRow, 'id' | 'created_at' | 'updated_at'>>,
): Promise<AccessRequestRow> {
  const statement = q
    .updateTable('access_requests')
    .set({ ...change, ...(change.external_url === undefined ? {} : { external_key: keyOf(change.external_url) }), updated_at: tx.now })
    .where('account_id', '=', tx.account.id)
    .where('id', '=', id)
    .returning(REQUEST_COLUMNS)
    .$castTo<AccessRequestRow>()
  return requireFound(await tx.db.first(statement))
}

/** Selects the accounts with a request that is overdue, or whose credential was used for the first time. */
export const accountsWithScheduledRequests = accountsWith(
  'access_requests d left join api_tokens t on t.account_id = d.account_id and t.id = d.api_token_id',
  `d.deadline_at <= c.now or (d.state = 'handed_over' and t.last_used_at is not null)`,
)

/** The requests with scheduled work, and the step to take on each. */
export function findScheduledRequests(ctx: Context): Promise<{ id: number; step: StepName }[]> {
  return ctx.db.all(selectDueSteps(ctx.account.id, ctx.now))
}

function requireFound(row: AccessRequestRow | undefined): AccessRequestRow {
  if (row === undefined) throw new NotFound()
  return row
}
