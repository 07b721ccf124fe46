// What other features and the apps may use of named_records.

export { MIN_TYPED } from './people.ts'
export { PersonField } from './PersonField.tsx'
export { type Findable, foundRecordsQuery, isFindable, type NamedRecord, namedRecordQuery, namesOf, namesQuery } from './records.ts'
