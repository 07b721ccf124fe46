/** The act of issuing an API token. */
import { requirePermission } from '../../access/permissions.ts'
import { actorById } from '../../auth/actors.ts'
import { credentialsTopic } from '../../auth/credentials.ts'
import { requireEveryScope } from '../../auth/scopes.ts'
import { hashSecret, makeSecret, visiblePart } from '../../auth/secrets.ts'
import { type Context, inTransaction } from '../../context.ts'
import { type Details, refuseInvalid } from '../../errors.ts'
import { recordAudit } from '../audit_logs/record_store.ts'
import { checkDescription, checkException, checkExpiry, checkLevel } from './check.ts'
import type { NewApiTokenInput } from './schema.ts'
import { type ApiTokenRow, countApiTokensLocked, insertApiToken } from './store.ts'

/** API tokens an account may have, inactive ones too. @source auth.md §2 Max per account */
const MOST = 256

/** A token just made. `token` is its value, which is nowhere else. */
export interface IssuedApiToken {
  readonly row: ApiTokenRow
  readonly token: string
}

/**
 * Makes an API token, created by the caller. Its value is kept as a hash only.
 * @throws Forbidden for anyone but administrators
 * @throws MissingScope for an access token that may do less than the API token could
 * @throws RecordInvalid for a description that is no URL, an exception without a reason, a level below administrator, and past 256 tokens
 * @source spec §5.4, §5.6; auth.md §2
 */
export async function createApiToken(ctx: Context, given: NewApiTokenInput): Promise<IssuedApiToken> {
  requirePermission(ctx, 'api_token.manage')
  requireEveryScope(ctx.auth)
  const draft = {
    description: given.description?.trim() ?? '',
    exception: given.exception || null,
    reason: given.reason?.trim() || null,
    assigned_user_id: given.assigned_user_id ?? null,
    expires_at: given.expires_at ?? null,
  }
  const { description, exception, reason } = draft
  const details = {
    ...checkDescription(description, exception),
    ...checkException(exception, reason),
    ...checkExpiry(draft.expires_at, ctx.now),
    ...checkLevel(given),
  }
  refuseInvalid({ ...details, ...(await checkAssignee(ctx, draft.assigned_user_id)) })
  const token = makeSecret('dhp')
  const visible_token = visiblePart(token)
  const row = await inTransaction(ctx, async (tx) => {
    if ((await countApiTokensLocked(tx)) >= MOST)
      refuseInvalid({
        base: [
          { description: `An account can have ${MOST} API tokens at most: delete one that is not used any more`, error: 'TooManyValues' },
        ],
      })
    const row = await insertApiToken(tx, { ...draft, visible_token, token_hash: hashSecret(ctx.services.pepper, token) })
    await recordAudit(tx, {
      action: 'create',
      source_type: 'apitoken',
      source_id: row.id,
      source_label: description,
      change_description:
        exception === null ? `Created for the access request ${description}` : `Created by the exception ${exception}: ${reason}`,
      details: { ...draft, visible_token },
    })
    await tx.services.memory.forget(tx.db, credentialsTopic(ctx.account.id))
    return row
  })
  return { row, token }
}

async function checkAssignee(ctx: Context, id: number | null): Promise<Details> {
  if (id === null || (await actorById(ctx.services, ctx.account, id)) !== undefined) return {}
  return { assigned_user_id: [{ description: 'Assigned user: must be a user who may sign in', error: 'InvalidValue' }] }
}
