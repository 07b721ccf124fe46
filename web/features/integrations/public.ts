// What other features and the apps may use of integrations.

export { type IntegrationKind, integrationKindsQuery, integrationQuery } from './queries.ts'
