/** The words of integrations: how far one is, what it owns, what can be done with it. */

/** How far an integration is. */
export const INTEGRATION_STATES = ['creating', 'active', 'revoking', 'revoked'] as const
export type IntegrationState = (typeof INTEGRATION_STATES)[number]

/** What an integration can own to be called with, and to call with. */
export const CREDENTIAL_TYPES = ['oauth_client', 'api_token', 'webhook'] as const
export type CredentialType = Exclude<(typeof CREDENTIAL_TYPES)[number], 'webhook'>

/** What can be done with an integration. */
export const INTEGRATION_ACTS = ['change', 'tick', 'attach', 'revoke'] as const
export type IntegrationAct = (typeof INTEGRATION_ACTS)[number]
