/** Which members of a ticket the actions of rules change. */
import { isKeyOf } from '#lib/objects.ts'
import type { Action } from '../actions.ts'
import { BLANK_TICKET } from '../facts.ts'
import type { KnownRule } from './finding.ts'
import type { Part } from './cases.ts'

const TAGS = new Set(['set_tags', 'current_tags', 'remove_tags'])

/** The member that an action sets; undefined if it changes nothing on the ticket. */
export function memberSet({ field }: Action): string | undefined {
  if (isKeyOf(BLANK_TICKET, field)) return field
  if (TAGS.has(field)) return 'tags'
  const [, id] = /^custom_fields_(\d+)$/.exec(field) ?? []
  return id === undefined ? undefined : `custom_fields.${id}`
}

/** Members whose values follow from others: the status of a custom status, of an assignee; tags and custom fields of each other. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  custom_status_id: ['status'],
  status: ['custom_status_id'],
  assignee_id: ['status', 'custom_status_id', 'group_id'],
  group_id: ['assignee_id'],
}

/** The members that a rule sets. */
export function membersSet(rule: Pick<KnownRule, 'actions'>): ReadonlySet<string> {
  return new Set(rule.actions.map(memberSet).filter((member) => member !== undefined))
}

/** The members that may change when a rule acts, with those that follow. */
export function mayChange(rule: Pick<KnownRule, 'actions'>, member: string): boolean {
  return [...membersSet(rule)].some(
    (set) => set === member || FOLLOWS[set]?.includes(member) === true || (member === 'tags' && set.startsWith('custom_fields.')),
  )
}

/** True if it changes a member only because another one is set. */
export function changesByFollowing(rule: Pick<KnownRule, 'actions'>, member: string): boolean {
  return [...membersSet(rule)].some(
    (set) => set !== member && mayChange({ actions: rule.actions.filter((one) => memberSet(one) === set) }, member),
  )
}

/** The members of the ticket that a condition reads. */
export const membersRead = (part: Part): readonly string[] => part.predicate.reads
