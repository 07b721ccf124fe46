// What other features and the apps may use of api_tokens.

export { ImpactText } from './Impact.tsx'
