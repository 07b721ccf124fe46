/** The words of integrations: how far one is, what it owns, what can be done with it. */

/** How far an integration is. */
export const INTEGRATION_STATES = ['creating', 'active', 'revoking', 'revoked'] as const
export type IntegrationState = (typeof INTEGRATION_STATES)[number]

/** What an integration can own. */
export const CREDENTIAL_TYPES = ['oauth_client', 'api_token'] as const
export type CredentialType = (typeof CREDENTIAL_TYPES)[number]

/** What can be done with an integration. */
export const INTEGRATION_ACTS = ['change', 'tick', 'attach', 'revoke'] as const
export type IntegrationAct = (typeof INTEGRATION_ACTS)[number]
