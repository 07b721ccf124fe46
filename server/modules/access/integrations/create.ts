// INTEGRATIONS: persistent connections between this account and other services, each created for an access request by the
// integration-bot agent, with a creation and a revocation checklist. Not here: requesting one (access_requests/).
import { refuseDuplicates } from '#http/unique_values.ts'
import { credentialsTopic } from '#auth/credentials.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { addSeconds } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { type AccessRequestRow, findAccessRequest, lockAccessRequest } from '../access_requests/store.ts'
import { stateRefusal } from '../access_requests/steps.ts'
import { refuseStep, takeStep } from '../access_requests/take_step.ts'
import { makeSigningSecret } from '#modules/business_rules/webhooks/signing_secret.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import type { SharedSecretRow } from '../shared_secrets/store.ts'
import { checkKind, checkName, type ReadConfig, readConfig } from './check.ts'
import { emptyChecklist, HAND_OVER, withTick } from './checklist.ts'
import { handToRequester } from './hand_over.ts'
import { makeOwnedClient, makeSigningCredentials } from './issue.ts'
import { type IntegrationKind, KIND_NAMES, type KindDefinition, kindNamed } from './kinds.ts'
import { refuseOnGovernment, requireIntegrationBot } from './people.ts'
import type { NewIntegrationInput } from './schema.ts'
import { sealSecrets } from './sealed.ts'
import { insertIntegration, type IntegrationRow, isNameTaken, NAME_TAKEN } from './store.ts'
import { makeWebhook } from './webhook.ts'

const DAY_SECONDS = 86_400

/** A new integration. `shared_secret`: the one-time secret for its requester; null for kinds without credentials of their own. */
export interface CreatedIntegration {
  readonly row: IntegrationRow
  readonly shared_secret: SharedSecretRow | null
}

/**
 * Creates an integration for an accepted access request, as the integration-bot agent, with exactly the scopes of the request. Its
 * credentials go into a one-time secret for the requester: neither the response nor the bot contains or sees the value.
 * @throws Unprocessable on the government deployment
 * @throws Forbidden for anyone but the integration-bot agent
 * @throws MissingScope for an access token without full scopes
 * @throws RecordInvalid
 * @source docs/reference/specification.md §5.5, §5.6.4; docs/reference/access_governance.md §11
 */
export async function createIntegration(ctx: Context, given: NewIntegrationInput): Promise<CreatedIntegration> {
  refuseOnGovernment(ctx)
  requireIntegrationBot(ctx)
  requireEveryScope(ctx.auth)
  return refuseDuplicates(NAME_TAKEN, () =>
    inTransaction(ctx, async (tx) => {
      const request = await acceptedRequest(tx, given.access_request_id)
      refuseStep(tx, 'issue', request)
      const draft = await readDraft(tx, given, request)
      const made = await write(tx, request, draft, given.passphrase || null)
      await tx.services.cache.invalidate(tx.db, credentialsTopic(ctx.account.id))
      return made
    }),
  )
}

async function acceptedRequest(tx: Context, id: number | null | undefined): Promise<AccessRequestRow> {
  const refuseRequest = (sentence: string) =>
    refuseInvalid({ access_request_id: [{ description: `Access request: ${sentence}`, error: 'InvalidValue' }] })
  const found = typeof id === 'number' ? await findAccessRequest(tx, id) : undefined
  if (found?.kind !== 'integration') refuseRequest('must be an accepted request for an integration')
  const request = await lockAccessRequest(tx, ensureDefined(id))
  const refusal = stateRefusal('issue', request, tx.now)
  if (refusal !== undefined) refuseRequest(refusal.sentence)
  return request
}

interface Draft extends Pick<ReadConfig, 'config' | 'secrets'> {
  readonly kind: IntegrationKind
  readonly name: string
}

async function readDraft(tx: Context, given: NewIntegrationInput, request: AccessRequestRow): Promise<Draft> {
  const kind = given.kind || request.integration_kind || ''
  const name = given.name?.trim() ?? ''
  refuseInvalid({ ...checkKind(kind, request.integration_kind), ...checkName(name, await isNameTaken(tx, name, 0)) })
  const known = ensureDefined(KIND_NAMES.find((one) => one === kind))
  const definition = kindNamed(known)
  const { config, secrets, details } = readConfig(definition, given.config ?? {}, {}, [])
  refuseInvalid({ ...details, ...checkScopes(definition, request.scopes) })
  return { kind: known, name, config, secrets }
}

/** A kind with an OAuth client needs scopes: a client without any would have no ceiling. */
function checkScopes({ issues }: KindDefinition, scopes: readonly string[]): Details {
  if (issues !== 'oauth_client' || scopes.length > 0) return {}
  const description = 'Access request: has no scopes, and an OAuth client without a ceiling would have full access'
  return { access_request_id: [{ description, error: 'InvalidValue' }] }
}

async function write(tx: Context, request: AccessRequestRow, draft: Draft, passphrase: string | null): Promise<CreatedIntegration> {
  const definition = kindNamed(draft.kind)
  const signing_secret = definition.issues === 'signing_secret' ? makeSigningSecret() : null
  const row = await insertIntegration(tx, {
    kind: draft.kind,
    name: draft.name,
    access_request_id: request.id,
    scopes: request.scopes,
    config: draft.config,
    sealed: sealSecrets(tx, request.id, { ...draft.secrets, ...(signing_secret === null ? {} : { signing_secret }) }),
    creation_steps: automaticDone(tx, definition),
    revocation_steps: emptyChecklist(definition.revocation),
    expires_at: request.lifetime_days === null ? null : addSeconds(tx.now, request.lifetime_days * DAY_SECONDS),
  })
  if (signing_secret !== null) await makeWebhook(tx, row, signing_secret)
  const credentials =
    definition.issues === 'oauth_client'
      ? await makeOwnedClient(tx, row, request)
      : signing_secret === null
        ? null
        : makeSigningCredentials(row, signing_secret)
  const shared_secret = credentials === null ? null : await handToRequester(tx, request, { ...credentials, passphrase, api_token_id: null })
  await takeStep(tx, request, 'issue', {
    links: { integration_id: row.id, ...(shared_secret ? { shared_secret_id: shared_secret.id } : {}) },
  })
  await recordAudit(tx, {
    action: 'create',
    source_type: 'integration',
    source_id: row.id,
    source_label: row.name,
    change_description: `Created for access request ${request.id}`,
    details: { kind: row.kind, scopes: row.scopes, access_request_id: request.id },
  })
  return { row: { ...row, shared_secret_id: shared_secret?.id ?? null }, shared_secret }
}

/** The creation checklist with all automatic steps ticked, except the hand-over, which waits for the requester. */
function automaticDone(tx: Context, { creation }: KindDefinition) {
  const tick = { done_at: tx.now.toISOString(), done_by_id: tx.actor.id, note: null }
  const done = creation.filter(({ key, automatic }) => automatic && key !== HAND_OVER)
  return done.reduce((steps, { key }) => withTick(steps, key, tick), emptyChecklist(creation))
}
