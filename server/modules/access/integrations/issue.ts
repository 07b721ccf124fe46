/** Makes the credentials of an integration. They are handed to the requester, and no one else ever sees them. */
import { randomBytes } from 'node:crypto'
import { baseUrlOf } from '#accounts/address.ts'
import { withinCeiling } from '#auth/scopes.ts'
import type { Context } from '#core/context.ts'
import { toDate } from '#lib/clock.ts'
import type { AccessRequestRow } from '../access_requests/store.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { newClientSecret } from '../oauth_clients/create.ts'
import { insertOAuthClient } from '../oauth_clients/store.ts'
import { ENDLESS, makeTokenSecrets } from '../oauth_tokens/secrets.ts'
import { insertOAuthToken } from '../oauth_tokens/store.ts'
import { readStoredConfig } from './check.ts'
import { giveToIntegration } from './owned_store.ts'
import type { IntegrationRow } from './store.ts'

/** The content of the one-time secret. */
export interface IssuedCredentials {
  readonly label: string
  readonly value: string
}

/** The signing secret as the content of the one-time secret. */
export function makeSigningCredentials(row: IntegrationRow, secret: string): IssuedCredentials {
  return { label: `Signing secret of the integration ${row.name}`, value: secret }
}

/**
 * Makes an OAuth client that acts as the integration-bot agent, with the scopes of the access request as its ceiling, and a first access
 * token with exactly these scopes. The integration owns both.
 */
export async function makeOwnedClient(tx: Context, row: IntegrationRow, request: AccessRequestRow): Promise<IssuedCredentials> {
  const { secret, stored } = newClientSecret(tx)
  const { redirect_uri } = readStoredConfig(row.config)
  const client = await insertOAuthClient(tx, {
    name: row.name,
    identifier: `integration-${row.id}-${randomBytes(5).toString('hex')}`,
    company: '',
    description: `Integration ${row.id}, made for access request ${request.id}`,
    redirect_uri: redirect_uri === undefined ? [] : [redirect_uri],
    kind: 'confidential',
    scopes: [...row.scopes],
    user_id: row.bot_user_id,
    allowed_ips: null,
    per_minute: null,
    may_act_in_person: false,
    ...stored,
  })
  await giveToIntegration(tx, 'oauth_client', client.id, row.id)
  await recordAudit(tx, {
    action: 'create',
    source_type: 'oauth_client',
    source_id: client.id,
    source_label: client.name,
    change_description: `Created as ${client.identifier} for the integration ${row.name}, with the scopes ${row.scopes.join(' ')}`,
    details: { integration_id: row.id, access_request_id: request.id, scopes: row.scopes },
  })
  return {
    label: `OAuth client of the integration ${row.name}`,
    value: await credentialsText(tx, row, { id: client.id, identifier: client.identifier, secret }),
  }
}

/** Identifier, secret and a new access token, as indented JSON. */
export async function credentialsText(
  tx: Context,
  row: IntegrationRow,
  client: { readonly id: number; readonly identifier: string; readonly secret: string },
): Promise<string> {
  const { token, stored } = makeTokenSecrets(tx, ENDLESS)
  const expires_at = row.expires_at === null ? null : toDate(row.expires_at)
  const access = { client_id: client.id, user_id: row.bot_user_id, scopes: [...row.scopes], grant_type: null, is_personal: false }
  const made = await insertOAuthToken(tx, access, { ...stored, expires_at })
  await recordAudit(tx, {
    action: 'create',
    source_type: 'oauth_token',
    source_id: made.id,
    source_label: row.name,
    change_description: `Created with the scopes ${row.scopes.join(' ')} for the integration ${row.name}`,
    details: { client_id: client.id, user_id: row.bot_user_id, integration_id: row.id },
  })
  const credentials = {
    client_id: client.identifier,
    client_secret: client.secret,
    access_token: token,
    scope: row.scopes.join(' '),
    token_url: `${baseUrlOf(tx.account, tx.services.config)}/oauth/tokens`,
  }
  return JSON.stringify(credentials, null, 2)
}

/** True when the scopes are within those of an integration. A client without a ceiling (`null`) never is. */
export function isWithinScopes(scopes: readonly string[] | null, row: IntegrationRow): boolean {
  return scopes !== null && withinCeiling(scopes, row.scopes)
}
