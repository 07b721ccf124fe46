/** The fields of a type: the standard ones, those of the types above it, its own. Pure. @source docs/reference/employee_service.md §1.5 */
import { lineOf, type TypeInTree, typesBelow } from '../asset_types/tree.ts'
import { STANDARD_FIELDS, type StandardField } from './standard.ts'
import type { AssetFieldRow } from './store.ts'

/** The custom fields that assets of a type have: those of the types above first. */
export function fieldsOfType(types: readonly TypeInTree[], fields: readonly AssetFieldRow[], typeId: string): AssetFieldRow[] {
  return lineOf(types, typeId).flatMap((type) => fields.filter((field) => field.asset_type_id === type.id))
}

/** The fields that some asset has together with those of this type: a key means one thing in each asset. */
export function fieldsBeside(types: readonly TypeInTree[], fields: readonly AssetFieldRow[], typeId: string): AssetFieldRow[] {
  const ids = new Set([...lineOf(types, typeId), ...typesBelow(types, typeId)].map((type) => type.id))
  return fields.filter((field) => ids.has(field.asset_type_id))
}

const isNamed = (name: string) => (field: { readonly id: number; readonly key: string }) =>
  /^\d+$/.test(name) ? field.id === Number(name) : field.key === name

/** The custom field with this id or key. */
export function customFieldNamed(fields: readonly AssetFieldRow[], name: string): AssetFieldRow | undefined {
  return fields.find(isNamed(name))
}

/** The standard field with this id or key. */
export function standardFieldNamed(name: string): StandardField | undefined {
  return STANDARD_FIELDS.find(isNamed(name))
}
