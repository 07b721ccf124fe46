// What other features and the apps may use of security.

export { type IdentityProvider, identityProvidersQuery } from './queries.ts'
