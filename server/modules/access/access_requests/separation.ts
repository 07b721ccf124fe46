/** SEPARATION OF DUTIES over values: the one check of every act that shows or makes a value of a request's credential. */
import type { Context } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'
import { combinesReview, type Participation, valueRefusal } from './steps.ts'
import { findAccessRequest, findRequestOfIntegration } from './store.ts'

/** How a credential belongs to a request: directly, or through the integration that owns it. */
export interface RequestOwned {
  readonly access_request_id: number | null
  readonly integration_id: number | null
}

/** The note in the audit log where the account's settings let one person review a request and make the value of its credential. */
const COMBINED = 'By the engineer who also reviewed it, which the settings of this instance allow'

/**
 * Requires that the caller may see or make a value of a credential of this request. Those who filed, approved, reviewed or decided on it
 * may not, whatever duties they have now. The reviewer may if the setting `engineer_may_review` is on; then the note for the audit log is
 * returned, otherwise null.
 * @throws Forbidden naming the part they had
 * @source docs/reference/access_governance.md §3
 */
export function requireValueSeparation(ctx: Context, request: Participation): string | null {
  const { access } = ctx.account.settings
  const refusal = valueRefusal(ctx.actor, access, request)
  if (refusal !== undefined) throw new Forbidden(refusal)
  return combinesReview(ctx.actor, access, request) ? COMBINED : null
}

/**
 * As {@link requireValueSeparation}, for a credential: checks the request it was made for and the request of the integration it belongs to.
 * A credential with neither passes.
 * @throws Forbidden naming the part they had
 * @source docs/reference/access_governance.md §3
 */
export async function requireValueSeparationOf(tx: Context, { access_request_id, integration_id }: RequestOwned): Promise<string | null> {
  const own = access_request_id === null ? undefined : await findAccessRequest(tx, access_request_id)
  const owner = integration_id === null ? undefined : await findRequestOfIntegration(tx, integration_id)
  const words = [own, owner].map((request) => (request === undefined ? null : requireValueSeparation(tx, request)))
  return words.find((word) => word !== null) ?? null
}

/** Appends the note that reviewer and engineer were one person to a sentence of the audit log, if there is one. */
export function withCombined(sentence: string, combined: string | null): string {
  return combined === null ? sentence : `${sentence}. ${combined}`
}
