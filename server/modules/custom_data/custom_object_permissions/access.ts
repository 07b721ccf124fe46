/**
 * Which actions the caller may perform on which records of an object.
 * @source docs/reference/custom_objects.md §4; https://developer.zendesk.com/api-reference/custom-data/custom-objects/custom_object_permissions
 */
import type { Context } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'
import { objectFields } from '../custom_object_fields/store.ts'
import type { CustomObjectRow } from '../custom_objects/store.ts'
import { filterOf } from './conditions.ts'
import { type Filter, subjectsOf } from './filter.ts'
import { AGENT, END_USER, type PolicyRole, type RecordAction, defaultPolicy } from './policy.ts'
import { objectAccess, customRoleOf } from './store.ts'

/** Every record. */
const ALL: Filter = { all: [] }

/** The role whose policy applies to the caller; null for administrators, who may do everything. */
async function roleOf(ctx: Context): Promise<PolicyRole | null> {
  if (ctx.actor.role === 'admin') return null
  if (ctx.actor.role === 'end-user') return { role: END_USER, role_type: null }
  const { id, role_type } = await customRoleOf(ctx, ctx.actor.id)
  return { role: id === null ? AGENT : String(id), role_type }
}

/** The records the caller may perform this action on, as a filter; undefined if there are none. */
export async function findAllowedRecords(ctx: Context, object: CustomObjectRow, action: RecordAction): Promise<Filter | undefined> {
  const role = await roleOf(ctx)
  if (role === null) return ALL
  const { policies, rules } = await objectAccess(ctx, object.id)
  const { allowed, rule_id } = (policies.find((one) => one.role === role.role)?.actions ?? defaultPolicy(role))[action]
  if (!allowed) return undefined
  if (rule_id === null) return ALL
  const rule = rules.find((one) => one.id === rule_id)
  return rule === undefined ? undefined : filterOf(subjectsOf(await objectFields(ctx, object.id)), rule.conditions, ctx.actor)
}

/** The records the caller may perform this action on, as a filter. @throws Forbidden if there are none */
export async function requireRecords(ctx: Context, object: CustomObjectRow, action: RecordAction): Promise<Filter> {
  const allowed = await findAllowedRecords(ctx, object, action)
  if (allowed === undefined) throw new Forbidden()
  return allowed
}

/** True for a filter that every record matches. */
export function matchesAll(filter: Filter): boolean {
  return 'all' in filter && filter.all.length === 0
}
