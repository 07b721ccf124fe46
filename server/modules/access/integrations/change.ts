/** Changes the name and configuration of an integration, and attaches credentials to it. */
import { refuseDuplicates } from '#http/unique_values.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, RecordInvalid, refuseInvalid } from '#core/errors.ts'
import { requireValueSeparation, withCombined } from '../access_requests/separation.ts'
import { findApiToken } from '../api_tokens/store.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { findOAuthClient } from '../oauth_clients/store.ts'
import { checkMovedSecrets, checkName, readConfig, readStoredConfig } from './check.ts'
import { isWithinScopes } from './issue.ts'
import { kindNamed, listSealedNames } from './kinds.ts'
import { giveToIntegration, type OwnedCredential } from './owned_store.ts'
import { isUnrevoked, requireVisible, requireWorker } from './people.ts'
import type { IntegrationInput, OwnedInput } from './schema.ts'
import { openSecrets, sealSecrets } from './sealed.ts'
import { type IntegrationRow, isNameTaken, lockIntegration, updateIntegration, NAME_TAKEN } from './store.ts'
import { moveWebhook } from './webhook.ts'

/**
 * One integration the caller may work on, with its row locked until the transaction ends.
 * @throws NotFound
 * @throws Forbidden
 * @throws RecordInvalid once its revocation has begun
 */
async function lockUnrevoked(tx: Context, id: number): Promise<IntegrationRow> {
  const row = await lockIntegration(tx, id)
  requireVisible(tx, row)
  requireWorker(tx, row)
  if (!isUnrevoked(row))
    refuseInvalid({ base: [{ description: 'The revocation of the integration has begun: it cannot be changed', error: 'InvalidValue' }] })
  return row
}

/**
 * Changes name and configuration, and its webhook with them; secret members that are absent stay unchanged. Scopes, kind and owner never change.
 * @throws NotFound @throws RecordInvalid
 * @throws Forbidden also when a caller with a part in the access request of the integration enters a secret
 */
export async function changeIntegration(ctx: Context, id: number, given: IntegrationInput): Promise<IntegrationRow> {
  return refuseDuplicates(NAME_TAKEN, () =>
    inTransaction(ctx, async (tx) => {
      const before = await lockUnrevoked(tx, id)
      const kind = kindNamed(before.kind)
      const name = given.name === undefined ? before.name : (given.name ?? '').trim()
      const was = readStoredConfig(before.config)
      const keptSecrets = before.is_sealed ? listSealedNames(kind) : []
      const read = readConfig(kind, given.config ?? {}, was, keptSecrets)
      refuseInvalid({
        ...checkName(name, await isNameTaken(tx, name, id)),
        ...read.details,
        ...checkMovedSecrets(kind, was, read, keptSecrets),
      })
      const changed = differences({ ...was, name: before.name }, { ...read.config, name }, Object.keys(read.secrets))
      if (changed.length === 0) return before
      // entering a secret means knowing it
      const combined = Object.keys(read.secrets).length > 0 ? requireValueSeparation(tx, before.request) : null
      const sealed = sealSecrets(tx, before.access_request_id, { ...(await openSecrets(tx, before)), ...read.secrets })
      const row = await updateIntegration(tx, id, { name, config: read.config, sealed })
      await moveWebhook(tx, before, row)
      await recordAudit(tx, {
        action: 'update',
        source_type: 'integration',
        source_id: id,
        source_label: name,
        change_description: withCombined(`Changed: ${changed.join(', ')}`, combined),
        // only names: a URL may contain credentials
        details: { changed, name: { before: before.name, after: name } },
      })
      return row
    }),
  )
}

/** The names of changed members; a given secret always counts as changed. */
function differences(before: Record<string, string>, after: Record<string, string>, secrets: readonly string[]): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...[...names].filter((name) => before[name] !== after[name]), ...secrets].sort()
}

/**
 * Attaches an existing OAuth client or API token to the integration, so that they end together. The scopes of a client must be within those
 * of the integration. An API token has full access, so the integration must have it, too. For administrators only, because everyone who may
 * revoke the integration then ends the credential.
 * @throws NotFound @throws Forbidden also for a caller with a part in the access request of the integration
 * @throws MissingScope @throws RecordInvalid
 * @source docs/reference/access_governance.md §11
 */
export async function attachCredential(ctx: Context, id: number, given: OwnedInput): Promise<IntegrationRow> {
  requirePermission(ctx, 'api_token.manage')
  requireEveryScope(ctx.auth)
  return inTransaction(ctx, async (tx) => {
    const row = await lockUnrevoked(tx, id)
    const combined = requireValueSeparation(tx, row.request)
    const { type, credential_id, label } = await credentialToAttach(tx, row, given)
    if (!(await giveToIntegration(tx, type, credential_id, id)))
      refuseInvalid({
        base: [{ description: 'The credential is no longer active, or an integration owns it already', error: 'InvalidValue' }],
      })
    await recordAudit(tx, {
      action: 'update',
      source_type: 'integration',
      source_id: id,
      source_label: row.name,
      change_description: withCombined(`Was given ${type === 'oauth_client' ? 'the OAuth client' : 'the API token'} ${label}`, combined),
      details: { type, credential_id },
    })
    return row
  })
}

interface Wanted {
  readonly type: OwnedCredential['type']
  readonly credential_id: number
  readonly label: string
}

async function credentialToAttach(tx: Context, row: IntegrationRow, { oauth_client_id, api_token_id }: OwnedInput): Promise<Wanted> {
  const details: Details = {}
  const client = typeof oauth_client_id === 'number' ? await findOAuthClient(tx, oauth_client_id) : undefined
  const token = typeof api_token_id === 'number' ? await findApiToken(tx, api_token_id) : undefined
  const refuse = (member: string, sentence: string) => (details[member] = [{ description: sentence, error: 'InvalidValue' }])
  if (typeof oauth_client_id === 'number' && client === undefined) refuse('oauth_client_id', 'OAuth client: is invalid')
  if (typeof api_token_id === 'number' && token === undefined) refuse('api_token_id', 'API token: is invalid')
  if (client !== undefined && !isWithinScopes(client.scopes, row))
    refuse('oauth_client_id', 'OAuth client: its scopes go beyond what the access request asked for')
  else if (client?.may_act_in_person === true)
    refuse('oauth_client_id', 'OAuth client: may decide about access in the name of people, which no integration may')
  if (token !== undefined && !isWithinScopes(['read', 'write'], row))
    refuse('api_token_id', 'API token: is administrator-level, which goes beyond what the access request asked for')
  refuseInvalid(details)
  if (client !== undefined && token === undefined) return { type: 'oauth_client', credential_id: client.id, label: client.identifier }
  if (token !== undefined && client === undefined) return { type: 'api_token', credential_id: token.id, label: token.description }
  throw new RecordInvalid({ base: [{ description: 'Give either oauth_client_id or api_token_id', error: 'BlankValue' }] })
}
