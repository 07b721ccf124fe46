// What other features and the apps may use of home.

export { homeQuery } from './queries.ts'
