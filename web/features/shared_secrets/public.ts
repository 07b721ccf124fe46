// What other features and the apps may use of shared_secrets.

export { watchForLink } from './held_link.ts'
