/** The records of an account that the definitions of rules offer as values. */

/** A record to choose from. */
export interface NamedRecord {
  readonly id: number | string
  readonly title: string
}

/** The lists of records by name. Support addresses have the address as their id. */
export interface RecordLists {
  readonly groups: readonly NamedRecord[]
  readonly agents: readonly NamedRecord[]
  readonly brands: readonly NamedRecord[]
  readonly forms: readonly NamedRecord[]
  readonly organizations: readonly NamedRecord[]
  readonly statuses: readonly NamedRecord[]
  readonly locales: readonly NamedRecord[]
  readonly schedules: readonly NamedRecord[]
  readonly recipients: readonly NamedRecord[]
  readonly inbound_agreements: readonly NamedRecord[]
  readonly outbound_agreements: readonly NamedRecord[]
  readonly targets: readonly NamedRecord[]
  readonly webhooks: readonly NamedRecord[]
  /** Values of routing attributes. */
  readonly skills: readonly NamedRecord[]
}

export type RecordList = keyof RecordLists

/** What definitions need of an account, besides its custom fields. */
export interface RuleRecords extends RecordLists {
  /** Whether tickets can have the status `hold`. */
  readonly is_hold_enabled: boolean
}

/** The most records a definition lists. A longer list becomes a field that completes what is typed. */
export const MAX_RECORDS = 500
