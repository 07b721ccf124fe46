// What other features and the apps may use of tickets.

export { describeStatus } from './status_words.ts'
