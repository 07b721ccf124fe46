/** A type of assets as it would be saved, and what is wrong with it. Pure. @source docs/reference/employee_service.md §1.2 */
import type { Details } from '#core/errors.ts'
import type { AssetTypeInput } from './schema.ts'
import type { AssetTypeDraft, AssetTypeRow } from './store.ts'
import { MAX_TYPE_DEPTH, lineOf } from './tree.ts'

/** Types of an instance, with those it comes with. */
const MAX_TYPES = 50

/** The type with the input applied; null = a new one. Its place in the tree is chosen once. */
export function draftAssetType(types: readonly AssetTypeRow[], before: AssetTypeRow | null, input: AssetTypeInput): AssetTypeDraft {
  const parent_id = before === null ? input.parent_id?.trim() || null : before.parent_id
  const { description = before?.description ?? null, external_id = before?.external_id ?? null } = input
  return {
    name: (input.name ?? before?.name ?? '').trim(),
    description,
    external_id: external_id || null,
    parent_id,
    hierarchy_depth: before?.hierarchy_depth ?? lineOf(types, parent_id).length + 1,
  }
}

/** What is wrong with a type. `others`: all types but this one. */
export function checkAssetType(draft: AssetTypeDraft, others: readonly AssetTypeRow[], isNew: boolean): Details {
  const makeDetails = (name: string, description: string, error: string): Details => ({ [name]: [{ description, error }] })
  if (isNew && others.length >= MAX_TYPES) return makeDetails('base', `There may be at most ${MAX_TYPES} asset types`, 'LimitExceeded')
  if (draft.name === '') return makeDetails('name', 'Name: cannot be blank', 'BlankValue')
  if (others.some((type) => type.name.toLowerCase() === draft.name.toLowerCase()))
    return makeDetails('name', 'Name: has already been taken', 'DuplicateValue')
  if (draft.parent_id !== null && !others.some((type) => type.id === draft.parent_id))
    return makeDetails('parent_id', 'Parent: is invalid', 'InvalidValue')
  if (draft.hierarchy_depth > MAX_TYPE_DEPTH)
    return makeDetails('parent_id', `Parent: asset types can be nested ${MAX_TYPE_DEPTH} levels deep`, 'InvalidValue')
  return {}
}

/** What keeps a type from being removed. */
export function checkRemoval(type: AssetTypeRow, types: readonly AssetTypeRow[], assets: number): Details {
  const base = (description: string): Details => ({ base: [{ description, error: 'InvalidValue' }] })
  if (type.is_standard) return base('An asset type that comes with the account cannot be deleted')
  if (types.some((other) => other.parent_id === type.id)) return base('An asset type with types below it cannot be deleted')
  return assets > 0 ? base('An asset type that assets have cannot be deleted') : {}
}
