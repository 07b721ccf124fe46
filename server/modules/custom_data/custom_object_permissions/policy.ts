/** The policy of a role for the records of an object. Pure. @source docs/reference/custom_objects.md §4 */
import type { Details } from '#core/errors.ts'

/** The actions on records, in the order of the wire. */
export const RECORD_ACTIONS = ['create', 'read', 'update', 'delete'] as const
export type RecordAction = (typeof RECORD_ACTIONS)[number]

/** Whether an action is allowed, and on which records: all, or those matching a rule. */
export interface PolicyAction {
  readonly allowed: boolean
  readonly rule_id: number | null
}
export type Policy = Readonly<Record<RecordAction, PolicyAction>>

/** The sent part of a policy. */
export type PolicyChange = Partial<Record<RecordAction, Partial<PolicyAction>>>

const makePolicy = (allowed: boolean): Policy => {
  const action = { allowed, rule_id: null }
  return { create: action, read: action, update: action, delete: action }
}

/** The names in policies of the role of end users, and of agents without a custom role. */
export const END_USER = 'end_user'
export const AGENT = 'agent'

/** Types of roles that only read: light agents and contributors. @source docs/reference/account.md §6 */
const READ_ONLY_ROLE_TYPES: readonly (number | null)[] = [1, 3]

/** A role with a policy: its name in policies, and its type if it is a custom role. */
export interface PolicyRole {
  readonly role: string
  readonly role_type: number | null
}

/** The policy of a role until it is changed: staff may do everything, read-only roles only read, end users nothing. */
export function defaultPolicy({ role, role_type }: PolicyRole): Policy {
  const nothing = makePolicy(false)
  if (role === END_USER) return nothing
  return READ_ONLY_ROLE_TYPES.includes(role_type) ? { ...nothing, read: { allowed: true, rule_id: null } } : makePolicy(true)
}

/** A policy with the sent part applied. An action that is not allowed has no rule. */
export function draftPolicy(before: Policy, sent: PolicyChange): Policy {
  const action = (name: RecordAction): PolicyAction => {
    const { allowed = before[name].allowed, rule_id = before[name].rule_id } = sent[name] ?? {}
    return { allowed, rule_id: allowed ? rule_id : null }
  }
  return { create: action('create'), read: action('read'), update: action('update'), delete: action('delete') }
}

/**
 * What is wrong with a policy. Writing requires reading, and writing all records requires reading all records.
 * @source https://developer.zendesk.com/api-reference/custom-data/custom-objects/custom_object_permissions
 */
export function checkPolicy(policy: Policy, ruleIds: readonly number[]): Details {
  const makeDetails = (name: RecordAction, description: string): Details => ({ [name]: [{ description, error: 'InvalidValue' }] })
  for (const name of RECORD_ACTIONS) {
    const { allowed, rule_id } = policy[name]
    if (rule_id !== null && !ruleIds.includes(rule_id)) return makeDetails(name, `Rule: is invalid`)
    if (name === 'read' || !allowed) continue
    if (!policy.read.allowed) return makeDetails('read', `Read: must be allowed where ${name} is`)
    if (rule_id === null && policy.read.rule_id !== null)
      return makeDetails('read', `Read: must be allowed for all records where ${name} is`)
  }
  return {}
}
