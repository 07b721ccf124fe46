import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import type { Context } from '#core/context.ts'
import { wireTime } from '#lib/clock.ts'
import { targetObject } from '../custom_fields/targets.ts'
import type { RolePolicy } from './change.ts'
import { callerValueOf, OPERATORS } from './conditions.ts'
import { COMPARISONS, type Subject } from './filter.ts'
import type { AccessRuleRow } from './store.ts'
import type { AccessRule, Definition, PermissionPolicy } from './schema.ts'
import { isOneOf } from '#lib/objects.ts'

/** A rule as JSON. @source docs/reference/custom_objects.md §4.2 */
export function presentAccessRule(row: AccessRuleRow): AnswerOf<typeof AccessRule> {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    conditions: row.conditions,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}

/** The policy of a role as JSON. @source docs/reference/custom_objects.md §4 */
export function presentPolicy({ role, role_name, policy }: RolePolicy): AnswerOf<typeof PermissionPolicy> {
  const { create, read, update, delete: remove } = policy
  return { id: role, role_name, records: { create, read, update, delete: remove } }
}

const TITLES: Readonly<Record<string, string>> = {
  is: 'Is',
  is_not: 'Is not',
  greater_than: 'Greater than',
  less_than: 'Less than',
  greater_than_equal: 'Greater than or equal to',
  less_than_equal: 'Less than or equal to',
  includes: 'Includes',
  not_includes: 'Does not include',
  matches: 'Matches',
  present: 'Is present',
}

/** A field that conditions can use, with its operators and, if known, its values. @source docs/reference/custom_objects.md §4.2 */
export function presentDefinition(ctx: Context, objectKey: string, subject: Subject): AnswerOf<typeof Definition> {
  const current = callerValueOf(subject)
  const operators = Object.entries(TITLES).filter(([name]) =>
    name === 'matches' ? current !== undefined : isOneOf(COMPARISONS[subject.kind], OPERATORS[name]),
  )
  const { field } = subject
  return {
    title: subject.title,
    subject: subject.name,
    type: field?.type ?? subject.kind,
    group: field === undefined ? 'standard' : 'custom',
    nullable: field !== undefined || subject.name === 'external_id',
    repeatable: true,
    operators: operators.map(([value, title]) => ({ value, title, terminal: value === 'present', format: field?.type ?? subject.kind })),
    values: [
      ...(field?.options ?? []).map((option) => ({ value: option.value, title: option.name, enabled: true, dynamic: false })),
      ...(current === undefined ? [] : [{ value: current, title: 'The current user', enabled: true, dynamic: true }]),
    ],
    metadata: metadataOf(ctx, objectKey, subject),
  }
}

/** Where a client finds the records that a value can refer to. */
function metadataOf(ctx: Context, objectKey: string, { field, kind }: Subject): AnswerOf<typeof Definition>['metadata'] {
  const type = kind === 'person' ? 'zen:user' : field?.relationship_target_type
  const object = targetObject(type)
  const plural = object === undefined ? (type ?? '').replace(/^zen:(.+)$/, '$1s') : 'custom_object_records'
  return {
    collection_key: plural,
    item_key: plural.replace(/s$/, ''),
    field_id: field?.id ?? null,
    source: type == null ? null : `zen:custom_object:${objectKey}`,
    url: type == null ? '' : urlOf(ctx.caller.base_url, object === undefined ? plural : `custom_objects/${object}/records`),
  }
}
