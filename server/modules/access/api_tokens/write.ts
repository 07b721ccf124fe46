/** Writing a new API token down: what every way of making one has in common. Who may make it is settled before. */
import { requirePerson } from '../../../permissions/duties.ts'
import { credentialsTopic } from '../../../auth/credentials.ts'
import { requireEveryScope } from '../../../auth/scopes.ts'
import { creationEndedAt } from '../../../auth/retirement.ts'
import { hashSecret, makeSecret, visiblePart } from '../../../auth/secrets.ts'
import type { Context } from '../../../context.ts'
import { refuseInvalid } from '../../../errors.ts'
import { wireTime } from '../../../lib/clock.ts'
import { requireApartFromValueOf, withCombined } from '../access_requests/separation.ts'
import { recordAudit } from '../../common/audit_logs/record_store.ts'
import { type ApiTokenRow, countApiTokensLocked, insertApiToken, type NewApiToken } from './store.ts'
import { takeTrackerIssue } from './tracker.ts'

/** API tokens an account may have, inactive ones too. @source docs/reference/authentication.md §2.2 */
const MOST = 256

/** A token just made. `token` is its value, which is nowhere else. */
export interface IssuedApiToken {
  readonly row: ApiTokenRow
  readonly token: string
}

/** A token as an act asks for it. */
export type ApiTokenDraft = Omit<NewApiToken, 'token_hash' | 'visible_token'>

/** @throws RecordInvalid once the instance creates no API tokens any more @source docs/reference/authentication.md §2.4 */
export function refuseAfterCreationEnds(ctx: Context): void {
  const ended = creationEndedAt(ctx.account, ctx)
  if (ended === null) return
  const description = `No API tokens are created any more since ${wireTime(ended).slice(0, 10)}: use an OAuth client`
  refuseInvalid({ base: [{ description, error: 'InvalidValue' }] })
}

/**
 * Writes a new token as the caller's, with its entry of the audit log. Its value is kept as a hash only. Done in person: an API token that
 * has leaked must not make another one that outlives it. `issue` is the issue of an outside tracker that is its ground, where one is.
 * @throws Forbidden for a credential that others hold, too, and for whoever had a part in its request that is kept apart from the value
 * @throws MissingScope for an access token that may do less than the API token could
 * @throws RecordInvalid past 256 tokens, when none are created any more, or when a token was made for the issue already
 * @source docs/reference/specification.md §5.4; docs/reference/authentication.md §2; docs/reference/access_governance.md §6.2
 */
export async function writeApiToken(
  tx: Context,
  draft: ApiTokenDraft,
  change_description: string,
  issue?: string,
): Promise<IssuedApiToken> {
  requireEveryScope(tx.auth)
  requirePerson(tx)
  const combined = await requireApartFromValueOf(tx, draft)
  refuseAfterCreationEnds(tx)
  if ((await countApiTokensLocked(tx)) >= MOST) {
    const description = `An account can have ${MOST} API tokens at most: delete one that is not used any more`
    refuseInvalid({ base: [{ description, error: 'TooManyValues' }] })
  }
  const token = makeSecret('dhp')
  const visible_token = visiblePart(token)
  const row = await insertApiToken(tx, { ...draft, visible_token, token_hash: hashSecret(tx.services.pepper, token) })
  if (issue !== undefined) await takeTrackerIssue(tx, issue, row.id)
  await recordAudit(tx, {
    action: 'create',
    source_type: 'apitoken',
    source_id: row.id,
    source_label: draft.description,
    change_description: withCombined(change_description, combined),
    details: { ...draft, visible_token },
  })
  await tx.services.cache.invalidate(tx.db, credentialsTopic(tx.account.id))
  return { row, token }
}
