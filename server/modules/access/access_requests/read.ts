/** Access requests as JSON with their remaining steps. The number of statements does not depend on the number of requests. */
import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { ensureDefined } from '#lib/defined.ts'
import { findAccessPerson } from './people/store.ts'
import { checkManager } from './manager.ts'
import type { RequestProgress } from './next.ts'
import { findNextSteps } from './next_store.ts'
import { kindRefusal } from './offer.ts'
import { presentAccessRequest, presentNextStep } from './present.ts'
import { requireFiler } from './rights.ts'
import type { AccessRequest, UnfiledAccessRequest } from './schema.ts'
import { REQUEST_KINDS, type RequestKind } from './states.ts'
import type { AccessRequestRow } from './store.ts'

/** Access requests as JSON for the caller. */
export async function showAccessRequests(ctx: Context, rows: readonly AccessRequestRow[]): Promise<AnswerOf<typeof AccessRequest>[]> {
  const next = await findNextSteps(ctx, rows)
  return rows.map((row, index) => presentAccessRequest(ctx, row, ensureDefined(next[index])))
}

/** One access request as JSON for the caller. */
export async function showAccessRequest(ctx: Context, row: AccessRequestRow): Promise<AnswerOf<typeof AccessRequest>> {
  const [next = []] = await findNextSteps(ctx, [row])
  return presentAccessRequest(ctx, row, next)
}

/**
 * A preview of a request the caller would file now: who approves it, and for each kind why it cannot be filed and who could take its steps.
 * @throws Forbidden for people who were not invited to file requests
 * @source docs/reference/specification.md §5.5.4, §5.6
 */
export async function showNewRequest(ctx: Context): Promise<AnswerOf<typeof UnfiledAccessRequest>> {
  requireFiler(ctx)
  const manager_id = (await findAccessPerson(ctx, ctx.actor.id))?.manager_id ?? null
  const [wrong] = Object.values(await checkManager(ctx, manager_id, ctx.actor.id)).flat()
  const next = await findNextSteps(
    ctx,
    REQUEST_KINDS.map((kind) => makeUnfiledRequest(ctx, kind, manager_id)),
  )
  return {
    manager_id,
    problem: wrong?.description ?? null,
    kinds: REQUEST_KINDS.map((kind, index) => ({
      kind,
      problem: kindRefusal(ctx, kind) ?? null,
      next_steps: ensureDefined(next[index]).map((step) => presentNextStep(ctx, step)),
    })),
  }
}

/** Without a manager, `manager_id` is 0: no user has that id, so no one can approve. */
function makeUnfiledRequest({ actor }: Context, kind: RequestKind, manager_id: number | null): RequestProgress {
  return {
    kind,
    state: 'submitted',
    requester_id: actor.id,
    manager_id: manager_id ?? 0,
    approved_by_id: null,
    reviewed_by_id: null,
    decided_by_id: null,
    issued_by_id: null,
    deadline_at: null,
    api_token_id: null,
    integration_id: null,
    shared_secret_id: null,
  }
}
