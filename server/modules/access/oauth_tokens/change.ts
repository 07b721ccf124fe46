/** Creates and revokes tokens through the API. */
import { ensureDefined } from '#lib/defined.ts'
import { can, requirePermission } from '#permissions/permissions.ts'
import { invalidateOAuthToken } from '#auth/credentials.ts'
import { IN_PERSON, isHeldByUserOnly, requireHeldByUserOnly } from '#auth/in_person.ts'
import { describeUnknownScopes } from '#auth/scope_words.ts'
import { areWellFormed, withinCeiling } from '#auth/scopes.ts'
import { isWithinCeilingOf } from './client.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, MissingScope, NotFound, refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import { requireValueSeparationOf, withCombined } from '../access_requests/separation.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { refuseUngrantable, whyUngrantable } from '../oauth_clients/marks.ts'
import { findOAuthClient, type OAuthClientRow } from '../oauth_clients/store.ts'
import type { OAuthTokenInput } from './schema.ts'
import { ENDLESS, makeTokenSecrets } from './secrets.ts'
import { deleteOAuthToken, getOAuthToken, insertOAuthToken, type OAuthTokenRow } from './store.ts'

/**
 * Creates a token for the caller that is valid until it is revoked. A caller with an access token can grant at most that token's scopes.
 * The new token acts in person only if it has the scope and the caller has signed in themselves; otherwise a program could extend a user's
 * consent without end.
 * @throws Forbidden for anyone but administrators, for `in_person` with a token, and with a client of an integration for a caller with a
 * part in its access request
 * @throws MissingScope @throws RecordInvalid
 * @source docs/reference/authentication.md §4.5
 */
export async function createOAuthToken(ctx: Context, given: OAuthTokenInput): Promise<{ row: OAuthTokenRow; token: string }> {
  requirePermission(ctx, 'oauth_token.create')
  const scopes = [...new Set((given.scopes ?? []).map((scope) => scope.trim()).filter(Boolean))]
  const client = typeof given.client_id === 'number' ? await findOAuthClient(ctx, given.client_id) : undefined
  if (scopes.includes(IN_PERSON)) requireHeldByUserOnly(ctx, `Granting ${IN_PERSON}`)
  refuseInvalid({ ...checkClientId(given, client), ...checkScopes(scopes, client) })
  const beyond = scopes.filter((scope) => !withinCeiling([scope], ctx.auth.scopes))
  if (beyond.length > 0) throw new MissingScope(beyond)
  const { token, stored } = makeTokenSecrets(ctx, ENDLESS)
  const row = await inTransaction(ctx, async (tx) => {
    const { id, name, integration_id } = ensureDefined(client)
    await refuseUngrantable(tx, id, scopes, true)
    const combined = await requireValueSeparationOf(tx, { access_request_id: null, integration_id })
    const is_personal = isHeldByUserOnly(ctx.auth)
    const row = await insertOAuthToken(tx, { client_id: id, user_id: ctx.actor.id, scopes, grant_type: null, is_personal }, stored)
    await recordAudit(tx, {
      action: 'create',
      source_type: 'oauth_token',
      source_id: row.id,
      source_label: name,
      change_description: withCombined(`Created with the scopes ${scopes.join(' ')}`, combined),
      details: { client_id: id, user_id: ctx.actor.id },
    })
    return row
  })
  return { row, token }
}

function checkClientId(given: OAuthTokenInput, client: OAuthClientRow | undefined): Details {
  if (client !== undefined) return {}
  const blank = given.client_id === undefined || given.client_id === null
  return {
    client_id: [blank ? makeBlankProblem('Client') : makeInvalidProblem('Client')],
  }
}

function checkScopes(scopes: readonly string[], client: OAuthClientRow | undefined): Details {
  if (scopes.length === 0) return { scopes: [makeBlankProblem('Scopes')] }
  if (!areWellFormed(scopes)) return { scopes: [{ description: 'Scopes: are invalid', error: 'InvalidFormat' }] }
  const unknown = describeUnknownScopes(scopes)
  if (unknown !== null) return { scopes: [{ description: `Scopes: ${unknown}`, error: 'InvalidValue' }] }
  const why = client === undefined ? null : whyUngrantable(client, scopes, true)
  if (why !== null) return { scopes: [{ description: `Scopes: ${why}`, error: 'InvalidValue' }] }
  return client === undefined || isWithinCeilingOf(client, scopes)
    ? {}
    : { scopes: [{ description: 'Scopes: go beyond what the client may be granted', error: 'InvalidValue' }] }
}

/** A token of the caller, or for administrators of any user. @throws NotFound also for a token that the caller may not see */
export async function getOwnToken(ctx: Context, id: number): Promise<OAuthTokenRow> {
  const row = await getOAuthToken(ctx, id)
  if (row.user_id !== ctx.actor.id && !can(ctx, 'oauth_token.manage_all')) throw new NotFound()
  return row
}

/** The token the call is made with. @throws NotFound for a call without an access token */
export async function getCurrentToken(ctx: Context): Promise<OAuthTokenRow> {
  if (ctx.auth.kind !== 'oauth' || ctx.auth.credential_id === null) throw new NotFound()
  return getOAuthToken(ctx, ctx.auth.credential_id)
}

/** Revokes a token the caller may revoke; the next call with it is refused in every process. @throws NotFound when it is already deleted */
export async function revokeOAuthToken(ctx: Context, token: OAuthTokenRow): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await endOAuthToken(tx, token, 'Revoked'))) throw new NotFound()
  })
}

/**
 * Deletes a token with everything refreshed from it, in the caller's transaction; false when it was already deleted. Call it last in the
 * transaction, because it invalidates caches. `why` is the description in the audit log.
 */
export async function endOAuthToken(
  tx: Context,
  token: Pick<OAuthTokenRow, 'id' | 'client_id' | 'user_id'>,
  why: string,
): Promise<boolean> {
  const { id, client_id, user_id } = token
  const hash = await deleteOAuthToken(tx, id)
  if (hash === undefined) return false
  const client = await findOAuthClient(tx, client_id)
  await recordAudit(tx, {
    action: 'destroy',
    source_type: 'oauth_token',
    source_id: id,
    source_label: client?.name ?? String(client_id),
    change_description: why,
    details: { client_id, user_id },
  })
  await invalidateOAuthToken(tx, hash)
  return true
}
