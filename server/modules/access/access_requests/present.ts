import { hasDuty } from '#permissions/duties.ts'
import type { AnswerOf } from '#http/route.ts'
import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import { adviceFor } from './check.ts'
import type { EventRow } from './event_store.ts'
import type { NextStep as RemainingStep } from './next.ts'
import { pageUrlOf } from './page_url.ts'
import type { RequestState, ValueAct } from './states.ts'
import { listAllowedSteps, stepFor, valueRefusal } from './steps.ts'
import type { AccessRequestRow } from './store.ts'
import { textVersionOf } from './text_version.ts'
import type { AccessRequest, AccessRequestComment, AccessRequestEvent, NextStep } from './schema.ts'

/** States with a credential that can be rotated. */
const ROTATED: readonly RequestState[] = ['issued', 'handed_over', 'active']

/** The API URL of an access request. */
export const accessRequestUrl = (ctx: Context, id: number) => urlOf(ctx.caller.base_url, `access_requests/${id}`)

/** The most people listed for a step; `count` has their full number. */
const MAX_NAMED = 10

/** A remaining step and the people who could take it. If there are none, an administrator also gets the way to fix it. */
export function presentNextStep({ actor }: Context, { step, people, stuck }: RemainingStep): AnswerOf<typeof NextStep> {
  const problem = stuck === null ? null : actor.role === 'admin' ? `${stuck.why} ${stuck.remedy}` : stuck.why
  return { step, people: people.slice(0, MAX_NAMED).map(({ id, name }) => ({ id, name })), count: people.length, problem }
}

/** An access request as JSON for the caller, with its remaining steps. */
export function presentAccessRequest(ctx: Context, row: AccessRequestRow, next: readonly RemainingStep[]): AnswerOf<typeof AccessRequest> {
  return {
    id: row.id,
    url: accessRequestUrl(ctx, row.id),
    page_url: pageUrlOf(ctx, row.id),
    kind: row.kind,
    state: row.state,
    title: row.title,
    business_reason: row.business_reason,
    use_case: row.use_case,
    integration_kind: row.integration_kind,
    scopes: row.scopes,
    lifetime_days: row.lifetime_days,
    external_url: row.external_url,
    advice: adviceFor(row),
    requester_id: row.requester_id,
    manager_id: row.manager_id,
    approved_by_id: row.approved_by_id,
    reviewed_by_id: row.reviewed_by_id,
    decided_by_id: row.decided_by_id,
    issued_by_id: row.issued_by_id,
    deadline_at: wireTimeOrNull(row.deadline_at),
    api_token_id: row.api_token_id,
    integration_id: row.integration_id,
    shared_secret_id: row.shared_secret_id,
    approved_at: wireTimeOrNull(row.approved_at),
    reviewed_at: wireTimeOrNull(row.reviewed_at),
    accepted_at: wireTimeOrNull(row.accepted_at),
    issued_at: wireTimeOrNull(row.issued_at),
    handed_over_at: wireTimeOrNull(row.handed_over_at),
    activated_at: wireTimeOrNull(row.activated_at),
    closed_at: wireTimeOrNull(row.closed_at),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    text_version: textVersionOf(row),
    allowed_steps: listAllowedSteps(ctx.actor, row, ctx.account.settings.access, ctx.now).filter(
      (name) => ctx.auth.is_personal || stepFor(name, row)?.in_person !== true,
    ),
    allowed_acts: allowedActs(ctx, row, next),
    next_steps: next.map((step) => presentNextStep(ctx, step)),
  }
}

/** What the caller may do now with the value of the credential of a request. A value that waits to be opened counts as handed over. */
function allowedActs(ctx: Context, row: AccessRequestRow, [next]: readonly RemainingStep[]): ValueAct[] {
  const { account, actor, auth } = ctx
  const isApart = valueRefusal(actor, account.settings.access, row) === undefined
  if (!auth.is_personal || !isApart || !hasDuty(ctx, 'engineer')) return []
  const holds = (row.integration_id ?? row.api_token_id) !== null && ROTATED.includes(row.state)
  return [
    ...(row.kind === 'api_token' && row.state === 'issued' && next?.step !== 'open' ? (['hand_over'] as const) : []),
    ...(holds ? (['rotate'] as const) : []),
  ]
}

/** An event of the history. Automatic events have the actor "System". */
export function presentEvent(row: EventRow): AnswerOf<typeof AccessRequestEvent> {
  const { id, type, actor_id, actor_name, from_state, to_state, body, created_at } = row
  return { id, type, actor_id, actor_name: actor_name ?? 'System', from_state, to_state, body, created_at: wireTime(created_at) }
}

/** An event that is a comment, as a comment. */
export function presentComment({ id, body, actor_id, actor_name, created_at }: EventRow): AnswerOf<typeof AccessRequestComment> {
  return { id, body, author_id: actor_id, author_name: actor_name ?? 'System', created_at: wireTime(created_at) }
}
