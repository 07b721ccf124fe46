// Who a rule is for: as a form has it, and as it is sent. Pure.

import type { Restriction, RestrictionInput } from '../queries/rule_records.ts'

/** Who a rule is for, in a form. The groups are kept while another is chosen. */
export interface AudienceDraft {
  audience: 'everyone' | 'groups' | 'person'
  group_ids: readonly string[]
  /** Null for the person who fills in the form. */
  owner_id: number | null
}

/** The form of a restriction. */
export function audienceOf(restriction: Restriction): AudienceDraft {
  if (restriction === null) return { audience: 'everyone', group_ids: [], owner_id: null }
  if (restriction.type === 'User') return { audience: 'person', group_ids: [], owner_id: restriction.id }
  return { audience: 'groups', group_ids: restriction.ids.map(String), owner_id: null }
}

/** What is saved of the form of a restriction. */
export function restrictionOf({ audience, group_ids, owner_id }: AudienceDraft): RestrictionInput {
  if (audience === 'everyone') return null
  if (audience === 'groups') return { type: 'Group', ids: group_ids.map(Number) }
  return owner_id === null ? { type: 'User' } : { type: 'User', id: owner_id }
}
