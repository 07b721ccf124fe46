/** SEPARATION OF DUTIES over values: the one question that every act asks that shows or makes a value of a credential of a request. */
import type { Context } from '../../../context.ts'
import { Forbidden } from '../../../errors.ts'
import { combinesReview, type Participation, valueRefusal } from './steps.ts'
import { findAccessRequest, findRequestOfIntegration } from './store.ts'

/** A credential as far as it belongs to a request: by itself, or by the integration that owns it. */
export interface RequestOwned {
  readonly access_request_id: number | null
  readonly integration_id: number | null
}

/** What the audit log says where the instance lets one person review a request and make the value of its credential. */
const COMBINED = 'By the engineer who reviewed it, too, which this instance allows'

/**
 * May the caller see or make a value of a credential of this request? Whoever filed, approved, reviewed or decided on it may not, whatever
 * duties they have since; the reviewer may where the instance lets the engineer be the reviewer. The sentence for the audit log in that
 * case, or null.
 * @throws Forbidden naming the part they had
 * @source docs/reference/access_governance.md §3
 */
export function requireApartFromValue(ctx: Context, request: Participation): string | null {
  const { access } = ctx.account.settings
  const refusal = valueRefusal(ctx.actor, access, request)
  if (refusal !== undefined) throw new Forbidden(refusal)
  return combinesReview(ctx.actor, access, request) ? COMBINED : null
}

/**
 * As {@link requireApartFromValue}, for a credential: asked of the request it was made for, and of that of the integration it belongs to.
 * A credential without either has no request.
 * @throws Forbidden naming the part they had
 * @source docs/reference/access_governance.md §3
 */
export async function requireApartFromValueOf(tx: Context, { access_request_id, integration_id }: RequestOwned): Promise<string | null> {
  const own = access_request_id === null ? undefined : await findAccessRequest(tx, access_request_id)
  const owner = integration_id === null ? undefined : await findRequestOfIntegration(tx, integration_id)
  const words = [own, owner].map((request) => (request === undefined ? null : requireApartFromValue(tx, request)))
  return words.find((word) => word !== null) ?? null
}

/** Beside a sentence of the audit log, that reviewer and engineer were one person, where they were. */
export function withCombined(sentence: string, combined: string | null): string {
  return combined === null ? sentence : `${sentence}. ${combined}`
}
