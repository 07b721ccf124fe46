// What other features and the apps may use of oauth_consent.

export { requestAddress } from './request_address.ts'
export { ScopesField } from './ScopesField.tsx'
