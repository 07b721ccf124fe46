/** The fields of a custom object as rules name them. Pure. */
import type { CustomField, CustomFieldTypes, RecordType } from '#rules/facts.ts'
import { ruleFieldType } from '../custom_fields/rule_catalogue_store.ts'
import type { ObjectFieldRow } from './store.ts'

function typesOf(fields: readonly ObjectFieldRow[]): CustomFieldTypes {
  return new Map(
    fields.flatMap(({ key, type: stored, title, options, relationship_target_type: target }): [string, CustomField][] => {
      const type = ruleFieldType(stored)
      return type === undefined ? [] : [[key, { type, title, options, target }]]
    }),
  )
}

/** What rules on the records of an object can name. No rule sets a standard field, or one whose values must be unique: writes would fail. */
export function recordType(objectKey: string, fields: readonly ObjectFieldRow[]): RecordType {
  const active = fields.filter((field) => field.active)
  return { key: objectKey, fields: typesOf(active), settable: typesOf(active.filter((field) => !field.system && !field.is_unique)) }
}
