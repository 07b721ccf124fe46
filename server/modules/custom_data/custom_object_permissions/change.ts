/** The acts on access rules and permission policies, for administrators only. @source docs/reference/custom_objects.md §4 */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid, orNotFound } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import { recordConfigurationChange } from '#modules/common/audit_logs/record_store.ts'
import { readObjectFields } from '../custom_object_fields/store.ts'
import { type CustomObjectRow, getCustomObject } from '../custom_objects/store.ts'
import { checkConditions } from './conditions.ts'
import { subjectsOf } from './filter.ts'
import { AGENT, checkPolicy, draftPolicy, END_USER, type Policy, RECORD_ACTIONS, defaultPolicy } from './policy.ts'
import type { AccessRuleInput, PolicyInput } from './schema.ts'
import {
  type AccessRuleDraft,
  type AccessRuleRow,
  deleteAccessRule,
  insertAccessRule,
  listAccessRules,
  listCustomRoles,
  listPolicies,
  putPolicy,
  updateAccessRule,
} from './store.ts'

const MAX_TITLE_LENGTH = 255

/** The object whose permissions are read or changed. @throws Forbidden @throws NotFound */
export async function getManagedObject(ctx: Context, key: string): Promise<CustomObjectRow> {
  requirePermission(ctx, 'custom_object.manage')
  return getCustomObject(ctx, key)
}

async function auditAndInvalidate(tx: Context, object: CustomObjectRow, change_description: string): Promise<void> {
  await recordConfigurationChange(tx, {
    action: 'update',
    source_type: 'custom_object',
    source_id: object.id,
    source_label: object.title,
    change_description,
  })
}

function draftRule(before: AccessRuleDraft, input: AccessRuleInput): AccessRuleDraft {
  const list = (sent: readonly { field?: string | null; operator?: string | null; value?: unknown }[] = []) =>
    sent.map(({ field, operator, value = null }) => ({ field: field ?? '', operator: operator ?? '', value }))
  const { conditions } = input
  return {
    title: (input.title ?? before.title).trim(),
    description: input.description ?? before.description,
    conditions: conditions === undefined ? before.conditions : { all: list(conditions.all), any: list(conditions.any) },
  }
}

async function checkRule(tx: Context, object: CustomObjectRow, draft: AccessRuleDraft): Promise<void> {
  const title: Details = draft.title === '' ? { title: [makeBlankProblem('Title')] } : {}
  const long: Details =
    draft.title.length > MAX_TITLE_LENGTH
      ? { title: [{ description: `Title: is too long (maximum is ${MAX_TITLE_LENGTH} characters)`, error: 'TooLong' }] }
      : {}
  refuseInvalid({ ...title, ...long, ...checkConditions(subjectsOf(await readObjectFields(tx, object.id)), draft.conditions) })
}

/** Creates a rule. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function createAccessRule(ctx: Context, key: string, input: AccessRuleInput): Promise<AccessRuleRow> {
  const object = await getManagedObject(ctx, key)
  const draft = draftRule({ title: '', description: '', conditions: { all: [], any: [] } }, input)
  return inTransaction(ctx, async (tx) => {
    await checkRule(tx, object, draft)
    const row = await insertAccessRule(tx, object.id, draft)
    await auditAndInvalidate(tx, object, `Access rule ${row.title} created`)
    return row
  })
}

/** The rule of an object with this id. @throws NotFound */
export async function getAccessRule(ctx: Context, object: CustomObjectRow, id: number): Promise<AccessRuleRow> {
  return orNotFound((await listAccessRules(ctx, object.id)).find((one) => one.id === id))
}

/** Changes a rule. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeAccessRule(ctx: Context, key: string, id: number, input: AccessRuleInput): Promise<AccessRuleRow> {
  const object = await getManagedObject(ctx, key)
  return inTransaction(ctx, async (tx) => {
    const draft = draftRule(await getAccessRule(tx, object, id), input)
    await checkRule(tx, object, draft)
    const row = await updateAccessRule(tx, id, draft)
    await auditAndInvalidate(tx, object, `Access rule ${row.title} changed`)
    return row
  })
}

/** Removes a rule that no policy refers to. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function removeAccessRule(ctx: Context, key: string, id: number): Promise<void> {
  const object = await getManagedObject(ctx, key)
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const row = await getAccessRule(tx, object, id)
    const names = ({ actions }: { actions: Policy }) => RECORD_ACTIONS.some((action) => actions[action].rule_id === id)
    if ((await listPolicies(tx, object.id)).some(names))
      refuseInvalid({ base: [{ description: 'The access rule is used by a permission policy', error: 'InUse' }] })
    await deleteAccessRule(tx, id)
    await auditAndInvalidate(tx, object, `Access rule ${row.title} deleted`)
  })
}

/** The policy of a role, with the role as the wire names it. */
export interface RolePolicy {
  readonly role: string
  readonly role_name: string
  readonly policy: Policy
}

/** The policies of an object for each role: end users, agents, and the instance's custom roles. */
export async function rolePolicies(ctx: Context, object: CustomObjectRow): Promise<RolePolicy[]> {
  const changed = await listPolicies(ctx, object.id)
  const own = (await listCustomRoles(ctx)).map(({ id, name, role_type }) => ({ role: String(id), role_name: name, role_type }))
  const agent = { role: AGENT, role_name: 'Agent', role_type: null }
  const roles = [agent, ...own, { role: END_USER, role_name: 'End user', role_type: null }]
  return roles.map((one) => ({ ...one, policy: changed.find(({ role }) => role === one.role)?.actions ?? defaultPolicy(one) }))
}

/** The policy of a role. @throws NotFound */
export async function getRolePolicy(ctx: Context, object: CustomObjectRow, role: string): Promise<RolePolicy> {
  return orNotFound((await rolePolicies(ctx, object)).find((one) => one.role === role))
}

/** Changes the policy of a role. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeRolePolicy(ctx: Context, key: string, role: string, input: PolicyInput): Promise<RolePolicy> {
  const object = await getManagedObject(ctx, key)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getRolePolicy(tx, object, role)
    const policy = draftPolicy(before.policy, input.records ?? {})
    const rules = await listAccessRules(tx, object.id)
    refuseInvalid(
      checkPolicy(
        policy,
        rules.map((rule) => rule.id),
      ),
    )
    await putPolicy(tx, object.id, role, policy)
    await auditAndInvalidate(tx, object, `Permissions of ${before.role_name} changed`)
    return { ...before, policy }
  })
}
