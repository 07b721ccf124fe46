// What other features and the apps may use of session.

export { type Duty, ownAccessQuery } from './own_access.ts'
export { type CurrentUser, meQuery, readMe, type Role, signInMethodsQuery, useSendsMail, useSignOut } from './queries.ts'
export { isStaff, mayOpen, type Standing } from './rights.ts'
export { describeRole } from './role_words.ts'
export { useStanding } from './use_standing.ts'
