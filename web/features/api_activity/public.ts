// What other features and the apps may use of api_activity.

export { activityQuery } from './queries.ts'
export { type ActivitySearch, readSearch } from './search.ts'
