// What other features and the apps may use of access_duties.

export { type DutyDraft, DutyFields, dutyMembers } from './DutyFields.tsx'
export { type AccessPerson, accessPersonQuery, type StaffMember, staffQuery, useChangeAccessPerson } from './queries.ts'
