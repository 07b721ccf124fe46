/** OAuth consent: shows a client's request to a user and takes their decision. Both need a browser session. */
import { requireSession } from '#auth/in_person.ts'
import { scopeInWords } from '#auth/scope_words.ts'
import { hashSecret, makeSecret } from '#core/secrets.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import type { AnswerOf } from '#http/route.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { refuseUngrantable } from '../oauth_clients/marks.ts'
import { insertCode } from '../oauth_tokens/code_store.ts'
import { type AuthorizationRequest, readAuthorization, type RefusedRequest, type Target } from './request.ts'
import type { AuthorizationQuery, ConsentAnswer, DecisionInput } from './schema.ts'

/** Only a user in a session may consent: a program with their token or password must not be able to grant further access. */
const FOR_PEOPLE = 'Only a person who is signed in with a browser can allow this.'

/** The request for display, or the redirect for a request that must be refused. @throws Forbidden @throws OAuthError to show to the user */
export async function askConsent(ctx: Context, given: AuthorizationQuery): Promise<AnswerOf<typeof ConsentAnswer>> {
  requireSession(ctx, FOR_PEOPLE)
  const request = await readAuthorization(ctx, given)
  if ('refusal' in request) return { redirect_to: refusedAt(ctx, request) }
  const { client, redirect_uri } = request.target
  const { name, identifier, logo_url, kind } = client
  const { id, name: user_name, email } = ctx.actor
  return {
    authorization: {
      client: { name, identifier, company: client.company ?? '', description: client.description ?? '', logo_url, kind },
      user: { id, name: user_name, email },
      scopes: request.scopes.map(scopeInWords),
      redirect_host: new URL(redirect_uri).host,
    },
  }
}

/**
 * Takes the user's decision: with `allow` the client gets a code, with `deny` the error `access_denied`.
 * @returns the URL the browser is redirected to
 * @throws Forbidden @throws RecordInvalid for any other decision @throws OAuthError to show to the user
 * @source RFC 6749 §4.1.2; docs/reference/authentication.md §4.1
 */
export async function decide(ctx: Context, given: DecisionInput): Promise<string> {
  requireSession(ctx, FOR_PEOPLE)
  const request = await readAuthorization(ctx, given)
  if ('refusal' in request) return refusedAt(ctx, request)
  const { target } = request
  if (given.decision === 'deny')
    return answerAt(ctx, target, { error: 'access_denied', error_description: 'The user has not allowed this' })
  if (given.decision !== 'allow') refuseInvalid({ decision: [{ description: 'Decision: must be allow or deny', error: 'InvalidValue' }] })
  return answerAt(ctx, target, { code: await giveCode(ctx, request) })
}

async function giveCode(ctx: Context, { target, scopes, code_challenge, code_challenge_method }: AuthorizationRequest): Promise<string> {
  const { client, redirect_uri, redirect_uri_given } = target
  const code = makeSecret('dha')
  const requested = { redirect_uri, redirect_uri_given, scopes, code_challenge, code_challenge_method }
  await inTransaction(ctx, async (tx) => {
    const code_hash = hashSecret(tx.services.pepper, code)
    await refuseUngrantable(tx, client.id, scopes, true)
    await insertCode(tx, { code_hash, client_id: client.id, user_id: tx.actor.id, ...requested })
    await recordAudit(tx, {
      action: 'create',
      source_type: 'oauth_authorization',
      source_id: client.id,
      source_label: client.name,
      change_description: `Allowed ${client.identifier} the scopes ${scopes.join(' ')}`,
      details: { client_id: client.id, scopes, redirect_uri },
    })
  })
  return code
}

const refusedAt = (ctx: Context, { target, refusal }: RefusedRequest) => answerAt(ctx, target, refusal)

/**
 * The client's redirect URI with a response in its query. `iss` tells a client of several servers which one has responded.
 * @source RFC 6749 §4.1.2, RFC 9207 §2
 */
function answerAt(ctx: Context, { redirect_uri, state }: Target, answer: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({ ...answer, ...(state === null ? {} : { state }), iss: ctx.caller.base_url })
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${query.toString()}`
}
