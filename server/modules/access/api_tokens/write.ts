/** Writes new API tokens: the common part of all ways to make one. The caller has checked its own rights to do so. */
import { requireInPerson } from '#auth/in_person.ts'
import { credentialsTopic } from '#auth/credentials.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { creationEndedAt } from '#auth/retirement.ts'
import { hashSecret, makeSecret, visiblePart } from '#core/secrets.ts'
import type { Context } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { formatDay } from '#lib/dates.ts'
import { requireValueSeparationOf, withCombined } from '../access_requests/separation.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { type ApiTokenRow, countApiTokensLocked, insertApiToken, type NewApiToken } from './store.ts'
import { claimIssueForToken } from './tracker.ts'

/** The most API tokens an account may have, including inactive ones. @source docs/reference/authentication.md §2.2 */
const MOST = 256

/** A new token. `token` is its value, which is stored nowhere. */
export interface IssuedApiToken {
  readonly row: ApiTokenRow
  readonly token: string
}

/** A token to make. */
export type ApiTokenDraft = Omit<NewApiToken, 'token_hash' | 'visible_token'>

/** Requires that the account still creates API tokens. @throws RecordInvalid @source docs/reference/authentication.md §2.4 */
export function refuseAfterCreationEnds(ctx: Context): void {
  const ended = creationEndedAt(ctx.account, ctx)
  if (ended === null) return
  const description = `API tokens can no longer be created since ${formatDay(ended)}: use an OAuth client`
  refuseInvalid({ base: [{ description, error: 'InvalidValue' }] })
}

/**
 * Writes a new token of the caller with its audit entry. Only the hash of its value is stored. The caller must act in person, so that a
 * leaked API token cannot make another one that outlives it. `issue` is the URL of the tracker issue the token is made for, if any.
 * @throws Forbidden for a credential that others may also hold, and for a caller whose part in the request is separated from its value
 * @throws MissingScope for an access token with fewer scopes than the API token
 * @throws RecordInvalid past 256 tokens, once no tokens are created any more, or when a token was already made for the issue
 * @source docs/reference/specification.md §5.4; docs/reference/authentication.md §2; docs/reference/access_governance.md §6.2
 */
export async function writeApiToken(
  tx: Context,
  draft: ApiTokenDraft,
  change_description: string,
  issue?: string,
): Promise<IssuedApiToken> {
  requireEveryScope(tx.auth)
  requireInPerson(tx)
  const combined = await requireValueSeparationOf(tx, draft)
  refuseAfterCreationEnds(tx)
  if ((await countApiTokensLocked(tx)) >= MOST) {
    const description = `An account can have ${MOST} API tokens at most: delete one that is not used any more`
    refuseInvalid({ base: [{ description, error: 'TooManyValues' }] })
  }
  const token = makeSecret('dhp')
  const visible_token = visiblePart(token)
  const row = await insertApiToken(tx, { ...draft, visible_token, token_hash: hashSecret(tx.services.pepper, token) })
  if (issue !== undefined) await claimIssueForToken(tx, issue, row.id)
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
